// Large blocks for tables, straight from the system: zeroed, page aligned, on large pages where the
// system offers them.
#ifndef KELSO_BASE_MEMORY_H
#define KELSO_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

// NULL if the system refuses. The memory is not touched: whoever touches it first places it.
void *memory_map(size_t bytes);
void memory_unmap(void *block, size_t bytes);

// Bytes at a multiple of the alignment; NULL if there is no memory. Only memory_aligned_free frees
// them.
void *memory_aligned(size_t alignment, size_t bytes);
void memory_aligned_free(void *block);

// What the system could still hand out without swapping, in bytes; UINT64_MAX where it does not
// say.
uint64_t memory_available(void);

#endif
