// XXH3 (the xxHash library), inlined. The same value on every machine, so it may stand in files.
#ifndef KELSO_BASE_HASH_H
#define KELSO_BASE_HASH_H

#include <stdint.h>

#define XXH_INLINE_ALL
#ifndef NDEBUG
#define XXH_NO_INLINE_HINTS 1 // gcc at -Og refuses to inline what is marked always_inline
#endif
#include <xxhash.h>

// XXH3 of the 16 bytes of the two words. From registers, since narrow stores read back as wide
// words would stall.
static inline uint64_t hash_words(uint64_t first, uint64_t second) {
    uint64_t words[2] = {first, second};
    return XXH3_64bits(words, sizeof words);
}

#endif
