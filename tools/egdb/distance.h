// Distances: for won and lost positions how many plies it takes, the winner going the shortest way
// and the loser the longest, both keeping the result.
//
// With the men fixed only kings move, so a slice falls into parts as in solve.h. What leaves the
// part (a capture, a man's move) is looked up; then positions are taken by rising distance, from
// each of them back to those that a king's move leads here from. Every won and lost position must
// be reached: so this also checks the solver, with which it shares no code.
#ifndef KELSO_EGDB_DISTANCE_H
#define KELSO_EGDB_DISTANCE_H

#include "egdb/block.h"
#include "egdb/order.h"
#include "egdb/team.h"
#include "egdb/values.h"

#define DISTANCE_NONE 255 // of draws

// The distances of a slice's positions by their numbers (egdb/index.h).
typedef struct {
    Slice slice;
    uint8_t *plies; // owned
    size_t bytes;
    unsigned longest;
} Distances;

typedef struct {
    Distances *by_id[SLICE_IDS]; // NULL: not there
} DistanceSet;

// Frees it; NULL is let pass.
void distances_destroy(Distances *distances);

// The values of a distance file: those of values_fill, with the plies of won and lost ones.
typedef struct {
    ValuesSource values;
    const Distances *distances;
} DistanceValues;

// A TableFill (table_writer.h); the context is a DistanceValues.
void distances_fill(const void *context, uint64_t first, uint32_t count, uint8_t *values);

typedef struct {
    Sources sources;
    Team *team;
    EgdbKind kind; // not EGDB_WLD
} DistanceMaker;

// Bytes that distances_make takes beside those that stay, 2 * index_size.
uint64_t distances_workspace(Slice s, int threads);

// Adds the distances of a slice and its swapped one to the set. The solved slices must be there
// with all that they need (needs.h), and for EGDB_END in the set those of the needed ones. false,
// with an error, if there is no memory, or if a solved value is wrong or a distance over
// EGDB_PLIES_MAX.
bool distances_make(const DistanceMaker *maker, Slice s, DistanceSet *set, Error *error);

#endif
