#include "search/root.h"

#include <string.h>

#include "search/endings.h"

enum {
    ASPIRATION_DEPTH_MIN = 6,
    ASPIRATION = 15, // hundredths of a man on either side
};

static bool is_wanted(const MoveList *only, Move move) {
    for (int i = 0; i < only->count; i++) {
        if (move_equal(only->moves[i], move)) {
            return true;
        }
    }
    return only->count == 0;
}

static bool is_better(const RootMove *a, const RootMove *b) {
    if (a->rank != b->rank) {
        return a->rank > b->rank;
    }
    return a->score != b->score ? a->score > b->score : a->previous > b->previous;
}

// Stable, so that moves without a score keep their order.
static void sort(Root *root, int first) {
    for (int i = first + 1; i < root->count; i++) {
        int at = i;
        while (at > first && is_better(&root->moves[i], &root->moves[at - 1])) {
            at--;
        }
        if (at != i) {
            RootMove moved = root->moves[i];
            memmove(&root->moves[at + 1], &root->moves[at], (size_t)(i - at) * sizeof moved);
            root->moves[at] = moved;
        }
    }
}

void root_init(Root *root, Worker *worker, const MoveList *only) {
    const Node *node = &worker->path[worker->root];
    MoveList list;
    moves_generate(node->position, &list);
    int eval = eval_position(&worker->evaluator, node->position, worker->shared->rules.variant);
    root->count = 0;
    for (int i = 0; i < list.count; i++) {
        if (is_wanted(only, list.moves[i])) {
            RootMove *move = &root->moves[root->count++];
            move->move = list.moves[i];
            move->score = move->previous = eval;
            move->bound = BOUND_EXACT;
            move->rank = 0;
            move->least = -SCORE_INFINITE;
            move->most = SCORE_INFINITE;
            move->line.count = 1;
            move->line.moves[0] = list.moves[i];
        }
    }
    if (worker->shared->root_value != EGDB_UNKNOWN) {
        endings_rank(root, &worker->shared->advice, worker_draw_score(worker, node));
        sort(root, 0);
    }
}

int root_score(const RootMove *move) {
    int score = move->score != -SCORE_INFINITE ? move->score : move->previous;
    return score < move->least ? move->least : score > move->most ? move->most : score;
}

bool root_is_known(const Root *root, int slots) {
    for (int i = 0; i < slots; i++) {
        const RootMove *move = &root->moves[i];
        if (move->least != move->most || !score_is_known(move->least)) {
            return false;
        }
    }
    return true;
}

void root_copy(Root *copy, const Root *root) {
    copy->count = root->count;
    memcpy(copy->moves, root->moves, (size_t)root->count * sizeof *root->moves);
}

// Searches the moves from `first` on with this window and returns the best score.
static int search_window(Worker *worker, Root *root, int first, int alpha, int beta, int depth) {
    Node *node = &worker->path[worker->root];
    int best = -SCORE_INFINITE, floor = alpha;
    int rank = root->moves[first].rank;
    for (int i = first; i < root->count && root->moves[i].rank == rank; i++) {
        RootMove *move = &root->moves[i];
        int score = search_move(worker, node, move->move, i - first + 1, alpha, beta, depth);
        if (worker->stopped) {
            break;
        }
        if (i == first || score > alpha) {
            move->score = score;
            move->bound = score >= beta ? BOUND_LOWER : score <= floor ? BOUND_UPPER : BOUND_EXACT;
            worker_extend_line(worker, 0, move->move);
            move->line = worker->lines[0];
        } else {
            move->score = -SCORE_INFINITE;
        }
        best = score > best ? score : best;
        alpha = score > alpha ? score : alpha;
        if (score >= beta) {
            break;
        }
    }
    sort(root, first);
    return best;
}

static int lowest(int score) {
    return score < -SCORE_INFINITE ? -SCORE_INFINITE : score;
}

static int highest(int score) {
    return score > SCORE_INFINITE ? SCORE_INFINITE : score;
}

static void search_slot(Worker *worker, Root *root, int slot, int depth, RootFailed *failed,
                        void *context) {
    int alpha = -SCORE_INFINITE, beta = SCORE_INFINITE, width = ASPIRATION;
    int expected = root->moves[slot].previous;
    if (depth >= ASPIRATION_DEPTH_MIN && !score_is_known(expected)) {
        alpha = expected - width;
        beta = expected + width;
    }
    for (;;) {
        int score = search_window(worker, root, slot, alpha, beta, depth);
        if (worker->stopped || (score > alpha && score < beta)) {
            return;
        }
        width *= 3;
        if (score <= alpha) {
            alpha = score_is_known(score) ? -SCORE_INFINITE : lowest(score - width);
        } else {
            beta = score_is_known(score) ? SCORE_INFINITE : highest(score + width);
        }
        if (failed != NULL) {
            failed(context, slot, depth);
        }
    }
}

void root_search(Worker *worker, Root *root, int slots, int depth, RootFailed *failed,
                 void *context) {
    worker->depth = depth;
    worker->stopped = false;
    worker->selective_depth = 0;
    worker->leaves = worker->leaf_plies = 0;
    for (int i = 0; i < root->count; i++) {
        root->moves[i].previous = root->moves[i].score;
        root->moves[i].score = -SCORE_INFINITE;
    }
    for (int slot = 0; slot < slots && !worker->stopped; slot++) {
        search_slot(worker, root, slot, depth, failed, context);
    }
    sort(root, 0); // a later slot may have come out better, and a stop leaves some without a score
}
