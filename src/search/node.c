// Principal variation search of one node.
#include "search/endings.h"
#include "search/ordering.h"
#include "search/worker.h"

enum {
    VERIFY_DEPTH_MIN = 3,
    VERIFY_DEPTH_LESS = 4,
    VERIFY_MARGIN = 100, // hundredths of a man
    REDUCE_DEPTH_MIN = 2,
    REDUCE_MOVE_MIN = 2,
    SHARE_DEPTH_MIN = 4, // below, threads do not look what others search
};

// ln(n) in 1/1024, by itself rather than from a maths library, whose last bit may differ.
static int log_1024(int n) {
    static const uint16_t table[] = {
        0,    0,    710,  1125, 1420, 1648, 1835, 1993, 2129, 2250, 2358, 2455, 2545,
        2627, 2702, 2773, 2839, 2901, 2960, 3015, 3068, 3118, 3165, 3211, 3254, 3296,
        3336, 3375, 3412, 3448, 3483, 3516, 3549, 3580, 3611, 3641, 3670, 3698, 3725,
        3751, 3777, 3803, 3827, 3851, 3875, 3898, 3921, 3943, 3964, 3985, 4006, 4026,
        4046, 4066, 4085, 4104, 4122, 4140, 4158, 4175, 4193, 4210, 4226, 4243,
    };
    int last = (int)(sizeof table / sizeof *table) - 1;
    return table[n > last ? last : n];
}

// floor(1.5 + ln(depth) ln(number)), one less on the principal variation.
static int reduction(int depth, int number, bool pv) {
    if (depth < REDUCE_DEPTH_MIN || number < REDUCE_MOVE_MIN) {
        return 0;
    }
    int plies = (1536 + log_1024(depth) * log_1024(number) / 1024) / 1024 - pv;
    return plies < depth - 1 ? plies : depth - 1;
}

int search_move(Worker *worker, Node *node, Move move, int number, int alpha, int beta, int depth) {
    bool pv = beta - alpha > 1;
    int less = number == 1 || move.captured ? 0 : reduction(depth, number, pv);
    Node *child = worker_enter(worker, node, move);
    if (depth - 1 - less > 0) { // quiescence does not look at the table
        table_prefetch(worker->shared->table, worker_key(worker, child));
    }
    if (number == 1) {
        return -search_node(worker, child, -beta, -alpha, depth - 1);
    }
    int score = -search_node(worker, child, -alpha - 1, -alpha, depth - 1 - less);
    if (score > alpha && less > 0) {
        score = -search_node(worker, child, -alpha - 1, -alpha, depth - 1);
    }
    if (score > alpha && score < beta) {
        score = -search_node(worker, child, -beta, -alpha, depth - 1);
    }
    return score;
}

static void note_cutoff(Worker *worker, Node *node, Move best, const Move *tried, int tried_count,
                        int depth) {
    if (best.captured != 0) {
        return;
    }
    if (!move_equal(best, node->killers[0])) {
        node->killers[1] = node->killers[0];
        node->killers[0] = best;
    }
    history_update(&worker->history, (Side)node->position.side, node->quiet_index, best, tried,
                   tried_count, depth);
}

typedef struct {
    int score;
    int index; // of the best move as generated, or TABLE_NO_MOVE
} Best;

// A node in the midst of its moves.
typedef struct {
    Worker *worker;
    Node *node;
    const MoveList *list;
    int alpha, beta, depth;
    Best best;
} Trial;

typedef struct {
    Move move;
    int index;  // as generated
    int number; // in the order of trying, from 1
} OrderedMove;

// Searches a move and takes in its score; false when no other need be tried.
static bool try_move(Trial *trial, OrderedMove tried) {
    Worker *worker = trial->worker;
    Node *node = trial->node;
    int score = search_move(worker, node, tried.move, tried.number, trial->alpha, trial->beta,
                            trial->depth);
    if (worker->stopped) {
        return false;
    }
    if (score > trial->best.score) {
        trial->best.score = score;
        node->history_from = node[1].history_from;
    }
    if (score <= trial->alpha) {
        return true;
    }
    if (trial->beta - trial->alpha > 1) {
        worker_extend_line(worker, worker_ply(worker, node), tried.move);
    }
    trial->best.index = tried.index;
    trial->alpha = score;
    if (score >= trial->beta) {
        note_cutoff(worker, node, tried.move, trial->list->moves, tried.number - 1, trial->depth);
    }
    return score < trial->beta;
}

// The same, marked for the other threads.
static bool try_shared_move(Trial *trial, OrderedMove tried) {
    Busy *busy = trial->worker->shared->busy;
    uint64_t key = busy_key(trial->node->hash, tried.move);
    busy_add(busy, key);
    bool go_on = try_move(trial, tried);
    busy_remove(busy, key);
    return go_on;
}

// With other threads about: what they are searching is put off to the end.
static void try_shared_moves(Trial *trial, Ordering *ordering) {
    enum { PUT_OFF_MAX = 32 };
    OrderedMove later[PUT_OFF_MAX];
    int put_off = 0;
    for (int number = 1; number <= trial->list->count; number++) {
        OrderedMove next = {.number = number};
        next.move = ordering_pick(ordering, &next.index);
        uint64_t key = busy_key(trial->node->hash, next.move);
        if (number > 1 && put_off < PUT_OFF_MAX &&
            busy_contains(trial->worker->shared->busy, key)) {
            later[put_off++] = next;
        } else if (!(number == 1 ? try_move(trial, next) : try_shared_move(trial, next))) {
            return;
        }
    }
    for (int i = 0; i < put_off; i++) {
        if (!try_move(trial, later[i])) {
            return;
        }
    }
}

static Best search_moves(Worker *worker, Node *node, MoveList *list, int table_move, int alpha,
                         int beta, int depth) {
    Trial trial = {worker, node, list, alpha, beta, depth, {-SCORE_INFINITE, TABLE_NO_MOVE}};
    Ordering ordering;
    ordering_init(&ordering, worker, node, list, table_move);
    if (worker->shared->busy != NULL && depth >= SHARE_DEPTH_MIN) {
        try_shared_moves(&trial, &ordering);
        return trial.best;
    }
    for (int number = 1; number <= list->count; number++) {
        OrderedMove next = {.number = number};
        next.move = ordering_pick(&ordering, &next.index);
        if (!try_move(&trial, next)) {
            break;
        }
    }
    return trial.best;
}

// A result that depends on how this position was reached must not be found from another path: it is
// not stored. Dependence that ends at this very node is no dependence for those above.
static void store(Worker *worker, Node *node, Best best, int eval, int alpha, int beta, int depth) {
    int index = (int)(node - worker->path);
    if (node->history_from < index) {
        return;
    }
    node->history_from = HISTORY_FREE;
    Bound bound = best.score >= beta ? BOUND_LOWER : best.score > alpha ? BOUND_EXACT : BOUND_UPPER;
    table_store(worker->shared->table, worker_key(worker, node),
                (TableEntry){.score = score_to_table(best.score, worker_ply(worker, node)),
                             .eval = eval,
                             .depth = depth,
                             .bound = bound,
                             .move = best.index});
}

static bool table_cuts(const TableEntry *entry, int score, int alpha, int beta, int depth) {
    return entry->depth >= depth && ((score >= beta && (entry->bound & BOUND_LOWER)) ||
                                     (score <= alpha && (entry->bound & BOUND_UPPER)));
}

// A position that looks well above beta is searched less deeply against a higher bound; where that
// holds, so will the full search.
static bool verified_above(Worker *worker, Node *node, int eval, int beta, int depth, int *score) {
    int bound = beta + VERIFY_MARGIN;
    if (depth < VERIFY_DEPTH_MIN || eval < bound || score_is_decided(beta)) {
        return false;
    }
    *score = search_node(worker, node, bound - 1, bound, depth - VERIFY_DEPTH_LESS);
    return *score >= bound;
}

int search_node(Worker *worker, Node *node, int alpha, int beta, int depth) {
    bool pv = beta - alpha > 1;
    int ply = worker_ply(worker, node);
    worker->lines[ply].count = 0;
    node->history_from = HISTORY_FREE;
    if (worker->stopped) {
        return 0;
    }
    if (worker_is_drawn(worker, node)) {
        return worker_draw_score(worker, node);
    }
    if (depth <= 0 || ply >= PLY_MAX) {
        return search_quiescence(worker, node, alpha, beta);
    }
    int score;
    if (endings_probe(worker, node, &score) == ENDING_SCORE) {
        return score;
    }
    TableEntry entry = {.eval = SCORE_NONE, .move = TABLE_NO_MOVE};
    if (table_probe(worker->shared->table, worker_key(worker, node), &entry) && !pv) {
        score = score_from_table(entry.score, ply);
        if (table_cuts(&entry, score, alpha, beta, depth)) {
            return score;
        }
    }
    MoveList list;
    moves_generate(node->position, &list);
    if (list.count == 0) {
        return worker_score_without_moves(worker, node);
    }
    bool capturing = list.moves[0].captured != 0;
    if (!capturing && entry.eval == SCORE_NONE) {
        entry.eval =
            eval_position(&worker->evaluator, node->position, worker->shared->rules.variant);
    }
    if (!pv && !capturing && verified_above(worker, node, entry.eval, beta, depth, &score)) {
        return score;
    }
    if (worker->stopped) {
        return 0;
    }
    bool forced = list.count == 1;
    int extension = pv ? capturing || forced : capturing && forced;
    Best best = search_moves(worker, node, &list, entry.move, alpha, beta, depth + extension);
    if (!worker->stopped) {
        store(worker, node, best, entry.eval, alpha, beta, depth);
    }
    return best.score;
}
