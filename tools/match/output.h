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
    const char *kind; // "pdn"
    const char *path; // NULL: none, and nothing happens with it
    int file;
    int64_t size;   // when it was opened
    int64_t begins; // where the texts of this match begin; -1: not known
    int64_t at;     // where the next known text is looked for
} Output;

// readable: for output_begin; else a file that ends within a line is ended, so that what is
// appended stands apart.
bool output_open(Output *output, const char *kind, const char *path, bool readable, Error *error);
bool output_close(Output *output, Error *error);

// Appends with a single write, so that the file holds whole texts at any moment; if that fails,
// what was written is taken back.
bool output_append(Output *output, const char *text, size_t length, Error *error);

// From where the texts begin; a file that is gone or empty is made anew.
bool output_begin(Output *output, Error *error);

// The next of them; an error if something else stands there.
bool output_known(Output *output, const char *text, size_t length, Error *error);

// That was all. What begins with `last` (NULL: nothing) is cut off; an error if something else
// stands there.
bool output_end(Output *output, const char *last, Error *error);

#endif
