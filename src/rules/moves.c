#include "rules/moves.h"

#include "rules/generate.h"

bool moves_can_capture(Position p, Side side) {
    return (side == BLACK ? all_jumpers(p, BLACK) : all_jumpers(p, WHITE)) != 0;
}

bool moves_can_step(Position p, Side side) {
    return (side == BLACK ? count_quiet(p, BLACK) : count_quiet(p, WHITE)) != 0;
}

int moves_count_paths(Position p) {
    return p.side == BLACK ? count_moves(p, BLACK) : count_moves(p, WHITE);
}

bool moves_exist(Position p) {
    return moves_can_step(p, (Side)p.side) || moves_can_capture(p, (Side)p.side);
}

SPECIALISED void add_quiet(MoveList *list, uint32_t set, Direction direction) {
    while (set != 0) {
        int from = bits_pop(&set);
        int to = bits_first(squares_step(square_bit(from), direction));
        list->moves[list->count++] = (Move){0, (uint8_t)from, (uint8_t)to};
    }
}

SPECIALISED void add_quiets(Position p, Side side, MoveList *list) {
    uint32_t own = p.pieces[side], kings = own & p.kings, empty = position_empty(p);
    add_quiet(list, movers(own, empty, forward(side, 0)), forward(side, 0));
    add_quiet(list, movers(own, empty, forward(side, 1)), forward(side, 1));
    if (kings != 0) {
        add_quiet(list, movers(kings, empty, backward(side, 0)), backward(side, 0));
        add_quiet(list, movers(kings, empty, backward(side, 1)), backward(side, 1));
    }
}

// Two paths with the same ends and captures differ by a way round a loop, which takes four jumps.
static bool is_repeated(const MoveList *list, Move move) {
    if (bits_count(move.captured) < 4) {
        return false;
    }
    for (int i = 0; i < list->count; i++) {
        if (move_equal(list->moves[i], move)) {
            return true;
        }
    }
    return false;
}

SPECIALISED void add_captures(Position p, Side side, uint32_t jumping, bool merge, MoveList *list) {
    for (; jumping != 0; jumping &= jumping - 1) {
        CaptureList captures;
        piece_captures(p, side, jumping & -jumping, &captures);
        for (int i = 0; i < captures.count; i++) {
            Jump end = captures.ends[i];
            Move move = {end.captured, (uint8_t)bits_first(jumping), (uint8_t)bits_first(end.at)};
            if (!merge || !is_repeated(list, move)) {
                list->moves[list->count++] = move;
            }
        }
    }
}

SPECIALISED void generate(Position p, Side side, bool merge, MoveList *list) {
    list->count = 0;
    uint32_t jumping = all_jumpers(p, side);
    if (jumping != 0) {
        add_captures(p, side, jumping, merge, list);
    } else {
        add_quiets(p, side, list);
    }
}

void moves_generate(Position p, MoveList *list) {
    if (p.side == BLACK) {
        generate(p, BLACK, true, list);
    } else {
        generate(p, WHITE, true, list);
    }
}

static void add_paths(Position p, uint32_t from, MovePathList *list) {
    CaptureList captures;
    if (p.side == BLACK) {
        piece_captures(p, BLACK, from, &captures);
    } else {
        piece_captures(p, WHITE, from, &captures);
    }
    for (int i = 0; i < captures.count; i++) {
        Jump end = captures.ends[i];
        MovePath *path = &list->paths[list->count++];
        path->move = (Move){end.captured, (uint8_t)bits_first(from), (uint8_t)bits_first(end.at)};
        path->count = bits_count(end.captured) + 1;
        for (int j = path->count - 1; j >= 0; j--) {
            path->squares[j] = end.path & 31;
            end.path >>= 5;
        }
    }
}

void moves_generate_paths(Position p, MovePathList *list) {
    uint32_t jumping = p.side == BLACK ? all_jumpers(p, BLACK) : all_jumpers(p, WHITE);
    list->count = 0;
    if (jumping != 0) {
        for (; jumping != 0; jumping &= jumping - 1) {
            add_paths(p, jumping & -jumping, list);
        }
        return;
    }
    MoveList quiet;
    moves_generate(p, &quiet);
    for (int i = 0; i < quiet.count; i++) {
        Move move = quiet.moves[i];
        list->paths[list->count++] = (MovePath){move, 2, {move.from, move.to}};
    }
}

bool moves_first_path(Position p, Move move, MovePath *path) {
    MovePathList list;
    moves_generate_paths(p, &list);
    for (int i = 0; i < list.count; i++) {
        if (move_equal(list.paths[i].move, move)) {
            *path = list.paths[i];
            return true;
        }
    }
    return false;
}

bool moves_list_contains(const MoveList *list, Move move) {
    for (int i = 0; i < list->count; i++) {
        if (move_equal(list->moves[i], move)) {
            return true;
        }
    }
    return false;
}

bool moves_contain(Position p, Move move) {
    MoveList list;
    moves_generate(p, &list);
    return moves_list_contains(&list, move);
}
