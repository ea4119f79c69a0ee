#include "egdb/fetch.h"

#include "egdb/gather.h"

#define INLINED static inline __attribute__((always_inline))

// Bits gathered from the source and not yet used.
typedef struct {
    uint64_t win, loss;
    int count;
    uint32_t next; // word of the source's row
} Gathered;

INLINED void gather_next(const Fetch *fetch, bool fast, Gathered *gathered) {
    uint64_t mask = filter_word(&fetch->from, gathered->next);
    uint64_t bit = fetch->bit + (uint64_t)gathered->next * 64;
    gathered->win = gather(fast, solved_read(fetch->source->win, bit), mask);
    gathered->loss = gather(fast, solved_read(fetch->source->loss, bit), mask);
    gathered->count = gather_count(fast, mask);
    gathered->next++;
}

INLINED void drop(Gathered *gathered, int count) {
    gathered->win = count == 64 ? 0 : gathered->win >> count;
    gathered->loss = count == 64 ? 0 : gathered->loss >> count;
    gathered->count -= count;
}

// Takes so many bits.
INLINED void take(const Fetch *fetch, bool fast, Gathered *gathered, int count, uint64_t *win,
                  uint64_t *loss) {
    *win = gathered->win;
    *loss = gathered->loss;
    int taken = gathered->count;
    if (taken >= count) {
        drop(gathered, count);
        return;
    }
    while (taken < count) {
        gather_next(fetch, fast, gathered);
        *win |= gathered->win << taken;
        *loss |= gathered->loss << taken;
        int used = gathered->count < count - taken ? gathered->count : count - taken;
        drop(gathered, used);
        taken += used;
    }
}

INLINED void add(const Fetch *fetch, bool fast, const uint64_t *moved, Outcome *outcome) {
    Gathered gathered = {0};
    if (fetch->from_words == 1 && fetch->to_words == 1) {
        uint64_t mask = filter_word(&fetch->to, 0);
        gather_next(fetch, fast, &gathered);
        outcome->win[0] |= moved[0] & scatter(fast, gathered.loss, mask);
        outcome->block[0] |= moved[0] & ~scatter(fast, gathered.win, mask);
        return;
    }
    for (uint32_t i = 0; i < fetch->to_words; i++) {
        uint64_t mask = filter_word(&fetch->to, i), win, loss;
        take(fetch, fast, &gathered, gather_count(fast, mask), &win, &loss);
        if (moved[i] != 0) {
            outcome->win[i] |= moved[i] & scatter(fast, loss, mask);
            outcome->block[i] |= moved[i] & ~scatter(fast, win, mask);
        }
    }
}

void fetch_add(const Fetch *fetch, bool fast, const uint64_t *moved, Outcome *outcome) {
    if (fast) {
        add(fetch, true, moved, outcome);
    } else {
        add(fetch, false, moved, outcome);
    }
}
