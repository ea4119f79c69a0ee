// One search thread's own state, and the parts of the search that work on it. Private to
// src/search.
#ifndef KELSO_SEARCH_WORKER_H
#define KELSO_SEARCH_WORKER_H

#include <stdatomic.h>
#include <stdint.h>

#include "egdb/advice.h"
#include "eval/eval.h"
#include "search/busy.h"
#include "search/history.h"
#include "search/score.h"
#include "search/table.h"

// A node of the path from the start of the game to the position in search. The path is one array,
// so a node's parent is the element before it, and repetition is found by walking back.
typedef struct {
    Position position;
    uint64_t hash;    // of the position
    int reversible;   // plies since a capture or a man's move: how far back a repetition can lie
    int no_progress;  // plies as the rule set counts them
    int quiet_index;  // history_index of the move that led here; -1 for a capture
    int history_from; // index in the path from which on the node's score depends on it, by a draw
                      // by repetition or lack of progress; HISTORY_FREE: it does not
    Move killers[2];
} Node;

#define HISTORY_FREE INT32_MAX

// The path below the root may grow by PLY_MAX plies, one more for a node that is only looked at.
#define TREE_NODES (PLY_MAX + 2)

typedef struct {
    int count;
    Move moves[PLY_MAX];
} Line;

typedef struct Worker Worker;

// What all workers of a search share. Set before they start, except for the atomics.
typedef struct {
    // Called by each worker every POLL_NODES nodes; may set stop.
    void (*poll)(void *context, const Worker *worker);
    void *poll_context;
    TransTable *table;
    Busy *busy; // NULL where one thread searches alone
    Rules rules;
    Side root_side;
    int contempt;         // hundredths of a man
    Egdb *egdb;           // NULL: none
    EgdbValue root_value; // by the tables, under the draw rules; EGDB_UNKNOWN: not in them
    EgdbAdvice advice;    // if root_value is known
    bool nodes_limited;
    atomic_uint_fast64_t nodes_left; // that no worker has taken yet, if they are limited
    uint64_t node_grant;             // how many a worker takes at once
    atomic_bool stop;
    atomic_int finished; // the deepest iteration that a thread has finished
} Shared;

struct Worker {
    int number; // 0: the one that reports
    Shared *shared;
    Evaluator evaluator;
    Node *path; // owned: the game since its last irreversible move, then the tree
    int path_capacity;
    int root;                        // index in path
    uint64_t node_limit;             // how many it may search by now
    atomic_uint_fast64_t nodes;      // written by this worker alone
    atomic_uint_fast64_t table_hits; // likewise; of the endgame tables
    int depth;                       // of the present iteration
    int selective_depth;             // deepest ply reached in this iteration
    uint64_t leaves;                 // in this iteration, where captures alone are searched on
    uint64_t leaf_plies;             // the sum of their plies
    History history;
    Line lines[PLY_MAX + 1]; // principal variations by ply
    bool stopped;            // the present iteration is not to be finished
};

#define POLL_NODES 1024

// Room for the game's path and the tree; false, with an error, if there is no memory.
bool worker_init(Worker *worker, int number, Error *error);
void worker_destroy(Worker *worker);

// Forgets what was learned.
void worker_forget(Worker *worker);

// Sets the root to the end of this game.
bool worker_set_root(Worker *worker, const Game *game, Error *error);

static inline int worker_ply(const Worker *worker, const Node *node) {
    return (int)(node - worker->path) - worker->root;
}

static inline uint64_t worker_nodes(const Worker *worker) {
    return atomic_load_explicit(&((Worker *)worker)->nodes, memory_order_relaxed);
}

static inline uint64_t worker_table_hits(const Worker *worker) {
    return atomic_load_explicit(&((Worker *)worker)->table_hits, memory_order_relaxed);
}

static inline void worker_count_table_hit(Worker *worker) {
    atomic_store_explicit(&worker->table_hits, worker_table_hits(worker) + 1, memory_order_relaxed);
}

// The node after this move, behind `node` in the path; counts it and looks for the signs to stop.
Node *worker_enter(Worker *worker, Node *node, Move move);

// Takes more of the nodes that all workers share, when those it had are used up. Once before it
// begins.
void worker_take_nodes(Worker *worker);

// Whether the whole search is to end.
bool worker_is_over(const Worker *worker);

// Whether another thread was first to finish the present iteration.
bool worker_is_outrun(const Worker *worker);

// The table's key of a node: that of the position, except near the end of the no-progress count,
// where the same position is worth something else: KEY_PLIES_EXACT plies from it, in steps.
#define KEY_PLIES_EXACT 40
uint64_t worker_key(const Worker *worker, const Node *node);

// A draw by repetition or lack of progress on this path; notes in the node what that depends on.
bool worker_is_drawn(const Worker *worker, Node *node);

// What a draw is worth to the side to move.
int worker_draw_score(const Worker *worker, const Node *node);

// What a side without a move has: lost, in giveaway won.
int worker_score_without_moves(const Worker *worker, const Node *node);

// Sets the principal variation at this ply to the move and the variation behind it.
void worker_extend_line(Worker *worker, int ply, Move move);

// The search of a node; scores are fail-soft. With beta = alpha + 1 no variation is kept.
int search_node(Worker *worker, Node *node, int alpha, int beta, int depth);
int search_quiescence(Worker *worker, Node *node, int alpha, int beta);

// One move of a node by principal variation search: with a null window unless it is the first.
// `number` counts from 1.
int search_move(Worker *worker, Node *node, Move move, int number, int alpha, int beta, int depth);

#endif
