// Values of positions after a move, fetched for all placements of one side's kings at once.
//
// The position after a capture or a man's move lies in another part, with other squares free and
// perhaps fewer kings. The placements that allow the move stand there in the same order, since
// leaving a square out or adding one to all keeps the order of combinations: so their values are
// gathered from one row of bits (pext) and scattered to the places they have here (pdep).
#ifndef KELSO_EGDB_FETCH_H
#define KELSO_EGDB_FETCH_H

#include "egdb/masks.h"
#include "egdb/solved.h"

typedef struct {
    const Solved *source; // values from the opponent's view
    uint64_t bit;         // where the row begins
    uint32_t from_words, to_words;
    Filter from, to; // the placements there, and here; as many
} Fetch;

// What is known of positions with one placement of the mover's kings and all of the opponent's, or
// the other way round. Rows of bits.
typedef struct {
    uint64_t *win;   // a move wins
    uint64_t *block; // a move does not lose
} Outcome;

// Adds the values of the move for the placements of `moved`, for which it is legal.
void fetch_add(const Fetch *fetch, bool fast, const uint64_t *moved, Outcome *outcome);

#endif
