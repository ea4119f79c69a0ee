// Which moves other threads are searching right now, so that a thread can take them up last, when
// the table will know their result (simplified ABDADA, Kerrigan 2017). Private to src/search.
#ifndef KELSO_SEARCH_BUSY_H
#define KELSO_SEARCH_BUSY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "rules/position.h"

#define BUSY_SLOTS_LOG2 13

// A lossy set: an entry that falls on another's slot replaces it, which costs some time and nothing
// else.
typedef struct {
    atomic_uint_fast64_t slots[1 << BUSY_SLOTS_LOG2];
} Busy;

// Of a move in the position with this hash.
static inline uint64_t busy_key(uint64_t hash, Move move) {
    uint64_t packed = (uint64_t)move.captured << 16 | (uint64_t)move.from << 8 | move.to;
    return (hash ^ packed * 0x9E3779B97F4A7C15U) | 1;
}

static inline bool busy_contains(const Busy *busy, uint64_t key) {
    return atomic_load_explicit(&((Busy *)busy)->slots[key >> (64 - BUSY_SLOTS_LOG2)],
                                memory_order_relaxed) == key;
}

static inline void busy_add(Busy *busy, uint64_t key) {
    atomic_store_explicit(&busy->slots[key >> (64 - BUSY_SLOTS_LOG2)], key, memory_order_relaxed);
}

static inline void busy_remove(Busy *busy, uint64_t key) {
    if (busy_contains(busy, key)) {
        atomic_store_explicit(&busy->slots[key >> (64 - BUSY_SLOTS_LOG2)], 0, memory_order_relaxed);
    }
}

#endif
