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
    Line line;    // principal variation, the move itself first
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

// One iteration for each of the first `slots` moves in turn, each with those before left out. If
// the worker stopped in its midst the moves are ordered by what is known.
void root_search(Worker *worker, Root *root, int slots, int depth, RootFailed *failed,
                 void *context);

#endif
