// The endgame tables as a search asks them: open, probe, close.
//
// Any number of threads may probe at a time; opening and closing is for one alone.
#ifndef KELSO_EGDB_EGDB_H
#define KELSO_EGDB_EGDB_H

#include "egdb/block.h"
#include "egdb/slice.h"

typedef struct Egdb Egdb;

// Told of each file that is refused, when the folders are opened, and of each in which a damaged
// block is met later on, once. The message begins with the file's path. Called from whatever
// thread probes, one at a time. May be NULL.
typedef void EgdbWarn(void *context, const Error *error);

// The tables for up to `pieces` pieces (0 to SLICE_PIECES_MAX) in these folders, parted by colons
// (on Windows by semicolons); of a file that is in several the first is taken. Folders and files
// that are not there are no error. Only heads and indices are read: quick. NULL, with an error, if
// there is no memory.
Egdb *egdb_open(const char *folders, int pieces, int cache_mebibytes, EgdbWarn *warn, void *context,
                Error *error);
void egdb_close(Egdb *egdb);

// Most pieces of any slice with results; 0: there is none.
int egdb_pieces(const Egdb *egdb);

// How many files are open.
int egdb_files(const Egdb *egdb);

// The result for the side to move by best play without draw rules. EGDB_UNKNOWN if the table is not
// there or damaged, or if either side, if it were to move, could capture: egdb/answer.h knows more.
EgdbValue egdb_probe(Egdb *egdb, Position p);

// The same for a position that is known to have no capture for either side.
EgdbValue egdb_probe_quiet(Egdb *egdb, Position p);

// Plies of a position that egdb_probe says is won or lost; -1 if they are not known.
int egdb_plies(Egdb *egdb, EgdbKind kind, Position p);

// The longest plies in the position's slice; -1 if its table is not there.
int egdb_longest(const Egdb *egdb, EgdbKind kind, Position p);

// The head of a slice's file, for those who count; NULL if it is not there.
const struct TableHead *egdb_head(const Egdb *egdb, EgdbKind kind, Slice s);

#endif
