#include "egdb/block.h"

#include <string.h>
#include <zstd.h>

#include "base/bytes.h"
#include "base/hash.h"

void block_pack(EgdbKind kind, const uint8_t *values, uint32_t count, uint8_t *packed) {
    if (kind != EGDB_WLD) {
        memcpy(packed, values, count);
        return;
    }
    for (uint32_t i = 0; i + 4 <= count; i += 4) {
        packed[i / 4] =
            (uint8_t)(values[i] | values[i + 1] << 2 | values[i + 2] << 4 | values[i + 3] << 6);
    }
    if (count % 4 != 0) {
        packed[count / 4] = 0;
        for (uint32_t i = count - count % 4; i < count; i++) {
            packed[i / 4] |= (uint8_t)(values[i] << i % 4 * 2);
        }
    }
}

bool block_is_whole(const uint8_t *block, size_t size, uint64_t number) {
    uint8_t bytes[BLOCK_HEADER_SIZE];
    if (size <= BLOCK_HEADER_SIZE) {
        return false;
    }
    uint64_t sum =
        XXH3_64bits_withSeed(block + BLOCK_HEADER_SIZE, size - BLOCK_HEADER_SIZE, number);
    bytes_put(bytes, sum, sizeof bytes);
    return memcmp(bytes, block, sizeof bytes) == 0;
}

bool block_is_uniform(const uint8_t *block, size_t size, unsigned *value) {
    *value = block[BLOCK_HEADER_SIZE];
    return size == BLOCK_HEADER_SIZE + 1;
}

BlockReader *block_reader_create(void) {
    return (BlockReader *)ZSTD_createDCtx();
}

void block_reader_destroy(BlockReader *reader) {
    ZSTD_freeDCtx((ZSTD_DCtx *)reader);
}

bool block_unpack(BlockReader *reader, const uint8_t *block, size_t size, uint8_t *packed,
                  size_t packed_size) {
    size_t got = ZSTD_decompressDCtx((ZSTD_DCtx *)reader, packed, packed_size,
                                     block + BLOCK_HEADER_SIZE, size - BLOCK_HEADER_SIZE);
    return got == packed_size;
}
