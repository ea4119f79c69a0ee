// Any bytes as a file of the endgame tables: refused with a message that names the file, or read to
// the last value without a step outside. The first byte says whether checksums are put right
// before, since nothing else would get past them.
#include "fuzz.h"

#include <string.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "egdb/table_file.h"

// Offsets of FORMAT.md.
enum { AT_BLOCKS = 56, AT_SIZE = 64, AT_INDEX_SUM = 72, AT_HEAD_SUM = 80 };

static void mend_block(uint8_t *index, uint8_t *data, size_t data_size, uint64_t block) {
    uint64_t start = bytes_get(index + block * TABLE_INDEX_ENTRY, TABLE_INDEX_ENTRY);
    uint64_t end = bytes_get(index + (block + 1) * TABLE_INDEX_ENTRY, TABLE_INDEX_ENTRY);
    if (start + BLOCK_HEADER_SIZE < end && end <= data_size) {
        uint8_t *payload = data + start + BLOCK_HEADER_SIZE;
        uint64_t sum = XXH3_64bits_withSeed(payload, end - start - BLOCK_HEADER_SIZE, block);
        bytes_put(data + start, sum, BLOCK_HEADER_SIZE);
    }
}

static void mend(uint8_t *bytes, size_t size) {
    uint64_t blocks = bytes_get(bytes + AT_BLOCKS, 8);
    size_t room = size - TABLE_HEAD_SIZE;
    if (blocks < room / TABLE_INDEX_ENTRY) {
        uint8_t *index = bytes + TABLE_HEAD_SIZE;
        size_t index_size = (size_t)(blocks + 1) * TABLE_INDEX_ENTRY;
        for (uint64_t block = 0; block < blocks; block++) {
            mend_block(index, index + index_size, room - index_size, block);
        }
        bytes_put(bytes + AT_INDEX_SUM, XXH3_64bits(index, index_size), 8);
    }
    bytes_put(bytes + AT_SIZE, size, 8);
    bytes_put(bytes + AT_HEAD_SUM, XXH3_64bits(bytes, AT_HEAD_SUM), 8);
}

static void read_blocks(const TableFile *file) {
    BlockReader *reader = block_reader_create();
    uint8_t packed[BLOCK_BYTES_MAX];
    for (uint64_t b = 0; b < file->blocks; b++) {
        size_t size;
        unsigned value;
        const uint8_t *block = table_file_block(file, b, &size);
        if (block_is_whole(block, size, b) && !block_is_uniform(block, size, &value)) {
            size_t wanted =
                block_packed_size(file->head.kind, table_head_block_values(&file->head, b));
            HOLDS(wanted <= sizeof packed);
            block_unpack(reader, block, size, packed, wanted);
        }
    }
    block_reader_destroy(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const Slice slices[] = {{0, 1, 0, 1}, {0, 2, 0, 1}, {1, 0, 1, 0}};
    if (size == 0) {
        return 0;
    }
    uint8_t *bytes = malloc(size);
    memcpy(bytes, data + 1, size - 1);
    size--;
    if (data[0] % 2 == 0 && size >= TABLE_HEAD_SIZE) {
        mend(bytes, size);
    }
    for (size_t i = 0; i < sizeof slices / sizeof *slices; i++) {
        for (EgdbKind kind = EGDB_WLD; kind < EGDB_KINDS; kind++) {
            TableFile file;
            Error error;
            if (table_file_read(&file, "a file", slices[i], kind, bytes, size, &error)) {
                read_blocks(&file);
            } else {
                HOLDS(strncmp(error.message, "a file: ", 8) == 0);
            }
        }
    }
    free(bytes);
    return 0;
}
