// Sets of so many squares out of a universe of squares, numbered from 0 in rising order of their
// masks. The order does not depend on squares that no set holds: leaving a square out of the
// universe keeps the order of the sets that are left, and so does adding a square to all of them.
#ifndef KELSO_EGDB_COMBINATION_H
#define KELSO_EGDB_COMBINATION_H

#include "base/bits.h"
#include "rules/square.h"

#define COMBINATION_SIZE_MAX 12

extern const uint32_t combination_counts[SQUARE_COUNT + 1][COMBINATION_SIZE_MAX + 1];

// How many sets of this size there are: n over k, 0 for k > n.
static inline uint32_t combination_count(int squares, int size) {
    return combination_counts[squares][size];
}

// How many squares of the universe stand below the square, a mask of one bit.
static inline int combination_place(uint32_t square, uint32_t universe) {
    return bits_count(universe & (square - 1));
}

// The places of the set's squares within the universe, as bits.
static inline uint32_t combination_places(uint32_t set, uint32_t universe) {
    uint32_t places = 0;
    for (; set != 0; set &= set - 1) {
        places |= square_bit(combination_place(set & -set, universe));
    }
    return places;
}

// The number of a set, given by its places, among those of its size.
static inline uint32_t combination_rank_places(uint32_t places) {
    uint32_t rank = 0;
    for (int size = 1; places != 0; size++, places &= places - 1) {
        rank += combination_count(bits_first(places), size);
    }
    return rank;
}

// The number of a set, a subset of the universe.
static inline uint32_t combination_rank(uint32_t set, uint32_t universe) {
    uint32_t rank = 0;
    for (int size = 1; set != 0; size++, set &= set - 1) {
        rank += combination_count(combination_place(set & -set, universe), size);
    }
    return rank;
}

// The squares of the universe whose places are the bits of `places`.
static inline uint32_t combination_spread(uint32_t places, uint32_t universe) {
    uint32_t set = 0;
    for (; places != 0; places >>= 1, universe &= universe - 1) {
        set |= places & 1 ? universe & -universe : 0;
    }
    return set;
}

// The places of the set of this number: the inverse of combination_rank_places.
uint32_t combination_places_of(uint32_t rank, int size);

// The set of this number: the inverse of combination_rank.
static inline uint32_t combination_set(uint32_t rank, int size, uint32_t universe) {
    return combination_spread(combination_places_of(rank, size), universe);
}

#endif
