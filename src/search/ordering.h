// The order in which a node's moves are tried: the table's move, captures by what they take,
// killers, then quiet moves by history. Private to src/search.
#ifndef KELSO_SEARCH_ORDERING_H
#define KELSO_SEARCH_ORDERING_H

#include "search/worker.h"

typedef struct {
    MoveList *list;
    int next;            // of the list: what stands before was picked
    int keys[MOVES_MAX]; // the move's score, and in the low byte 255 less its index as generated
} Ordering;

// table_move: an index in the list as generated, or TABLE_NO_MOVE. The list is reordered by
// picking.
void ordering_init(Ordering *ordering, const Worker *worker, const Node *node, MoveList *list,
                   int table_move);

// The best move that is left; there must be one. *index is its place as generated.
Move ordering_pick(Ordering *ordering, int *index);

#endif
