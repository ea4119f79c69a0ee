// A file that texts of games are appended to, each whole or not at all.
//
// After an interruption it may lack the last texts, or the end of one. Then all texts are gone
// through again from the place where they begin: what is there is compared, what is missing is
// appended.
#ifndef KELSO_MATCH_OUTPUT_H
#define KELSO_MATCH_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct {
    const char *path; // NULL: none, and nothing happens with it
    int file;
    int64_t size; // when it was opened
    int64_t at;   // where the next known text is looked for
} Output;

// readable: for output_begin.
bool output_open(Output *output, const char *path, bool readable, Error *error);
bool output_close(Output *output, Error *error);

// Appends with a single write, so that the file holds whole texts at any moment; if that fails,
// what was written is taken back.
bool output_append(Output *output, const char *text, size_t length, Error *error);

// The texts begin at this offset; a file that is gone or empty is made anew.
bool output_begin(Output *output, int64_t offset, Error *error);

// The next of them; an error if something else stands there.
bool output_known(Output *output, const char *text, size_t length, Error *error);

// That was all; an error if more stands there.
bool output_end(Output *output, Error *error);

#endif
