// Slices: all positions with the same material, from the mover's view. A position with Black to
// move is the same as the turned one with White to move (position_flip), so one table serves both
// colours. "own" is the side to move, "opp" its opponent.
#ifndef KELSO_EGDB_SLICE_H
#define KELSO_EGDB_SLICE_H

#include "rules/position.h"

// Numbers up to here fit 64 bits with room; a table for so many is another matter.
#define SLICE_PIECES_MAX 10

typedef struct {
    int own_men, own_kings, opp_men, opp_kings;
} Slice;

static inline int slice_pieces(Slice s) {
    return s.own_men + s.own_kings + s.opp_men + s.opp_kings;
}

static inline int slice_men(Slice s) {
    return s.own_men + s.opp_men;
}

static inline bool slice_equal(Slice a, Slice b) {
    return a.own_men == b.own_men && a.own_kings == b.own_kings && a.opp_men == b.opp_men &&
           a.opp_kings == b.opp_kings;
}

// The same material with the other side to move.
static inline Slice slice_swapped(Slice s) {
    return (Slice){s.opp_men, s.opp_kings, s.own_men, s.own_kings};
}

// Different for slices that differ, below SLICE_IDS: for arrays.
#define SLICE_IDS 14641
static inline int slice_id(Slice s) {
    return ((s.own_men * 11 + s.own_kings) * 11 + s.opp_men) * 11 + s.opp_kings;
}

// The slice of a position that has at most SLICE_PIECES_MAX pieces.
Slice slice_of(Position p);

// "2m1k-1m2k": own men and kings, then the opponent's.
#define SLICE_NAME_MAX 32
void slice_name(Slice s, char text[SLICE_NAME_MAX]);

// Reads such a name, also one that is short for it: in capitals, and without what is none, as in
// "2K-1M1K". false if the text is no name, or says too many pieces or none for one side.
bool slice_named(const char *text, Slice *s);

// All slices of so many pieces with both sides present, in an order in which they can be solved
// when those of fewer pieces are: fewer men first, and a slice beside its swapped one, the one
// with more own pieces first. Returns how many there are.
#define SLICE_LIST_MAX 300
int slice_list(int pieces, Slice slices[SLICE_LIST_MAX]);

#endif
