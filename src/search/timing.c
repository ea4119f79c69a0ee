#include "search/timing.h"

// The shape and its numbers (moves to go 30 falling to 10, a hard cap of four times, a factor of
// 0.6 to 2) are chosen by hand; see LOG.md.
enum { MOVES_TO_GO = 30, MOVES_TO_GO_MIN = 10, PLIES_PER_MOVE_LESS = 4, HARD_TIMES = 4 };

// Not planned with, besides the overhead: a busy machine lets a thread wait that long at times.
#define RESERVE_US 40000

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

// With little left the clock must not go on falling: less than the increment is used, and next to
// nothing of what there is.
static TimePlan hurried_plan(int64_t left_us, int64_t increment_us) {
    int64_t soft = least(left_us / 80 + increment_us / 2, left_us / 2);
    return (TimePlan){soft, least(2 * soft, left_us / 2)};
}

static TimePlan clock_plan(const SearchLimits *limits, int plies_played) {
    int64_t left = 1000 * (limits->time_ms - limits->overhead_ms);
    int64_t increment = 1000 * limits->increment_ms;
    int64_t to_go = MOVES_TO_GO - plies_played / PLIES_PER_MOVE_LESS;
    to_go = to_go < MOVES_TO_GO_MIN ? MOVES_TO_GO_MIN : to_go;
    if (limits->moves_to_go > 0) {
        to_go = least(to_go, limits->moves_to_go);
    }
    if (left <= 0) {
        return (TimePlan){0, 0};
    }
    if (left <= RESERVE_US) {
        return hurried_plan(left, increment);
    }
    left -= RESERVE_US;
    int64_t share = left / to_go + increment * 3 / 4;
    // The last move before a time control may take all; otherwise something is left for the next.
    int64_t most = to_go == 1 ? left : left / 2;
    int64_t soft = least(share * 13 / 10, most);
    return (TimePlan){soft, least(soft * HARD_TIMES, most)};
}

TimePlan timing_plan(const SearchLimits *limits, int plies_played) {
    TimePlan plan = {INT64_MAX, INT64_MAX};
    if (limits->time_ms != CLOCK_NONE) {
        plan = clock_plan(limits, plies_played);
    }
    if (limits->movetime_ms >= 0) {
        int64_t movetime_ms = limits->movetime_ms - limits->overhead_ms;
        plan.hard_us = least(plan.hard_us, movetime_ms > 0 ? movetime_ms * 1000 : 0);
    }
    return plan;
}

double timing_settle(Settling *settling, Move best, int score) {
    enum { DROP = 20 }; // hundredths of a man that are worth a second look
    bool changed = !move_equal(best, settling->move);
    bool dropped = score < settling->score - DROP;
    settling->unrest = settling->unrest / 2 + (changed ? 1 : 0) + (dropped ? 0.5 : 0);
    settling->move = best;
    settling->score = score;
    double factor = 0.6 + 0.7 * settling->unrest;
    return factor > 2 ? 2 : factor;
}
