// The two loops of the network, for the vector instructions that there are. All give the same
// result to the last bit.
#ifndef KELSO_EVAL_KERNEL_H
#define KELSO_EVAL_KERNEL_H

#include <stdint.h>

// Rows of NETWORK_HIDDEN weights. Sums and rows are aligned to 64 bytes.
typedef struct {
    int added, removed;
    const int16_t *add[32], *remove[32];
} RowChange;

typedef struct {
    const char *name; // "avx2", "sse2", "neon", "scalar"
    // to = from + the rows added - those removed; to may be from.
    void (*update)(int16_t *to, const int16_t *from, const RowChange *change);
    // The sum of the weights times the squares of the clipped sums.
    int32_t (*output)(const int16_t *sums, const int16_t *weights);
} Kernel;

// Those that this processor can run, best first; *count is their number, at least 1.
const Kernel *const *kernels_available(int *count);

#endif
