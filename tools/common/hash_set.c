#include "common/hash_set.h"

#include <stdlib.h>

#include "common/alloc.h"

#define SIZE_MIN 1024 // a power of two, as all sizes

// The place of this hash, or the free one for it.
static uint64_t *find(const HashSet *set, uint64_t hash) {
    size_t at = (size_t)hash & (set->size - 1);
    while (set->places[at] != 0 && set->places[at] != hash) {
        at = (at + 1) & (set->size - 1);
    }
    return &set->places[at];
}

static void grow(HashSet *set) {
    HashSet larger = {.count = set->count, .size = set->size == 0 ? SIZE_MIN : 2 * set->size};
    larger.places = alloc_zeroed(larger.size, sizeof *larger.places);
    for (size_t i = 0; i < set->size; i++) {
        if (set->places[i] != 0) {
            *find(&larger, set->places[i]) = set->places[i];
        }
    }
    free(set->places);
    *set = larger;
}

bool hash_set_add(HashSet *set, uint64_t hash) {
    if (3 * set->count >= 2 * set->size) {
        grow(set);
    }
    uint64_t own = hash == 0 ? 1 : hash, *place = find(set, own);
    if (*place == own) {
        return false;
    }
    *place = own;
    set->count++;
    return true;
}

void hash_set_destroy(HashSet *set) {
    free(set->places);
    *set = (HashSet){0};
}
