#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

void *memory_map(size_t bytes) {
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    madvise(block, bytes, MADV_HUGEPAGE); // a wish: small pages do as well
#endif
    return block;
}

void memory_unmap(void *block, size_t bytes) {
    if (block != NULL) {
        munmap(block, bytes);
    }
}

void *memory_aligned(size_t alignment, size_t bytes) {
    return aligned_alloc(alignment, bytes);
}

void memory_aligned_free(void *block) {
    free(block);
}

uint64_t memory_available(void) {
    FILE *file = fopen("/proc/meminfo", "r");
    if (file == NULL) {
        return UINT64_MAX;
    }
    char line[128];
    unsigned long long kilobytes = UINT64_MAX / 1024;
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1) {
            break;
        }
    }
    fclose(file);
    return kilobytes * 1024;
}
