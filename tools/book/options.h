// The command line of kelso-book.
#ifndef KELSO_BOOK_OPTIONS_H
#define KELSO_BOOK_OPTIONS_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

typedef enum { SUITE_NONE, SUITE_ELEVEN, SUITE_EDGE } SuiteKind;

typedef struct {
    bool suite; // the subcommand, the only one there is
    SuiteKind kind;
    int64_t count; // openings wanted; 0: all there are
    int64_t seed;
    int depth;                // eleven: half-moves within which no man may be lost
    int min_plies, max_plies; // edge: of an opening
    int min_score, max_score; // edge: of the side that is ahead, hundredths of a man
    int64_t nodes;            // edge: of the search that judges
    bool quiet, help, version;
    int argc; // the command line, for the head of the suite
    char **argv;
} BookConfig;

bool book_options_read(BookConfig *config, int argc, char **argv, Error *error);

void book_options_write_help(FILE *file);

#endif
