#include "base/memory.h"

#include <malloc.h>
#include <windows.h>

void *memory_map(size_t bytes) {
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void memory_unmap(void *block, size_t bytes) {
    (void)bytes;
    if (block != NULL) {
        VirtualFree(block, 0, MEM_RELEASE);
    }
}

void *memory_aligned(size_t alignment, size_t bytes) {
    return _aligned_malloc(bytes, alignment);
}

void memory_aligned_free(void *block) {
    _aligned_free(block);
}

uint64_t memory_available(void) {
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? status.ullAvailPhys : UINT64_MAX;
}
