// The position: a small value, copied and never changed in place.
#ifndef KELSO_RULES_POSITION_H
#define KELSO_RULES_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/hash.h"
#include "rules/square.h"

#define SIDE_PIECES_MAX 12

typedef struct {
    uint32_t pieces[2]; // by Side: men and kings
    uint32_t kings;     // of both sides
    uint32_t side;      // Side to move
} Position;

// A legal move without its path: moves that differ only in the path lead to the same position and
// are one move for play. `captured` is empty for a quiet move. from == to is possible: a king may
// end on the square it came from.
typedef struct {
    uint32_t captured;
    uint8_t from, to;
} Move;

static inline bool move_equal(Move a, Move b) {
    return a.captured == b.captured && a.from == b.from && a.to == b.to;
}

Position position_start(void);

static inline bool position_equal(Position a, Position b) {
    return a.pieces[BLACK] == b.pieces[BLACK] && a.pieces[WHITE] == b.pieces[WHITE] &&
           a.kings == b.kings && a.side == b.side;
}

// XXH3 of the boards and the side: the same on every machine.
static inline uint64_t position_hash(Position p) {
    return hash_words(p.pieces[BLACK] | (uint64_t)p.pieces[WHITE] << 32,
                      p.kings | (uint64_t)p.side << 32);
}

static inline uint32_t position_men(Position p, Side side) {
    return p.pieces[side] & ~p.kings;
}

static inline uint32_t position_kings(Position p, Side side) {
    return p.pieces[side] & p.kings;
}

// Refuses what no game can hold: two colours on one square, a king without a piece, more than
// twelve pieces a side, a man on its own king row, an empty board.
bool position_check(Position p, Error *error);

// The board turned by 180 degrees with the colours swapped, the side to move too: the same position
// seen by the other player.
Position position_flip(Position p);

// The position after a legal move of `side`, who is to move, given by masks.
static inline Position position_after(Position p, Side side, uint32_t from, uint32_t to,
                                      uint32_t captured) {
    bool king = (p.kings & from) || (to & king_row(side));
    Position next;
    next.pieces[side] = (p.pieces[side] & ~from) | to;
    next.pieces[side_other(side)] = p.pieces[side_other(side)] & ~captured;
    next.kings = (p.kings & ~(captured | from)) | (king ? to : 0);
    next.side = side_other(side);
    return next;
}

static inline Position position_play(Position p, Move move) {
    return position_after(p, (Side)p.side, square_bit(move.from), square_bit(move.to),
                          move.captured);
}

#endif
