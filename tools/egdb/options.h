// The command line of kelso-egdb.
#ifndef KELSO_EGDB_OPTIONS_H
#define KELSO_EGDB_OPTIONS_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "egdb/slice.h"

// Tables for so many pieces are within reach.
#define BUILD_PIECES_MAX 8

// Plies to the end of the game are made for slices up to here.
#define END_PIECES_MAX 4

typedef enum {
    COMMAND_BUILD,
    COMMAND_PLAN,
    COMMAND_STATS,
    COMMAND_LONGEST,
    COMMAND_VERIFY,
    COMMAND_PROBE,
    COMMAND_PICK,
    COMMAND_BENCH,
    COMMAND_COUNT
} CommandName;

typedef struct {
    CommandName command;
    bool help, version, quiet;
    const char *folder; // of the tables
    int pieces;         // 0: not given
    bool has_slice;
    Slice slice;
    int threads;
    double memory_gib; // 0: not given
    bool keep_sources;
    bool recount;
    int64_t sample;      // positions to verify; 0: all
    int64_t seed;        // of random positions
    int count;           // of positions to pick
    int value;           // EgdbValue of them
    const char *fen;     // to probe
    int distance_pieces; // plies to the next progress up to so many pieces; 0: no distances
    bool crowning;       // and to the next capture or crowning
} EgdbConfig;

// false, with an error, if the command line is wrong.
bool egdb_options_read(EgdbConfig *config, int argc, char **argv, Error *error);

void egdb_options_write_help(FILE *file);

#endif
