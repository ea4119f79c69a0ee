#include "search/table.h"

#include <string.h>

#include "base/memory.h"

#define BUCKET_SLOTS 4
#define GENERATIONS  64
#define SMALL_PAGE   4096 // bytes; larger pages are touched more often than they need

typedef struct {
    _Atomic uint64_t check; // key xor data
    _Atomic uint64_t data;  // 0: empty
} Slot;

// One cache line.
struct TableBucket {
    Slot slots[BUCKET_SLOTS];
};

_Static_assert(sizeof(TableBucket) == 64, "a bucket is a cache line");
_Static_assert(sizeof(Slot) << TABLE_ENTRIES_PER_MIB_LOG2 == 1 << 20, "entries in a MiB");

// Data, from the lowest bit: score 16, eval 16, move 8, depth 8, bound 2, generation 6.
// ------------

static uint64_t pack(TableEntry e, unsigned generation) {
    return (uint64_t)(uint16_t)e.score | (uint64_t)(uint16_t)e.eval << 16 |
           (uint64_t)(uint8_t)e.move << 32 | (uint64_t)(uint8_t)e.depth << 40 |
           (uint64_t)e.bound << 48 | (uint64_t)generation << 50 | UINT64_C(1) << 63;
}

static TableEntry unpack(uint64_t data) {
    return (TableEntry){.score = (int16_t)(data & 0xFFFF),
                        .eval = (int16_t)(data >> 16 & 0xFFFF),
                        .move = (int)(data >> 32 & 0xFF),
                        .depth = (int)(data >> 40 & 0xFF),
                        .bound = (Bound)(data >> 48 & 3)};
}

static unsigned data_generation(uint64_t data) {
    return (unsigned)(data >> 50) % GENERATIONS;
}

static int data_depth(uint64_t data) {
    return (int)(data >> 40 & 0xFF);
}

bool table_resize(TransTable *table, int mebibytes, Error *error) {
    size_t bytes = (size_t)mebibytes << 20, old_bytes = table->bucket_count * sizeof(TableBucket);
    uint64_t available = memory_available();
    // The system may promise more than it has, and end the process when it is used: ask first.
    bool fits = available == UINT64_MAX || bytes <= available + old_bytes;
    TableBucket *buckets = fits ? memory_map(bytes) : NULL;
    if (buckets == NULL) {
        return error_set(error, ERROR_MEMORY,
                         "no memory for a table of %d MiB; it stays at %zu MiB", mebibytes,
                         old_bytes >> 20);
    }
    table_destroy(table);
    *table = (TransTable){.buckets = buckets, .bucket_count = bytes / sizeof(TableBucket)};
    return true;
}

void table_destroy(TransTable *table) {
    memory_unmap(table->buckets, table->bucket_count * sizeof(TableBucket));
    *table = (TransTable){0};
}

static size_t part_start(const TransTable *table, int part, int parts) {
    return table->bucket_count * (size_t)part / (size_t)parts;
}

void table_touch(TransTable *table, int part, int parts) {
    size_t last = part_start(table, part + 1, parts), step = SMALL_PAGE / sizeof(TableBucket);
    for (size_t i = part_start(table, part, parts); i < last; i += step) {
        atomic_store_explicit(&table->buckets[i].slots[0].data, 0, memory_order_relaxed);
    }
}

void table_clear(TransTable *table, int part, int parts) {
    size_t first = part_start(table, part, parts), last = part_start(table, part + 1, parts);
    memset(&table->buckets[first], 0, (last - first) * sizeof(TableBucket));
}

void table_age(TransTable *table) {
    table->generation = (table->generation + 1) % GENERATIONS;
}

static TableBucket *find_bucket(const TransTable *table, uint64_t key) {
    __extension__ typedef unsigned __int128 Wide;
    return &table->buckets[(size_t)((Wide)key * table->bucket_count >> 64)];
}

void table_prefetch(const TransTable *table, uint64_t key) {
    __builtin_prefetch(find_bucket(table, key));
}

bool table_probe(const TransTable *table, uint64_t key, TableEntry *entry) {
    TableBucket *bucket = find_bucket(table, key);
    for (int i = 0; i < BUCKET_SLOTS; i++) {
        Slot *slot = &bucket->slots[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if ((check ^ data) == key && data != 0) {
            *entry = unpack(data);
            return true;
        }
    }
    return false;
}

// The slot of the same position, else the one that is worth least: shallow, or of an old search.
static Slot *find_victim(const TransTable *table, uint64_t key) {
    TableBucket *bucket = find_bucket(table, key);
    Slot *victim = NULL;
    int least = 1 << 20;
    for (int i = 0; i < BUCKET_SLOTS; i++) {
        Slot *slot = &bucket->slots[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if (data == 0 || (check ^ data) == key) {
            return slot;
        }
        unsigned age = (table->generation - data_generation(data)) % GENERATIONS;
        int worth = data_depth(data) - 8 * (int)age;
        if (worth < least) {
            least = worth;
            victim = slot;
        }
    }
    return victim;
}

void table_store(TransTable *table, uint64_t key, TableEntry entry) {
    Slot *slot = find_victim(table, key);
    uint64_t data = pack(entry, table->generation);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
}

int table_fill(const TransTable *table) {
    size_t sample = table->bucket_count < 250 ? table->bucket_count : 250;
    int used = 0;
    for (size_t i = 0; i < sample; i++) {
        for (int j = 0; j < BUCKET_SLOTS; j++) {
            uint64_t data =
                atomic_load_explicit(&table->buckets[i].slots[j].data, memory_order_relaxed);
            used += data != 0 && data_generation(data) == table->generation;
        }
    }
    return sample == 0 ? 0 : used * 1000 / (int)(sample * BUCKET_SLOTS);
}
