// Unpacked blocks, shared by all threads without locks. A reader that meets a writer in the same
// place misses; a writer that meets another gives up. Private to src/egdb.
#ifndef KELSO_EGDB_CACHE_H
#define KELSO_EGDB_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct Cache Cache;

// NULL, with an error, if there is no memory.
Cache *cache_create(int mebibytes, Error *error);
void cache_destroy(Cache *cache);

// One byte of the block with this key, if it is there.
bool cache_get(Cache *cache, uint64_t key, size_t at, unsigned *byte);

// Adds a block of `size` bytes; there must be BLOCK_BYTES_MAX behind `bytes`. Keys are not 0.
void cache_put(Cache *cache, uint64_t key, const uint8_t *bytes, size_t size);

#endif
