// Solving a part in which both sides have kings: what captures and men's moves lead to is known,
// and the kings' moves are followed to and fro until nothing changes.
//
// Each side's values are a matrix of bits: a row for each placement of its own kings, a bit for
// each of the opponent's. To move a king is to look at a neighbouring row of the opponent's values,
// for which they are kept transposed. A position is won if some neighbour is lost, lost if all
// neighbours are won; bits of overlapping placements count as won, since no king can move there.
#ifndef KELSO_EGDB_KINGS_H
#define KELSO_EGDB_KINGS_H

#include "egdb/masks.h"
#include "egdb/matrix.h"
#include "egdb/team.h"

// One side's values. What is set up for each part: win, loss, can_win, can_lose, and neighbours.
typedef struct {
    uint32_t rows, bits;      // placements of its kings, and of the opponent's
    Matrix invalid;           // overlapping placements
    Matrix win, loss;         // so far; win holds the invalid ones too
    Matrix can_win, can_lose; // still open
    Matrix win_turned, loss_turned;
    uint32_t *placements;      // of its kings, as places, by row; owned
    uint32_t *neighbours;      // rows that kings' moves lead to, row after row; owned
    uint32_t *first_neighbour; // of each row, and the end; owned
} KingSide;

typedef struct {
    KingSide sides[2];
} KingPart;

// For parts with so many free squares and kings of both sides. false if there is no memory.
bool king_part_init(KingPart *part, const MaskSet *masks, int squares, int kings, int opp_kings);
void king_part_destroy(KingPart *part);

// Bytes that it takes, about.
uint64_t king_part_bytes(int squares, int kings, int opp_kings);

// Sets up which rows of a side are neighbours, with these squares free, in its own frame.
void king_side_connect(KingSide *side, uint32_t free);

// Solves the part; afterwards win_turned and loss_turned hold both sides' values.
void king_part_solve(KingPart *part, Team *team);

#endif
