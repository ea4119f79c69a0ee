// A command at work: it is handed each good game that the selection takes.
#ifndef KELSO_PDN_RUN_H
#define KELSO_PDN_RUN_H

#include "common/draft.h"
#include "common/progress.h"
#include "pdn/options.h"

typedef struct Run Run;

// All but `game` may be NULL. Each returns false with an error that ends the run. `end` is called
// when all files are read, `destroy` whatever happened.
typedef struct {
    bool (*begin)(Run *run, Error *error);
    bool (*game)(Run *run, const PdnRead *read, Error *error);
    bool (*end)(Run *run, Error *error);
    void (*destroy)(Run *run);
} Command;

extern const Command command_check, command_convert, command_filter, command_stats, command_split,
    command_dedupe;

struct Run {
    const PdnConfig *config;
    const char *path; // of the present file
    FILE *out;        // for what the command gives: standard output, or that of …
    Draft draft;      // … --output
    FILE *notes;      // for bad games and warnings
    Progress progress;
    int64_t games, bad, taken; // read so far; of them bad; taken by the selection
    int64_t empty_files;
    int64_t bytes_read, bytes_all; // bytes_all is 0 where it is not known
    void *state;                   // the command's own
};

// Reads all files with the command. false, with an error, if one cannot be read or written; what is
// bad in them is counted and named.
bool run_command(Run *run, const Command *command, Error *error);

#endif
