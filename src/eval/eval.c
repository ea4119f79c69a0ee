// The hand-made evaluation, until a learned one takes its place. All weights are hundredths of a
// man, set by hand and checked in matches; see src/search/LOG.md.
#include "eval/eval.h"

#include <math.h>

#include "base/bits.h"

#define SPECIALISED static inline __attribute__((always_inline))

enum {
    MAN = 100,
    KING = 135,
    EXCHANGE_WHEN_AHEAD = 200, // a lead of one piece, divided by all pieces on the board
    BACK_MAN = 7,              // a man on the two back squares that guard best
    BACK_MAN_OTHER = 3,
    CENTRE = 4,
    EDGE_MAN = -2,
    ADVANCE = 1, // a man's row
    KING_STEP = 2,
    KING_TRAPPED = -30,
    KING_CENTRE = 6,
    RUNAWAY = 60, // a man nobody can stop, less RUNAWAY_ROW for each row to go
    RUNAWAY_ROW = 8,
    TEMPO = 3,
    THE_MOVE = 4, // the opposition, in endings without many pieces
};

#define CENTRE_SQUARES 0x00666600U // 10 11 14 15 18 19 22 23
#define EDGE_SQUARES   0x18181818U
#define ROW(n)         (0xFU << (4 * (n)))

// Squares that count for "the move": every other column. The player to move has it when an odd
// number of all pieces stands in his system.
#define SYSTEM_BLACK 0x0F0F0F0FU
#define SYSTEM_WHITE 0xF0F0F0F0U

SPECIALISED uint32_t step_forward(uint32_t set, Side side) {
    return side == BLACK ? squares_step(set, DOWN_LEFT) | squares_step(set, DOWN_RIGHT)
                         : squares_step(set, UP_LEFT) | squares_step(set, UP_RIGHT);
}

SPECIALISED uint32_t step_any(uint32_t set) {
    return step_forward(set, BLACK) | step_forward(set, WHITE);
}

// The sum of the men's rows, counted from their own side, by the binary digits of the row.
SPECIALISED int rows_advanced(uint32_t men, Side side) {
    int from_top = bits_count(men & 0xF0F0F0F0U) + 2 * bits_count(men & 0xFF00FF00U) +
                   4 * bits_count(men & 0xFFFF0000U);
    return side == BLACK ? from_top : 7 * bits_count(men) - from_top;
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

SPECIALISED int men_terms(Position p, Side side) {
    uint32_t men = position_men(p, side);
    uint32_t guards = side == BLACK ? 0x00000005U : 0xA0000000U; // 1 and 3, 30 and 32
    uint32_t back = king_row(side_other(side)) & ~guards;
    return BACK_MAN * bits_count(men & guards) + BACK_MAN_OTHER * bits_count(men & back) +
           CENTRE * bits_count(men & CENTRE_SQUARES) + EDGE_MAN * bits_count(men & EDGE_SQUARES) +
           ADVANCE * rows_advanced(men, side);
}

SPECIALISED int placement(Position p, Side side) {
    int score = men_terms(p, side);
    if (position_men(p, side) & (side == BLACK ? 0x0FFF0000U : 0x0000FFF0U)) {
        score += runaways(p, side);
    }
    return p.kings & p.pieces[side] ? score + kings_terms(p, side) : score;
}

static int material(Position p) {
    int black = bits_count(p.pieces[BLACK]), white = bits_count(p.pieces[WHITE]);
    int black_kings = bits_count(position_kings(p, BLACK));
    int white_kings = bits_count(position_kings(p, WHITE));
    return MAN * (black - white) + (KING - MAN) * (black_kings - white_kings) +
           EXCHANGE_WHEN_AHEAD * (black - white) / (black + white);
}

static int the_move(Position p) {
    uint32_t all = p.pieces[BLACK] | p.pieces[WHITE];
    if (bits_count(all) > 12 || bits_count(p.pieces[BLACK]) != bits_count(p.pieces[WHITE])) {
        return 0;
    }
    uint32_t system = p.side == BLACK ? SYSTEM_BLACK : SYSTEM_WHITE;
    return bits_count(all & system) % 2 == 1 ? THE_MOVE : -THE_MOVE;
}

int eval_position(Position p, Variant variant) {
    int balance = material(p);
    if (variant == VARIANT_GIVEAWAY) { // pieces are a burden, and little else is known
        return p.side == BLACK ? -balance : balance;
    }
    int score = balance + placement(p, BLACK) - placement(p, WHITE);
    return (p.side == BLACK ? score : -score) + TEMPO + the_move(p);
}

Chances eval_chances(int score) {
    enum { EVEN_CHANCE = 120, WIDTH = 40 }; // the score that wins half the games; the curve's width
    int win = (int)lround(1000 / (1 + exp((EVEN_CHANCE - score) / (double)WIDTH)));
    int loss = (int)lround(1000 / (1 + exp((EVEN_CHANCE + score) / (double)WIDTH)));
    return (Chances){win, 1000 - win - loss, loss};
}
