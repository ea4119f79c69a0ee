// What a search is told besides the game.
#ifndef KELSO_SEARCH_LIMITS_H
#define KELSO_SEARCH_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/moves.h"

#define DEPTH_MAX 120

typedef struct {
    int depth;           // plies, 1 to DEPTH_MAX
    uint64_t nodes;      // UINT64_MAX: no limit
    int64_t movetime_ms; // -1: no limit
    int64_t time_ms;     // what the mover's clock shows; CLOCK_NONE: there is none
    int64_t increment_ms;
    int moves_to_go; // 0: to the end of the game
    bool infinite;   // the answer waits for search_stop
    bool ponder;     // times count from search_ponder_hit on, and the answer waits for it
    MoveList only;   // count 0: all moves
    int multipv;     // best moves to report, at least 1
    int overhead_ms; // kept back of every time
    int contempt;    // hundredths of a man
    int skill;       // SKILL_FULL, or less: limits of its own, and not always the best move
    bool no_book;    // for the engine: this is not to be answered by an opening book
} SearchLimits;

#define CLOCK_NONE INT64_MIN
#define SKILL_FULL 20

// No limit at all: one best move, all moves, no contempt.
static inline SearchLimits search_limits_none(void) {
    return (SearchLimits){.depth = DEPTH_MAX,
                          .nodes = UINT64_MAX,
                          .movetime_ms = -1,
                          .time_ms = CLOCK_NONE,
                          .multipv = 1,
                          .skill = SKILL_FULL};
}

// Whether nothing would ever end a search but search_stop.
static inline bool search_limits_are_none(const SearchLimits *limits) {
    return limits->depth == DEPTH_MAX && limits->nodes == UINT64_MAX && limits->movetime_ms < 0 &&
           limits->time_ms == CLOCK_NONE && !limits->ponder;
}

#endif
