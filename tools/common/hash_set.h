// A set of 64-bit hashes that only grows: between 12 and 24 bytes a member.
#ifndef KELSO_COMMON_HASH_SET_H
#define KELSO_COMMON_HASH_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// All zero is an empty set.
typedef struct {
    uint64_t *places; // 0: free; owned
    size_t count, size;
} HashSet;

// False if it was there already.
bool hash_set_add(HashSet *set, uint64_t hash);
void hash_set_destroy(HashSet *set);

#endif
