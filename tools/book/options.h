// The command line of kelso-book.
#ifndef KELSO_BOOK_OPTIONS_H
#define KELSO_BOOK_OPTIONS_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

typedef enum {
    COMMAND_SUITE,
    COMMAND_BUILD,
    COMMAND_ADD,
    COMMAND_MERGE,
    COMMAND_TEXT,
    COMMAND_PROBE,
    COMMAND_TREE,
    COMMAND_STATS,
    COMMAND_VERIFY,
    COMMAND_COUNT
} BookCommand;

typedef enum { SUITE_NONE, SUITE_ELEVEN, SUITE_EDGE } SuiteKind;

#define BALLOTS_MAX 256

typedef struct {
    BookCommand command;
    bool quiet, help, version;
    int argc; // the command line, for the head of a suite
    char **argv;
    int64_t seed;
    int64_t nodes; // of a search; 0: not given

    SuiteKind kind;
    int64_t count; // openings wanted; 0: all there are
    int depth;     // eleven: half-moves within which no man may be lost
    int min_plies, max_plies;
    int min_score, max_score; // edge: of the side that is ahead, hundredths of a man

    char **words; // those that stand alone behind the command, none is an argument's; owned
    int word_count, word_capacity;
    const char *output, *from, *egdb, *book; // NULL: not given
    bool ballots[BALLOTS_MAX];               // by number less one
    int64_t steps;                           // of each ballot; 0: no limit
    int64_t minutes;                         // 0: no limit
    int ply_cost, threads;
    int plies;        // tree, add: how deep; 0: not given
    int margin;       // tree: how much worse a move may be
    int64_t research; // verify: so many positions are searched again
} BookConfig;

// To be destroyed in any case.
bool book_options_read(BookConfig *config, int argc, char **argv, Error *error);
void book_options_destroy(BookConfig *config);

void book_options_write_help(FILE *file);

#endif
