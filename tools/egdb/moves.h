// The values that captures and men's moves lead to: they leave the part, so their values are known
// before the part is solved. Computed for many placements of kings at once, as rows of bits: the
// tree of jumps is walked once a row, carrying the placements for which the path exists.
//
// Whose kings are the bits depends on the opponent. Where it has kings, the bits are their
// placements and the own kings are fixed; where it has none, the bits are the own kings'.
#ifndef KELSO_EGDB_MOVES_H
#define KELSO_EGDB_MOVES_H

#include "egdb/fetch.h"

// A part as one side sees it.
typedef struct {
    Slice slice;
    uint32_t men, opp_men, free; // squares in the frame of this side; free of men
    const Masks *masks;          // of the kings that are the bits
    uint64_t serial;             // not 0; no other view of the slice has it
} View;

// What all threads share.
typedef struct {
    const SolvedSet *solved;
    const MaskSet *masks;
    bool fast; // gather.h
} Sources;

// What is known of one row.
typedef struct {
    Outcome outcome;
    uint64_t *capture; // the mover can capture; then `outcome` is final
} RowValues;

// The numbering of parts, by gather.h where that is fast.
PartMen part_men(const Sources *sources, Slice s, uint64_t part);
uint64_t part_of(const Sources *sources, Slice s, PartMen men);

View view_of(const Sources *sources, Slice s, PartMen men, uint64_t serial);

// Where a move leads to but for the kings, which is the same for many rows of a part.
typedef struct {
    uint64_t serial;      // of the view
    uint32_t men;         // captured
    uint32_t from, to;    // of a man's move; to is 0 if it is crowned
    uint32_t kings;       // how many are captured
    const Solved *source; // NULL: the opponent has no pieces left
    uint64_t bit;         // of the part
    uint32_t free;        // squares without men
    const Masks *masks;
} Destination;

#define MOVES_DESTINATIONS 64

// What one thread works with. All zero but for scratch: moves_scratch(words of the longest row).
typedef struct {
    uint64_t *scratch;
    Destination destinations[MOVES_DESTINATIONS];
} MovesSpace;

size_t moves_scratch(uint32_t words);

// Fills the values of a row: captures, and where there are none the men's moves. `kings` are the
// own kings of the row; none where they are the bits. The moves of kings are included in the
// latter case only: they need the opponent's values of the same part.
void moves_row(const Sources *sources, const View *view, uint32_t kings, RowValues *values,
               MovesSpace *space);

#endif
