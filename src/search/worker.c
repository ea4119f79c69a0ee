#include "search/worker.h"

#include <stdlib.h>
#include <string.h>

bool worker_init(Worker *worker, int number, Error *error) {
    memset(worker, 0, sizeof *worker);
    worker->number = number;
    evaluator_init(&worker->evaluator, NULL);
    worker->path_capacity = 256 + TREE_NODES;
    worker->path = calloc((size_t)worker->path_capacity, sizeof *worker->path);
    return worker->path != NULL || error_set(error, ERROR_MEMORY, "no memory for a search thread");
}

void worker_destroy(Worker *worker) {
    free(worker->path);
}

void worker_forget(Worker *worker) {
    memset(&worker->history, 0, sizeof worker->history);
}

static void forget_killers(Node *node) {
    memset(node->killers, 0, sizeof node->killers);
}

static void append(Worker *worker, const Game *game, int ply, bool first) {
    const GamePly *from = &game->plies[ply];
    Node *node = &worker->path[worker->root];
    bool irreversible = first || move_is_irreversible(game->plies[ply - 1].position, from->move);
    *node = (Node){.position = from->position,
                   .hash = position_hash(from->position),
                   .reversible = irreversible ? 0 : node[-1].reversible + 1,
                   .no_progress = from->no_progress_plies,
                   .quiet_index = ply == 0 || from->move.captured ? -1 : history_index(from->move),
                   .history_from = HISTORY_FREE};
}

bool worker_set_root(Worker *worker, const Game *game, Error *error) {
    int start = game->count - 1; // nothing before an irreversible move can come again
    while (start > 0 &&
           !move_is_irreversible(game->plies[start - 1].position, game->plies[start].move)) {
        start--;
    }
    int needed = game->count - start + TREE_NODES;
    if (needed > worker->path_capacity) {
        Node *path = realloc(worker->path, (size_t)needed * sizeof *path);
        if (path == NULL) {
            return error_set(error, ERROR_MEMORY, "no memory for a game of %d plies", game->count);
        }
        worker->path = path;
        worker->path_capacity = needed;
    }
    for (int ply = start; ply < game->count; ply++) {
        worker->root = ply - start;
        append(worker, game, ply, ply == start);
    }
    for (int i = worker->root; i < worker->root + TREE_NODES; i++) {
        forget_killers(&worker->path[i]);
    }
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
    atomic_store_explicit(&worker->table_hits, 0, memory_order_relaxed);
    worker->node_limit = 0;
    return true;
}

void worker_take_nodes(Worker *worker) {
    Shared *shared = worker->shared;
    uint64_t left = atomic_load_explicit(&shared->nodes_left, memory_order_relaxed), taken;
    if (!shared->nodes_limited) {
        worker->node_limit = UINT64_MAX;
        return;
    }
    do {
        taken = left < shared->node_grant ? left : shared->node_grant;
    } while (!atomic_compare_exchange_weak_explicit(&shared->nodes_left, &left, left - taken,
                                                    memory_order_relaxed, memory_order_relaxed));
    worker->node_limit += taken;
}

Node *worker_enter(Worker *worker, Node *node, Move move) {
    Node *next = node + 1;
    const RuleSet *set = worker->shared->rules.set;
    next->position = position_play(node->position, move);
    next->hash = position_hash(next->position);
    next->reversible = move_is_irreversible(node->position, move) ? 0 : node->reversible + 1;
    next->no_progress = move_is_progress(set, node->position, move) ? 0 : node->no_progress + 1;
    next->quiet_index = move.captured ? -1 : history_index(move);
    next->history_from = HISTORY_FREE;
    uint64_t nodes = worker_nodes(worker) + 1;
    atomic_store_explicit(&worker->nodes, nodes, memory_order_relaxed);
    if (nodes % POLL_NODES == 0) {
        worker->shared->poll(worker->shared->poll_context, worker);
    }
    if (nodes >= worker->node_limit) {
        worker_take_nodes(worker);
    }
    worker->stopped = worker_is_over(worker) || worker_is_outrun(worker);
    return next;
}

bool worker_is_over(const Worker *worker) {
    return worker_nodes(worker) >= worker->node_limit ||
           atomic_load_explicit(&worker->shared->stop, memory_order_relaxed);
}

bool worker_is_outrun(const Worker *worker) {
    return atomic_load_explicit(&worker->shared->finished, memory_order_relaxed) >= worker->depth;
}

uint64_t worker_key(const Worker *worker, const Node *node) {
    enum { STEP = 8 };
    int left = worker->shared->rules.set->no_progress_plies - node->no_progress;
    if (left > KEY_PLIES_EXACT) {
        return node->hash;
    }
    return node->hash ^ hash_words(1 + (uint64_t)(left + STEP) / STEP, 0);
}

bool worker_is_drawn(const Worker *worker, Node *node) {
    const RuleSet *set = worker->shared->rules.set;
    int index = (int)(node - worker->path);
    if (node->no_progress >= set->no_progress_plies && moves_exist(node->position)) {
        node->history_from = index - node->no_progress;
        return true;
    }
    // Once in the tree is as good as often: who can force it once can force it again. Positions of
    // the game itself count as the rules say.
    int wanted = set->repetition - 1;
    for (int back = 4; back <= node->reversible; back += 2) {
        if (node[-back].hash == node->hash && (index - back >= worker->root || --wanted == 0)) {
            node->history_from = index - back;
            return true;
        }
    }
    return false;
}

int worker_draw_score(const Worker *worker, const Node *node) {
    int contempt = worker->shared->contempt;
    return node->position.side == (uint32_t)worker->shared->root_side ? -contempt : contempt;
}

int worker_score_without_moves(const Worker *worker, const Node *node) {
    int ply = worker_ply(worker, node);
    bool giveaway = worker->shared->rules.variant == VARIANT_GIVEAWAY;
    return giveaway ? score_won(ply) : score_lost(ply);
}

void worker_extend_line(Worker *worker, int ply, Move move) {
    Line *line = &worker->lines[ply], *rest = &worker->lines[ply + 1];
    line->moves[0] = move;
    memcpy(line->moves + 1, rest->moves, (size_t)rest->count * sizeof *rest->moves);
    line->count = rest->count + 1;
}
