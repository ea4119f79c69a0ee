// The move generator's parts, for moves.c and perft.c. Every function that takes a Side is meant to
// be inlined with a constant, so that all shifts are constants too: each user names both sides
// once.
#ifndef KELSO_RULES_GENERATE_H
#define KELSO_RULES_GENERATE_H

#include "base/bits.h"
#include "base/specialised.h"
#include "rules/moves.h"

// The first or second direction in which the men of this side move.
SPECIALISED Direction forward(Side side, int number) {
    return (Direction)((side == BLACK ? DOWN_LEFT : UP_LEFT) + number);
}

SPECIALISED Direction backward(Side side, int number) {
    return forward(side_other(side), number);
}

SPECIALISED uint32_t position_empty(Position p) {
    return ~(p.pieces[BLACK] | p.pieces[WHITE]);
}

// The pieces of the set that can step to an empty square in this direction.
SPECIALISED uint32_t movers(uint32_t set, uint32_t empty, Direction direction) {
    return set & squares_step(empty, direction_opposite(direction));
}

// The pieces of the set that can jump a victim in this direction.
SPECIALISED uint32_t jumpers(uint32_t set, uint32_t victims, uint32_t empty, Direction direction) {
    Direction back = direction_opposite(direction);
    return set & squares_step(victims & squares_step(empty, back), back);
}

// All pieces of the side that can capture.
SPECIALISED uint32_t all_jumpers(Position p, Side side) {
    uint32_t own = p.pieces[side], victims = p.pieces[side_other(side)];
    uint32_t empty = position_empty(p), kings = own & p.kings;
    uint32_t set = jumpers(own, victims, empty, forward(side, 0)) |
                   jumpers(own, victims, empty, forward(side, 1));
    if (kings != 0) {
        set |= jumpers(kings, victims, empty, backward(side, 0)) |
               jumpers(kings, victims, empty, backward(side, 1));
    }
    return set;
}

// A capture of one piece as far as it has gone. The path is kept as numbers of five bits, the
// latest lowest: ten squares at most.
typedef struct {
    uint64_t path;
    uint32_t at, captured;
} Jump;

#define PIECE_CAPTURES_MAX 16 // see MOVES_MAX

typedef struct {
    int count;
    Jump ends[PIECE_CAPTURES_MAX];
} CaptureList;

SPECIALISED Jump jump_start(uint32_t at) {
    return (Jump){(uint64_t)bits_first(at), at, 0};
}

// One jump further; `at` of the result is 0 where there is none.
SPECIALISED Jump jump_further(Jump jump, uint32_t victims, uint32_t empty, Direction direction) {
    uint32_t over = squares_step(jump.at, direction) & victims & ~jump.captured;
    uint32_t landing = squares_step(over, direction) & empty;
    if (landing == 0) {
        return (Jump){0, 0, 0};
    }
    return (Jump){jump.path << 5 | (uint64_t)bits_first(landing), landing, jump.captured | over};
}

// Both collect the ends of all captures that go on from `jump`. A man that is crowned cannot go on,
// since no square lies further forward.
typedef void CollectCaptures(CaptureList *list, Jump jump, uint32_t victims, uint32_t empty);

SPECIALISED void collect_jumps(CaptureList *list, Jump jump, uint32_t victims, uint32_t empty,
                               Direction first, int directions, CollectCaptures *self) {
    bool ended = true;
    for (int i = 0; i < directions; i++) {
        Jump next = jump_further(jump, victims, empty, (Direction)((int)first + i));
        if (next.at != 0) {
            ended = false;
            self(list, next, victims, empty);
        }
    }
    if (ended) {
        list->ends[list->count++] = jump;
    }
}

static inline void collect_black_man(CaptureList *list, Jump jump, uint32_t victims,
                                     uint32_t empty) {
    collect_jumps(list, jump, victims, empty, DOWN_LEFT, 2, collect_black_man);
}

static inline void collect_white_man(CaptureList *list, Jump jump, uint32_t victims,
                                     uint32_t empty) {
    collect_jumps(list, jump, victims, empty, UP_LEFT, 2, collect_white_man);
}

static inline void collect_king(CaptureList *list, Jump jump, uint32_t victims, uint32_t empty) {
    collect_jumps(list, jump, victims, empty, DOWN_LEFT, DIRECTION_COUNT, collect_king);
}

// All captures of the piece on `at`, every path for itself.
SPECIALISED void piece_captures(Position p, Side side, uint32_t at, CaptureList *list) {
    uint32_t victims = p.pieces[side_other(side)];
    list->count = 0;
    if (p.kings & at) {
        collect_king(list, jump_start(at), victims, position_empty(p) | at);
    } else if (side == BLACK) {
        collect_black_man(list, jump_start(at), victims, position_empty(p));
    } else {
        collect_white_man(list, jump_start(at), victims, position_empty(p));
    }
}

// How many captures the men of the set have. Where none of them can jump twice, no path is walked.
SPECIALISED int count_man_captures(Position p, Side side, uint32_t men) {
    uint32_t victims = p.pieces[side_other(side)], empty = position_empty(p);
    Direction left = forward(side, 0), right = forward(side, 1);
    uint32_t jump_left = jumpers(men, victims, empty, left);
    uint32_t jump_right = jumpers(men, victims, empty, right);
    uint32_t landings = squares_step(squares_step(jump_left, left), left) |
                        squares_step(squares_step(jump_right, right), right);
    if ((jumpers(landings, victims, empty, left) | jumpers(landings, victims, empty, right)) == 0) {
        return bits_count64(jump_left | (uint64_t)jump_right << 32);
    }
    int count = 0;
    for (uint32_t jumping = jump_left | jump_right; jumping != 0; jumping &= jumping - 1) {
        CaptureList list;
        piece_captures(p, side, jumping & -jumping, &list);
        count += list.count;
    }
    return count;
}

SPECIALISED int count_captures(Position p, Side side, uint32_t jumping) {
    int count = count_man_captures(p, side, jumping & ~p.kings);
    for (jumping &= p.kings; jumping != 0; jumping &= jumping - 1) {
        CaptureList list;
        piece_captures(p, side, jumping & -jumping, &list);
        count += list.count;
    }
    return count;
}

SPECIALISED int count_quiet(Position p, Side side) {
    uint32_t own = p.pieces[side], kings = own & p.kings, empty = position_empty(p);
    uint64_t left = movers(own, empty, forward(side, 0));
    uint64_t right = movers(own, empty, forward(side, 1));
    int count = bits_count64(left | right << 32);
    if (kings != 0) {
        left = movers(kings, empty, backward(side, 0));
        right = movers(kings, empty, backward(side, 1));
        count += bits_count64(left | right << 32);
    }
    return count;
}

// How many moves there are, captures with every path for itself.
SPECIALISED int count_moves(Position p, Side side) {
    uint32_t jumping = all_jumpers(p, side);
    return jumping != 0 ? count_captures(p, side, jumping) : count_quiet(p, side);
}

#endif
