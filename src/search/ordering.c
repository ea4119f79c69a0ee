#include "search/ordering.h"

#include "base/bits.h"

enum {
    FROM_TABLE = 1 << 22,
    CAPTURE = 1 << 16,
    CAPTURED_KING = 1 << 15,
    FIRST_KILLER = 1 << 18,
    SECOND_KILLER = FIRST_KILLER - 1,
};

static int move_score(const Worker *worker, const Node *node, Move move) {
    if (move.captured != 0) {
        return CAPTURE * bits_count(move.captured) +
               CAPTURED_KING * bits_count(move.captured & node->position.kings);
    }
    if (move_equal(move, node->killers[0])) {
        return FIRST_KILLER;
    }
    if (move_equal(move, node->killers[1])) {
        return SECOND_KILLER;
    }
    return history_score(&worker->history, (Side)node->position.side, node->quiet_index, move);
}

void ordering_init(Ordering *ordering, const Worker *worker, const Node *node, MoveList *list,
                   int table_move) {
    ordering->list = list;
    ordering->next = 0;
    for (int i = 0; i < list->count; i++) {
        int score = i == table_move ? FROM_TABLE : move_score(worker, node, list->moves[i]);
        ordering->keys[i] = score * 256 + (255 - i);
    }
}

Move ordering_pick(Ordering *ordering, int *index) {
    MoveList *list = ordering->list;
    int next = ordering->next++, best = next;
    for (int i = next + 1; i < list->count; i++) {
        if (ordering->keys[i] > ordering->keys[best]) {
            best = i;
        }
    }
    Move move = list->moves[best];
    int key = ordering->keys[best];
    list->moves[best] = list->moves[next];
    ordering->keys[best] = ordering->keys[next];
    list->moves[next] = move;
    ordering->keys[next] = key;
    *index = 255 - (key & 255);
    return move;
}
