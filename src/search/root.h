// The root: its moves with their scores, searched to rising depths. Private to src/search.
#ifndef KELSO_SEARCH_ROOT_H
#define KELSO_SEARCH_ROOT_H

#include "search/worker.h"

typedef struct {
    Move move;
    int score;    // of the present iteration; -SCORE_INFINITE: not searched, or no better than the
                  // best
    int previous; // of the last iteration
    Bound bound;  // of score: exact, or on one side of the aspiration window
    int rank;     // by the endgame tables: higher is better, whatever the scores; 0 without them
    int least, most; // what its score can be, by the tables; the same: known
    Line line;       // principal variation, the move itself first
} RootMove;

typedef struct {
    int count;
    RootMove moves[MOVES_MAX]; // best first
} Root;

// Called by the reporting worker when an aspiration window failed, so that a long iteration is not
// silent; slot counts from 0. May be NULL.
typedef void RootFailed(void *context, int slot, int depth);

// A copy; of a Root only what is in use is copied.
void root_copy(Root *copy, const Root *root);

// The legal moves, or of them only those in the list if that is not empty, as generated.
void root_init(Root *root, Worker *worker, const MoveList *only);

// The score to report: that of the search, within what the tables say.
int root_score(const RootMove *move);

// Whether the tables know the lengths of the games that the first `slots` moves lead to.
bool root_is_known(const Root *root, int slots);

// One iteration for each of the first `slots` moves in turn, each with those before left out, and
// those that rank lower or higher. If the worker stopped in its midst the moves are ordered by what
// is known.
void root_search(Worker *worker, Root *root, int slots, int depth, RootFailed *failed,
                 void *context);

#endif
