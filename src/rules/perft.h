// Counting the leaves of the move tree: the test of a move generator.
#ifndef KELSO_RULES_PERFT_H
#define KELSO_RULES_PERFT_H

#include <stdatomic.h>

#include "rules/moves.h"

// Leaves at this depth (>= 0). Published numbers count every path of a capture for itself.
uint64_t perft_paths(Position p, int depth);

// The same, but ends soon when *stop becomes true: false, and *leaves is of no meaning.
bool perft_paths_until(Position p, int depth, const atomic_bool *stop, uint64_t *leaves);

// The same with moves that differ only in the path counted once.
uint64_t perft_merged(Position p, int depth);

#endif
