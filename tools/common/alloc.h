// Memory for small things. A tool that gets none says so and exits with status 1: what it has
// written to files before is whole.
#ifndef KELSO_COMMON_ALLOC_H
#define KELSO_COMMON_ALLOC_H

#include <stddef.h>

// All zero.
void *alloc_zeroed(size_t count, size_t size);

// Makes room for `needed` items in a growing array: returns it, moved perhaps, and sets *capacity.
void *alloc_grow(void *items, int *capacity, int needed, size_t size);

// A copy of so many items.
void *alloc_copy(const void *items, size_t count, size_t size);

char *alloc_text(const char *text);

#endif
