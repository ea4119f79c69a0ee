// What the search has learned about quiet moves: which ones cut off, at all and as the answer to
// the move before.
#ifndef KELSO_SEARCH_HISTORY_H
#define KELSO_SEARCH_HISTORY_H

#include <stdint.h>

#include "rules/position.h"

#define QUIET_INDICES 128 // from-square x direction
#define HISTORY_MAX   16384

typedef struct {
    int16_t quiet[2][QUIET_INDICES];
    int16_t reply[2][QUIET_INDICES][QUIET_INDICES]; // by the quiet move before and this one
} History;

// A quiet move as a number below QUIET_INDICES.
static inline int history_index(Move move) {
    int delta = (int)move.to - (int)move.from;
    return move.from * 4 + (delta > 0 ? 2 : 0) + (delta == 4 || delta == -4);
}

// previous: history_index of the move before, or -1 if that was a capture or unknown.
int history_score(const History *history, Side side, int previous, Move move);

// After a quiet move cut off at this depth: it gains, the quiet moves tried before it lose.
void history_update(History *history, Side side, int previous, Move best, const Move *tried,
                    int tried_count, int depth);

// Fades what earlier searches learned.
void history_age(History *history);

#endif
