// Arguments from an INI file: a line `name = value` is the argument `--name=value`, and a flag is
// `name = true`. Sections are for the reader only. Comments begin with ; or #.
#ifndef KELSO_COMMON_ARGS_FILE_H
#define KELSO_COMMON_ARGS_FILE_H

#include "common/args.h"

// The words, to which settings may point as they do into argv.
typedef struct {
    char **words; // owned
    int count, capacity;
    bool *given; // for each spec, whether it stands in the file; owned; NULL: no file was read
} ArgsFile;

// Sets all arguments of the file in their order; an error names the line. *file must be all zero
// before, and destroyed in any case when nothing points to it any more.
bool args_file_parse(ArgsFile *file, const char *path, const ArgSpec *specs, int count,
                     void *context, Error *error);
void args_file_destroy(ArgsFile *file);

#endif
