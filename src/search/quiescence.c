// The end of the search's branches: captures are played out, since they are compulsory and no score
// is worth anything in their midst.
#include "search/endings.h"
#include "search/ordering.h"
#include "search/worker.h"

static int quiesce(Worker *worker, Node *node, int alpha, int beta, int threats);

static int quiesce_moves(Worker *worker, Node *node, MoveList *list, int alpha, int beta,
                         int threats) {
    int best = -SCORE_INFINITE;
    Ordering ordering;
    ordering_init(&ordering, worker, node, list, TABLE_NO_MOVE);
    for (int i = 0; i < list->count; i++) {
        int index;
        Move move = ordering_pick(&ordering, &index);
        Node *child = worker_enter(worker, node, move);
        int score = -quiesce(worker, child, -beta, -alpha, threats);
        if (score > best) {
            best = score;
            alpha = score > alpha ? score : alpha;
        }
        if (score >= beta || worker->stopped) {
            break;
        }
    }
    return best;
}

// threats: how many more times a quiet position in which the opponent could capture is looked into.
static int quiesce(Worker *worker, Node *node, int alpha, int beta, int threats) {
    Position p = node->position;
    Side side = (Side)p.side;
    int ply = worker_ply(worker, node);
    if (ply > worker->selective_depth) {
        worker->selective_depth = ply;
    }
    worker->lines[ply].count = 0;
    int score;
    Ending ending = endings_probe(worker, node, &score);
    if (ending == ENDING_SCORE) {
        return score;
    }
    bool capturing = moves_can_capture(p, side);
    bool threatened = !capturing && threats > 0 && moves_can_capture(p, side_other(side));
    if ((capturing || threatened) && ply < PLY_MAX && !worker->stopped) {
        MoveList list;
        moves_generate(p, &list);
        if (list.count != 0) {
            return quiesce_moves(worker, node, &list, alpha, beta, threats - threatened);
        }
    }
    if (!capturing && !moves_can_step(p, side)) {
        return worker_score_without_moves(worker, node);
    }
    int eval = eval_position(&worker->evaluator, p, worker->shared->rules.variant);
    return ending == ENDING_OPEN ? endings_leaf(score, eval) : eval;
}

int search_quiescence(Worker *worker, Node *node, int alpha, int beta) {
    worker->leaves++;
    worker->leaf_plies += (uint64_t)worker_ply(worker, node);
    return quiesce(worker, node, alpha, beta, 1);
}
