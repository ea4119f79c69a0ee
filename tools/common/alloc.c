#include "common/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *block) {
    if (block == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return block;
}

void *alloc_zeroed(size_t count, size_t size) {
    return checked(calloc(count > 0 ? count : 1, size));
}

void *alloc_grow(void *items, int *capacity, int needed, size_t size) {
    if (needed <= *capacity) {
        return items;
    }
    *capacity = needed > 2 * *capacity ? needed : 2 * *capacity;
    return checked(reallocarray(items, (size_t)*capacity, size));
}

void *alloc_copy(const void *items, size_t count, size_t size) {
    void *copy = alloc_zeroed(count, size);
    if (count > 0) {
        memcpy(copy, items, count * size);
    }
    return copy;
}

char *alloc_text(const char *text) {
    return checked(strdup(text));
}
