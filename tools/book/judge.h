// The engine's search as a judge of positions: one thread and a fixed number of nodes, so that it
// says the same on every machine.
#ifndef KELSO_BOOK_JUDGE_H
#define KELSO_BOOK_JUDGE_H

#include "search/search.h"

// What a search found; of its latest finished iteration.
typedef struct {
    int score; // as of search/score.h
    int depth;
    bool has_move;
    Move move; // the best one, if there is one
} Finding;

typedef struct {
    Search *search;
    Network *network; // the program's own; owned
    Finding found;
} Judge;

#define JUDGE_TABLE_MIB 2

// Endgame tables for judges, in these folders, parted by colons; NULL: none. false, with an error,
// if there are no tables in the folders.
bool judge_open_egdb(const char *folders, Egdb **egdb, Error *error);

// The checksum of the weights that judges have.
bool judge_weights(uint64_t *checksum, Error *error);

// `egdb` is the caller's and may be NULL. false, with an error, if there is no memory; to be
// destroyed in any case. The judge stays where it is until then.
bool judge_init(Judge *judge, int table_mib, Egdb *egdb, Error *error);
void judge_destroy(Judge *judge);

// Searches a position without memory of earlier ones.
bool judge_search(Judge *judge, Position position, uint64_t nodes, Finding *found, Error *error);

// Its score alone.
bool judge_score(Judge *judge, Position position, uint64_t nodes, int *score, Error *error);

#endif
