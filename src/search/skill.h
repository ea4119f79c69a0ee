// Playing below full strength, as people do: looking at few positions, and not always preferring
// the better of moves that seem close.
#ifndef KELSO_SEARCH_SKILL_H
#define KELSO_SEARCH_SKILL_H

#include "base/random.h"
#include "search/limits.h"
#include "search/root.h"

// How many moves are looked at closely enough to be chosen.
#define SKILL_MOVES 4

static inline bool skill_is_full(const SearchLimits *limits) {
    return limits->skill >= SKILL_FULL;
}

// Positions looked at for a move; not for full strength.
uint64_t skill_nodes(int skill);

// The move to play, as an index of the first `slots` moves of the root: the best by scores that are
// a little off, but none that loses much more than the best.
int skill_choose(const Root *root, int slots, int skill, Random *random);

// Elo of the levels below full strength, by matches between them (LOG.md); the lowest is set at
// SKILL_ELO_MIN, so that differences mean something and the figures themselves do not.
#define SKILL_ELO_MIN 1000
#define SKILL_ELO_MAX 2690

// The highest level that is not stronger than this, or the lowest.
int skill_of_elo(int elo);

#endif
