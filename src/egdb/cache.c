#include "egdb/cache.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "egdb/block.h"

#define WAYS       4
#define SLOT_WORDS (BLOCK_BYTES_MAX / sizeof(uint64_t))

// What stands in the slots of a set. `turn` is odd while a writer is in the slot, and another
// number after each: a reader that finds the same even one before and after has read what belongs
// to the key (a sequence lock).
typedef struct {
    _Atomic uint64_t key[WAYS]; // 0: nothing
    _Atomic uint32_t turn[WAYS];
    _Atomic uint8_t used[WAYS]; // written or read since the set was last looked through for room
    uint8_t unused[12];
} Set;

_Static_assert(sizeof(Set) == 64, "a set is a cache line");

typedef struct {
    _Atomic uint64_t words[SLOT_WORDS];
} CacheSlot;

struct Cache {
    size_t sets, bytes;
    Set *set;        // owned, with the slots in one block of memory
    CacheSlot *slot; // WAYS for each set
};

Cache *cache_create(int mebibytes, Error *error) {
    size_t sets = ((size_t)mebibytes << 20) / (sizeof(Set) + WAYS * sizeof(CacheSlot));
    size_t bytes = sets * (sizeof(Set) + WAYS * sizeof(CacheSlot));
    Cache *cache = calloc(1, sizeof *cache);
    void *block = cache == NULL ? NULL : memory_map(bytes);
    if (block == NULL) {
        free(cache);
        error_set(error, ERROR_MEMORY, "no memory for an endgame table cache of %d MiB", mebibytes);
        return NULL;
    }
    *cache = (Cache){sets, bytes, block, (CacheSlot *)((Set *)block + sets)};
    return cache;
}

void cache_destroy(Cache *cache) {
    if (cache != NULL) {
        memory_unmap(cache->set, cache->bytes);
        free(cache);
    }
}

static size_t set_of(const Cache *cache, uint64_t key) {
    __extension__ typedef unsigned __int128 Wide;
    return (size_t)((Wide)(key * 0x9E3779B97F4A7C15U) * cache->sets >> 64);
}

static CacheSlot *slot_of(const Cache *cache, size_t set, int way) {
    return &cache->slot[set * WAYS + (size_t)way];
}

static unsigned byte_of(uint64_t word, size_t at) {
    uint8_t bytes[sizeof word];
    memcpy(bytes, &word, sizeof word);
    return bytes[at % sizeof word];
}

// The words are loaded with acquire and stored with release order: whoever reads a new word sees
// the turn that came before it.
bool cache_get(Cache *cache, uint64_t key, size_t at, unsigned *byte) {
    size_t number = set_of(cache, key);
    Set *set = &cache->set[number];
    for (int way = 0; way < WAYS; way++) {
        uint32_t turn = atomic_load_explicit(&set->turn[way], memory_order_acquire);
        if (turn % 2 == 0 && atomic_load_explicit(&set->key[way], memory_order_acquire) == key) {
            CacheSlot *slot = slot_of(cache, number, way);
            uint64_t word = atomic_load_explicit(&slot->words[at / 8], memory_order_acquire);
            *byte = byte_of(word, at);
            if (atomic_load_explicit(&set->used[way], memory_order_relaxed) == 0) {
                atomic_store_explicit(&set->used[way], 1, memory_order_relaxed);
            }
            return atomic_load_explicit(&set->turn[way], memory_order_relaxed) == turn;
        }
    }
    return false;
}

// A slot of the set to write into; -1: the block is there already.
static int find_room(Set *set, uint64_t key) {
    int room = -1;
    for (int way = 0; way < WAYS; way++) {
        uint64_t held = atomic_load_explicit(&set->key[way], memory_order_relaxed);
        if (held == key) {
            return -1;
        }
        if (room < 0 && !atomic_load_explicit(&set->used[way], memory_order_relaxed)) {
            room = way;
        }
    }
    if (room >= 0) {
        return room;
    }
    for (int way = 0; way < WAYS; way++) {
        atomic_store_explicit(&set->used[way], 0, memory_order_relaxed);
    }
    return (int)(key % WAYS);
}

void cache_put(Cache *cache, uint64_t key, const uint8_t *bytes, size_t size) {
    size_t number = set_of(cache, key);
    Set *set = &cache->set[number];
    int way = find_room(set, key);
    if (way < 0) {
        return;
    }
    uint32_t turn = atomic_load_explicit(&set->turn[way], memory_order_relaxed);
    if (turn % 2 != 0 ||
        !atomic_compare_exchange_strong_explicit(&set->turn[way], &turn, turn + 1,
                                                 memory_order_acq_rel, memory_order_relaxed)) {
        return;
    }
    CacheSlot *slot = slot_of(cache, number, way);
    atomic_store_explicit(&set->key[way], key, memory_order_release);
    for (size_t i = 0; i * 8 < size; i++) {
        uint64_t word;
        memcpy(&word, bytes + i * 8, sizeof word);
        atomic_store_explicit(&slot->words[i], word, memory_order_release);
    }
    atomic_store_explicit(&set->used[way], 1, memory_order_relaxed);
    atomic_store_explicit(&set->turn[way], turn + 2, memory_order_release);
}
