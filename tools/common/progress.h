// A status line for a person: rewritten in place on a terminal, else a plain line at intervals.
// Notes are whole lines that stay. Everything goes to one stream, standard error in the tools.
#ifndef KELSO_COMMON_PROGRESS_H
#define KELSO_COMMON_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    FILE *stream;
    bool terminal, quiet;
    bool shown;      // a status line stands on the terminal
    int64_t next_us; // no status line before
} Progress;

// quiet: notes only.
void progress_init(Progress *progress, FILE *stream, bool quiet);

// Takes the status line away.
void progress_destroy(Progress *progress);

// Whether a status line would be shown now; spares the work to write one in vain.
bool progress_is_due(const Progress *progress);

// Shows the status, one line without a newline, if it is due.
void progress_status(Progress *progress, const char *status);

void progress_note(Progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
