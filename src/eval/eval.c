// The hand-made evaluation, until a learned one takes its place. All weights are hundredths of a
// man, set by hand and checked in matches; see src/search/LOG.md.
#include "eval/eval.h"

#include <math.h>

#include "base/bits.h"
#include "base/specialised.h"

enum {
    MAN = 99, // and what his square is worth
    KING = 135,
    EXCHANGE_WHEN_AHEAD = 200, // a lead of one piece, divided by all pieces on the board
    KING_STEP = 2,
    KING_TRAPPED = -30,
    KING_CENTRE = 6,
    RUNAWAY = 60, // a man nobody can stop, less RUNAWAY_ROW for each row to go
    RUNAWAY_ROW = 8,
    TEMPO = 3,
    THE_MOVE = 4, // the opposition, in even endings
    THE_MOVE_PIECES = 12,
};

#define CENTRE_SQUARES 0x00666600U // 10 11 14 15 18 19 22 23
#define ROW(n)         (0xFU << (4 * (n)))

// Squares that count for "the move": every other column. The player to move has it when an odd
// number of all pieces stands in his system.
#define SYSTEM_BLACK 0x0F0F0F0FU
#define SYSTEM_WHITE 0xF0F0F0F0U

// What a black man's square is worth: his row, more in the centre, less at the edge, and most of a
// back row that keeps White from crowning; for White the board is turned.
//
//          8     4     8     2
//       0     2     2     2
//          3     7     7     1
//       2     8     8     4
//          5     9     9     3
//       4    10    10     6
//          7     7     7     5
//       6     8     8     8
//
// Kept by binary digit, so that a digit of all men is one count: the squares whose worth has a 1, a
// 2, a 4, an 8 in it.
static const uint32_t man_digits[2][4] = {
    {0x0F0F0F00, 0x17E817E8, 0x1F918602, 0xE0666005},
    {0x00F0F0F0, 0x17E817E8, 0x406189F8, 0xA0066607},
};

// How many more squares there are in the first set, by one count of both.
SPECIALISED int difference(uint32_t more, uint32_t less) {
    return bits_count64(more | (uint64_t)~less << 32) - 32;
}

SPECIALISED uint32_t step_forward(uint32_t set, Side side) {
    return side == BLACK ? squares_step(set, DOWN_LEFT) | squares_step(set, DOWN_RIGHT)
                         : squares_step(set, UP_LEFT) | squares_step(set, UP_RIGHT);
}

SPECIALISED uint32_t step_any(uint32_t set) {
    return step_forward(set, BLACK) | step_forward(set, WHITE);
}

// A man is a runaway when all squares that he can reach, and their neighbours, are free of the
// enemy.
SPECIALISED int runaways(Position p, Side side) {
    uint32_t enemy = p.pieces[side_other(side)];
    uint32_t held = enemy | step_any(enemy);
    int score = 0;
    for (int rows = 1; rows <= 3; rows++) {
        int row = side == BLACK ? 7 - rows : rows;
        uint32_t men = position_men(p, side) & ROW(row);
        while (men != 0) {
            uint32_t path = men & -men, cone = path;
            for (int i = 0; i < rows; i++) {
                path = step_forward(path, side) & ~p.pieces[side];
                cone |= path;
            }
            men &= men - 1;
            if (path != 0 && (cone & held) == 0) {
                score += RUNAWAY - RUNAWAY_ROW * rows;
            }
        }
    }
    return score;
}

SPECIALISED int kings_terms(Position p, Side side) {
    uint32_t kings = position_kings(p, side), enemy = p.pieces[side_other(side)];
    uint32_t empty = ~(p.pieces[BLACK] | p.pieces[WHITE]);
    // A square next to an enemy piece with a free square behind is not safe; that is left to the
    // search.
    uint32_t free = empty & ~step_forward(enemy, side_other(side));
    uint32_t mobile = step_any(free);
    return KING_STEP * bits_count(step_any(kings) & free) +
           KING_TRAPPED * bits_count(kings & ~mobile) +
           KING_CENTRE * bits_count(kings & CENTRE_SQUARES);
}

static int men_squares(Position p) {
    uint32_t black = position_men(p, BLACK), white = position_men(p, WHITE);
    int score = 0;
    for (int digit = 0; digit < 4; digit++) {
        int more = difference(black & man_digits[BLACK][digit], white & man_digits[WHITE][digit]);
        score += more * (1 << digit);
    }
    return score;
}

SPECIALISED int placement(Position p, Side side) {
    int score = 0;
    if (position_men(p, side) & (side == BLACK ? 0x0FFF0000U : 0x0000FFF0U)) {
        score += runaways(p, side);
    }
    return p.kings & p.pieces[side] ? score + kings_terms(p, side) : score;
}

static int material(Position p, int lead, int pieces) {
    int kings = p.kings == 0 ? 0 : difference(position_kings(p, BLACK), position_kings(p, WHITE));
    return MAN * lead + (KING - MAN) * kings + EXCHANGE_WHEN_AHEAD * lead / pieces;
}

static int the_move(Position p) {
    uint32_t system = p.side == BLACK ? SYSTEM_BLACK : SYSTEM_WHITE;
    uint32_t all = p.pieces[BLACK] | p.pieces[WHITE];
    return bits_count(all & system) % 2 == 1 ? THE_MOVE : -THE_MOVE;
}

int eval_position(Position p, Variant variant) {
    int lead = difference(p.pieces[BLACK], p.pieces[WHITE]);
    int pieces = bits_count64(p.pieces[BLACK] | (uint64_t)p.pieces[WHITE] << 32);
    int balance = material(p, lead, pieces);
    if (variant == VARIANT_GIVEAWAY) { // pieces are a burden, and little else is known
        return p.side == BLACK ? -balance : balance;
    }
    int score = balance + men_squares(p) + placement(p, BLACK) - placement(p, WHITE);
    int own = (p.side == BLACK ? score : -score) + TEMPO;
    return pieces <= THE_MOVE_PIECES && lead == 0 ? own + the_move(p) : own;
}

Chances eval_chances(int score) {
    enum { EVEN_CHANCE = 120, WIDTH = 40 }; // the score that wins half the games; the curve's width
    int win = (int)lround(1000 / (1 + exp((EVEN_CHANCE - score) / (double)WIDTH)));
    int loss = (int)lround(1000 / (1 + exp((EVEN_CHANCE + score) / (double)WIDTH)));
    return (Chances){win, 1000 - win - loss, loss};
}
