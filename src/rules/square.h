// Squares and sets of squares. Square n of the printed board (1-32) is number n - 1 in code and bit
// n - 1 of a set. With White at the bottom square 1 is in the top row, second column from the left;
// each row has four squares, and Black's men move down the board, to higher numbers.
#ifndef KELSO_RULES_SQUARE_H
#define KELSO_RULES_SQUARE_H

#include <stdint.h>

#define SQUARE_COUNT 32

typedef enum { BLACK, WHITE } Side;

static inline Side side_other(Side side) {
    return side == BLACK ? WHITE : BLACK;
}

static inline uint32_t square_bit(int square) {
    return (uint32_t)1 << square;
}

// Rows 1, 3, 5, 7 from the top stand one column further right than the others, so a step's shift
// depends on the row.
#define SQUARES_RIGHT_ROWS       0x0F0F0F0FU
#define SQUARES_LEFT_ROWS        0xF0F0F0F0U
#define SQUARES_RIGHT_ROWS_INNER 0x07070707U // without the right edge
#define SQUARES_LEFT_ROWS_INNER  0xE0E0E0E0U // without the left edge

typedef enum { DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT, DIRECTION_COUNT } Direction;

static inline Direction direction_opposite(Direction direction) {
    return (Direction)(3 - (int)direction);
}

// All squares of the set moved one step; those that would leave the board vanish.
static inline uint32_t squares_step(uint32_t set, Direction direction) {
    switch (direction) {
    case DOWN_LEFT:
        return (set & SQUARES_RIGHT_ROWS) << 4 | (set & SQUARES_LEFT_ROWS_INNER) << 3;
    case DOWN_RIGHT:
        return (set & SQUARES_LEFT_ROWS) << 4 | (set & SQUARES_RIGHT_ROWS_INNER) << 5;
    case UP_LEFT:
        return (set & SQUARES_RIGHT_ROWS) >> 4 | (set & SQUARES_LEFT_ROWS_INNER) >> 5;
    default:
        return (set & SQUARES_LEFT_ROWS) >> 4 | (set & SQUARES_RIGHT_ROWS_INNER) >> 3;
    }
}

// The row on which a man of this side becomes a king.
static inline uint32_t king_row(Side side) {
    return side == BLACK ? 0xF0000000U : 0x0000000FU;
}

// The set on the board turned by 180 degrees.
static inline uint32_t squares_turn(uint32_t set) {
    set = (set >> 1 & 0x55555555U) | (set & 0x55555555U) << 1;
    set = (set >> 2 & 0x33333333U) | (set & 0x33333333U) << 2;
    set = (set >> 4 & 0x0F0F0F0FU) | (set & 0x0F0F0F0FU) << 4;
    return __builtin_bswap32(set);
}

#endif
