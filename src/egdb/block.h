// Values in blocks: how they are packed, and the way from a block's bytes in a file to them.
// FORMAT.md describes the bytes.
#ifndef KELSO_EGDB_BLOCK_H
#define KELSO_EGDB_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a file holds of each position.
typedef enum {
    EGDB_WLD,      // the result: EgdbValue
    EGDB_PROGRESS, // of won and lost ones the plies to the next capture or man's move
    EGDB_END,      // of won and lost ones the plies to the end of the game
    EGDB_CROWNING, // of won and lost ones the plies to the next capture or crowning
    EGDB_KINDS
} EgdbKind;

typedef enum { EGDB_DRAW, EGDB_WIN, EGDB_LOSS, EGDB_UNKNOWN } EgdbValue;

#define EGDB_PLIES_MAX 254
#define EGDB_ANY       255 // given to the writer for a position whose value is never asked for

#define BLOCK_BYTES_MAX   8192U // unpacked
#define BLOCK_HEADER_SIZE 8     // the checksum

static inline int block_value_bits(EgdbKind kind) {
    return kind == EGDB_WLD ? 2 : 8;
}

// Bytes of so many values when packed.
static inline size_t block_packed_size(EgdbKind kind, uint32_t values) {
    return ((size_t)values * (size_t)block_value_bits(kind) + 7) / 8;
}

// packed has block_packed_size bytes.
void block_pack(EgdbKind kind, const uint8_t *values, uint32_t count, uint8_t *packed);

// The byte of a packed block that holds this value, and the value out of this byte.
static inline size_t block_byte(EgdbKind kind, uint32_t number) {
    return kind == EGDB_WLD ? number / 4 : number;
}

static inline unsigned block_value(EgdbKind kind, unsigned byte, uint32_t number) {
    return kind == EGDB_WLD ? byte >> number % 4 * 2 & 3 : byte;
}

// A block as it stands in a file: its checksum is right for a block of this number.
bool block_is_whole(const uint8_t *block, size_t size, uint64_t number);

// All values of a whole block are the same: *value.
bool block_is_uniform(const uint8_t *block, size_t size, unsigned *value);

// What unpacking needs; one thread at a time. NULL if there is no memory.
typedef struct BlockReader BlockReader;
BlockReader *block_reader_create(void);
void block_reader_destroy(BlockReader *reader);

// The packed values of a whole block; packed has room for packed_size, and false is returned if the
// block holds anything else than just so many.
bool block_unpack(BlockReader *reader, const uint8_t *block, size_t size, uint8_t *packed,
                  size_t packed_size);

#endif
