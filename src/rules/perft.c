#include "rules/perft.h"

#include "rules/generate.h"

typedef uint64_t Perft(Position p, int depth);

// The leaves below a position in which `side` is to move; the last ply is counted without a call.
SPECIALISED uint64_t perft_next(Position next, Side side, int depth, Perft *perft) {
    return depth == 1 ? (uint64_t)count_moves(next, side) : perft(next, depth);
}

// All quiet moves of a set in one direction.
SPECIALISED uint64_t perft_quiet(Position p, Side side, int depth, uint32_t set,
                                 Direction direction, Perft *other) {
    uint64_t leaves = 0;
    for (set = movers(set, position_empty(p), direction); set != 0; set &= set - 1) {
        uint32_t from = set & -set;
        Position next = position_after(p, side, from, squares_step(from, direction), 0);
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
                Position next =
                    position_after(p, side, from, list.ends[i].at, list.ends[i].captured);
                leaves += perft_next(next, side_other(side), depth - 1, other);
            }
        }
        return leaves;
    }
    uint32_t own = p.pieces[side], kings = position_kings(p, side);
    leaves += perft_quiet(p, side, depth, own, forward(side, 0), other);
    leaves += perft_quiet(p, side, depth, own, forward(side, 1), other);
    if (kings != 0) {
        leaves += perft_quiet(p, side, depth, kings, backward(side, 0), other);
        leaves += perft_quiet(p, side, depth, kings, backward(side, 1), other);
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
