// How long to think.
#ifndef KELSO_SEARCH_TIMING_H
#define KELSO_SEARCH_TIMING_H

#include "search/limits.h"

// Times from the start of the clock, in microseconds; INT64_MAX: none. Past `soft`, scaled by how
// settled the best move is, no new iteration begins; past `hard` the search breaks off.
typedef struct {
    int64_t soft_us, hard_us;
} TimePlan;

// plies_played: of the game so far.
TimePlan timing_plan(const SearchLimits *limits, int plies_played);

// How settled the best move is.
typedef struct {
    double unrest; // recent changes of the best move, fading
    int score;     // of the last iteration
    Move move;
} Settling;

// Takes in an iteration's result and returns the factor for `soft`, 0.6 to 2.
double timing_settle(Settling *settling, Move best, int score);

#endif
