// Solved endgames for the tests of what is made of them.
#ifndef KELSO_TESTS_UNIT_EGDB_SUPPORT_H
#define KELSO_TESTS_UNIT_EGDB_SUPPORT_H

#include "support.h"

#include "egdb/gather.h"
#include "egdb/solve.h"

typedef struct {
    SolvedSet solved;
    MaskSet masks;
} Endgames;

// All slices of 2 up to so many pieces. fast: gather.h.
void endgames_solve(Endgames *endgames, int pieces, int threads, bool fast);
void endgames_destroy(Endgames *endgames);

// A random position of a slice of 2 up to so many pieces, either side to move.
Position endgames_random(Random *random, int pieces);

#endif
