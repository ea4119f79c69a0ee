#include "book/material.h"

#include "base/bits.h"
#include "rules/moves.h"

// What the side to move has more than the other, in pieces, within alpha … beta.
static int search(Position position, int depth, int alpha, int beta) {
    MoveList list;
    moves_generate(position, &list);
    if (list.count == 0) {
        return alpha;
    }
    if (depth <= 0 && list.moves[0].captured == 0) {
        return bits_count(position.pieces[position.side]) -
               bits_count(position.pieces[side_other((Side)position.side)]);
    }
    for (int i = 0; i < list.count && alpha < beta; i++) {
        int value = -search(position_play(position, list.moves[i]), depth - 1, -beta, -alpha);
        alpha = value > alpha ? value : alpha;
    }
    return alpha;
}

int material_ahead(Position position, int depth) {
    int pieces = search(position, depth, -1, 1);
    return (pieces > 0) - (pieces < 0);
}
