// The exact number of a position within its slice, both ways.
//
// A slice falls into parts: the positions with the same men. Men are not on their own king row.
// Each side's pieces are numbered in the view of that side, for which its men go up, towards
// squares 1-4, as White's do: "its frame". Sets of squares are numbered as combination.h says.
//
//     number = (part * rows + row) * row_size + place
//
//     part    the men. By the number b of own men on the own first row (squares 29-32 of the own
//             frame), then those, then the other own men among 24 squares, then the opponent's
//             among the squares that are left to them
//     row     the opponent's kings among the squares without men
//     place   the own kings among the squares without men and opponent's kings
#ifndef KELSO_EGDB_INDEX_H
#define KELSO_EGDB_INDEX_H

#include "egdb/slice.h"

// The men of a part, each side's in its own frame.
typedef struct {
    uint32_t own, opp;
} PartMen;

uint64_t index_parts(Slice s);

// All parts of a slice are alike.
int index_free_squares(Slice s);   // without men
uint32_t index_rows(Slice s);      // placements of the opponent's kings
uint32_t index_row_size(Slice s);  // of the own kings, beside those
uint64_t index_part_size(Slice s); // positions of a part
uint64_t index_size(Slice s);      // positions of the slice

uint64_t index_of_part(Slice s, PartMen men);
PartMen index_part_men(Slice s, uint64_t part);

// The same with the opponent's men given by their places among the squares left to them, for
// callers that count places by quicker means.
uint32_t index_left_to_opponent(uint32_t own_men);
uint64_t index_of_part_places(Slice s, uint32_t own_men, uint32_t opp_places);
void index_part_places(Slice s, uint64_t part, uint32_t *own_men, uint32_t *opp_places);

// The position must be one of the slice, with either side to move.
uint64_t index_of(Slice s, Position p);

// The position of this number, with White to move.
Position index_position(Slice s, uint64_t number);

#endif
