#include "rules/perft.h"

#include "rules/generate.h"

typedef uint64_t Perft(Position p, int depth);

// The leaves below a position in which `side` is to move; the last ply is counted without a call.
SPECIALISED uint64_t perft_next(Position next, Side side, int depth, Perft *perft) {
    return depth == 1 ? (uint64_t)count_moves(next, side) : perft(next, depth);
}

SPECIALISED Position play_capture(Position p, Side side, uint32_t from, Jump end) {
    Side other = side_other(side);
    bool king = (p.kings & from) || (end.at & king_row(side));
    Position next;
    next.pieces[side] = (p.pieces[side] & ~from) | end.at;
    next.pieces[other] = p.pieces[other] & ~end.captured;
    next.kings = (p.kings & ~(end.captured | from)) | (king ? end.at : 0);
    next.side = other;
    return next;
}

SPECIALISED Position play_quiet(Position p, Side side, uint32_t from, uint32_t to, bool king) {
    Position next = p;
    next.pieces[side] = p.pieces[side] ^ from ^ to;
    next.kings = king ? p.kings ^ from ^ to : p.kings | (to & king_row(side));
    next.side = side_other(side);
    return next;
}

// All moves of a set in one direction, of men or of kings alone.
SPECIALISED uint64_t perft_quiet(Position p, Side side, int depth, uint32_t set, bool kings,
                                 Direction direction, Perft *other) {
    uint64_t leaves = 0;
    for (set = movers(set, position_empty(p), direction); set != 0; set &= set - 1) {
        uint32_t from = set & -set;
        Position next = play_quiet(p, side, from, squares_step(from, direction), kings);
        leaves += perft_next(next, side_other(side), depth - 1, other);
    }
    return leaves;
}

// No move list: each move is played as it is found. The sides call each other.
SPECIALISED uint64_t perft_side(Position p, Side side, int depth, Perft *other) {
    uint64_t leaves = 0;
    uint32_t jumping = all_jumpers(p, side);
    if (jumping != 0) {
        for (; jumping != 0; jumping &= jumping - 1) {
            uint32_t from = jumping & -jumping;
            CaptureList list;
            piece_captures(p, side, from, &list);
            for (int i = 0; i < list.count; i++) {
                Position next = play_capture(p, side, from, list.ends[i]);
                leaves += perft_next(next, side_other(side), depth - 1, other);
            }
        }
        return leaves;
    }
    uint32_t men = position_men(p, side), kings = position_kings(p, side);
    leaves += perft_quiet(p, side, depth, men, false, forward(side, 0), other);
    leaves += perft_quiet(p, side, depth, men, false, forward(side, 1), other);
    for (int i = 0; i < DIRECTION_COUNT && kings != 0; i++) {
        leaves += perft_quiet(p, side, depth, kings, true, (Direction)i, other);
    }
    return leaves;
}

static uint64_t perft_white(Position p, int depth);

static uint64_t perft_black(Position p, int depth) {
    return perft_side(p, BLACK, depth, perft_white);
}

static uint64_t perft_white(Position p, int depth) {
    return perft_side(p, WHITE, depth, perft_black);
}

uint64_t perft_paths(Position p, int depth) {
    if (depth <= 1) {
        return depth == 0 ? 1 : (uint64_t)moves_count_paths(p);
    }
    return p.side == BLACK ? perft_black(p, depth) : perft_white(p, depth);
}

bool perft_paths_until(Position p, int depth, const atomic_bool *stop, uint64_t *leaves) {
    enum { AT_ONCE = 8 }; // plies that take a few milliseconds
    if (depth <= AT_ONCE) {
        *leaves = perft_paths(p, depth);
        return !atomic_load_explicit((atomic_bool *)stop, memory_order_relaxed);
    }
    MovePathList list;
    moves_generate_paths(p, &list);
    *leaves = 0;
    for (int i = 0; i < list.count; i++) {
        uint64_t below;
        if (!perft_paths_until(position_play(p, list.paths[i].move), depth - 1, stop, &below)) {
            return false;
        }
        *leaves += below;
    }
    return true;
}

uint64_t perft_merged(Position p, int depth) {
    if (depth == 0) {
        return 1;
    }
    MoveList list;
    moves_generate(p, &list);
    if (depth == 1) {
        return (uint64_t)list.count;
    }
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        leaves += perft_merged(position_play(p, list.moves[i]), depth - 1);
    }
    return leaves;
}
