#include "egdb/gather.h"

bool gather_is_fast(void) {
#ifdef __x86_64__
    // The first two generations of Zen run these instructions bit by bit.
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
           !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
#else
    return false;
#endif
}

// Step i of six moves bits by 2^i places towards the low end: those with an odd count of zeros of
// the mask below them in that digit. Hacker's Delight (Warren), section 7-4.
typedef struct {
    uint64_t moved[6];
} Steps;

static Steps steps_of(uint64_t mask) {
    Steps steps;
    uint64_t zeros = ~mask << 1;
    for (int i = 0; i < 6; i++) {
        uint64_t odd = zeros;
        for (int shift = 1; shift < 64; shift *= 2) {
            odd ^= odd << shift;
        }
        steps.moved[i] = odd & mask;
        mask = (mask ^ steps.moved[i]) | steps.moved[i] >> (1 << i);
        zeros &= ~odd;
    }
    return steps;
}

uint64_t gather_shifts(uint64_t value, uint64_t mask) {
    Steps steps = steps_of(mask);
    value &= mask;
    for (int i = 0; i < 6; i++) {
        uint64_t moved = value & steps.moved[i];
        value = (value ^ moved) | moved >> (1 << i);
    }
    return value;
}

uint64_t scatter_shifts(uint64_t value, uint64_t mask) {
    Steps steps = steps_of(mask);
    for (int i = 5; i >= 0; i--) {
        uint64_t moved = value << (1 << i);
        value = (value & ~steps.moved[i]) | (moved & steps.moved[i]);
    }
    return value & mask;
}
