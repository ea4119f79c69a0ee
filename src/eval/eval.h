// The static evaluation: what a quiet position is worth without looking ahead.
#ifndef KELSO_EVAL_EVAL_H
#define KELSO_EVAL_EVAL_H

#include "rules/game.h"

// Hundredths of a man, from the side to move. Meant for positions in which the side to move cannot
// capture; within ±EVAL_MAX.
int eval_position(Position p, Variant variant);

#define EVAL_MAX 5000

// Chances in thousandths for a score of the search; they add up to 1000. The curve's width and
// place are chosen by hand, not fitted.
typedef struct {
    int win, draw, loss;
} Chances;

Chances eval_chances(int score);

#endif
