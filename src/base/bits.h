// Sets of up to 32 squares as bits.
#ifndef KELSO_BASE_BITS_H
#define KELSO_BASE_BITS_H

#include <stdint.h>

static inline int bits_count64(uint64_t set) {
#if defined(__POPCNT__) || defined(__aarch64__)
    return __builtin_popcountll(set);
#else // the compiler's fallback is a library call with a table: slower
    set -= (set >> 1) & 0x5555555555555555U;
    set = (set & 0x3333333333333333U) + ((set >> 2) & 0x3333333333333333U);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0FU;
    return (int)((set * 0x0101010101010101U) >> 56);
#endif
}

static inline int bits_count(uint32_t set) {
    return bits_count64(set);
}

// The number of the lowest set bit; set != 0.
static inline int bits_first(uint32_t set) {
    return __builtin_ctz(set);
}

// Takes the lowest set bit out and returns its number; *set != 0.
static inline int bits_pop(uint32_t *set) {
    int first = bits_first(*set);
    *set &= *set - 1;
    return first;
}

#endif
