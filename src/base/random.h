// Seeded random numbers (SplitMix64, Steele, Lea and Flood 2014): the same on every machine.
#ifndef KELSO_BASE_RANDOM_H
#define KELSO_BASE_RANDOM_H

#include <stdint.h>

typedef struct {
    uint64_t state; // any seed will do
} Random;

static inline uint64_t random_next(Random *random) {
    uint64_t z = random->state += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

// 0 … below - 1; below > 0 and small against 2^64, so that the bias does not show.
static inline uint64_t random_below(Random *random, uint64_t below) {
    return random_next(random) % below;
}

#endif
