// The static evaluation: what a quiet position is worth without looking ahead.
#ifndef KELSO_EVAL_EVAL_H
#define KELSO_EVAL_EVAL_H

#include "eval/kernel.h"
#include "eval/network.h"
#include "rules/game.h"

// The sums of the hidden layer for a position as one side sees it.
typedef struct {
    alignas(64) int16_t sums[NETWORK_HIDDEN];
    uint32_t pieces[2], kings; // the position
} EvalView;

// A worker's means to evaluate. The views are a cache, of the last position of either side to move,
// since the next one differs from it by a few pieces; the value of a position does not depend on
// them.
typedef struct {
    EvalView views[2];      // by side to move
    const Network *network; // NULL: material only
    const Kernel *kernel;
} Evaluator;

// network: must outlive the evaluator. NULL: pieces are counted, and nothing else.
void evaluator_init(Evaluator *evaluator, const Network *network);

// Hundredths of a man, from the side to move. Meant for positions in which the side to move cannot
// capture; within ±EVAL_MAX.
int eval_position(Evaluator *evaluator, Position p, Variant variant);

#define EVAL_MAX 5000

#endif
