// Bits gathered from and scattered to the places of a mask: pext and pdep, with instructions where
// the processor has them and they are fast, with shifts elsewhere.
#ifndef KELSO_EGDB_GATHER_H
#define KELSO_EGDB_GATHER_H

#include <stdbool.h>
#include <stdint.h>

// Whether the instructions are there and not slower than shifts.
bool gather_is_fast(void);

// The bits of value at the places of the mask, moved together to the low end.
uint64_t gather_shifts(uint64_t value, uint64_t mask);

// The low bits of value, moved to the places of the mask.
uint64_t scatter_shifts(uint64_t value, uint64_t mask);

// Written as assembly so that no compiler flag is needed where only some processors have them;
// `fast` is to be a constant at the place where this is inlined.
static inline __attribute__((always_inline)) uint64_t gather(bool fast, uint64_t value,
                                                             uint64_t mask) {
#ifdef __x86_64__
    if (fast) {
        uint64_t result;
        __asm__("pextq %2, %1, %0" : "=r"(result) : "r"(value), "r"(mask));
        return result;
    }
#endif
    (void)fast;
    return gather_shifts(value, mask);
}

static inline __attribute__((always_inline)) uint64_t scatter(bool fast, uint64_t value,
                                                              uint64_t mask) {
#ifdef __x86_64__
    if (fast) {
        uint64_t result;
        __asm__("pdepq %2, %1, %0" : "=r"(result) : "r"(value), "r"(mask));
        return result;
    }
#endif
    (void)fast;
    return scatter_shifts(value, mask);
}

// The number of bits; `fast` as above: processors with pext have popcnt.
static inline __attribute__((always_inline)) int gather_count(bool fast, uint64_t mask) {
#ifdef __x86_64__
    if (fast) {
        uint64_t result;
        __asm__("popcntq %1, %0" : "=r"(result) : "r"(mask) : "cc");
        return (int)result;
    }
#endif
    (void)fast;
    return __builtin_popcountll(mask);
}

#endif
