#include "egdb/table_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "egdb/index.h"

#define VERSION 1

// Where the parts of a head stand.
enum {
    AT_VERSION = 8,
    AT_KIND = 12,
    AT_SLICE = 16, // four bytes
    AT_BLOCK_VALUES = 20,
    AT_POSITIONS = 24,
    AT_WON = 32,
    AT_LOST = 40,
    AT_LONGEST = 48,
    AT_BLOCKS = 56,
    AT_SIZE = 64,
    AT_INDEX_SUM = 72,
    AT_HEAD_SUM = 80,
};

static const uint8_t magic[8] = {'K', 'e', 'l', 's', 'o', 'E', 'G', '\n'};
static const char *const kind_names[EGDB_KINDS] = {"wld", "progress", "end", "crowning"};

const char *table_kind_name(EgdbKind kind) {
    return kind_names[kind];
}

void table_file_name(Slice s, EgdbKind kind, char name[TABLE_NAME_MAX]) {
    char slice[SLICE_NAME_MAX];
    slice_name(s, slice);
    snprintf(name, TABLE_NAME_MAX, "%.20s.%s", slice, kind_names[kind]);
}

uint64_t table_head_blocks(const TableHead *head) {
    return (head->positions + head->block_values - 1) / head->block_values;
}

uint32_t table_head_block_values(const TableHead *head, uint64_t block) {
    uint64_t left = head->positions - block * head->block_values;
    return left < head->block_values ? (uint32_t)left : head->block_values;
}

static uint64_t index_size_of(uint64_t blocks) {
    return (blocks + 1) * TABLE_INDEX_ENTRY;
}

void table_head_write(const TableHead *head, const uint8_t *index, uint64_t data_size,
                      uint8_t bytes[TABLE_HEAD_SIZE]) {
    uint64_t blocks = table_head_blocks(head);
    Slice s = head->slice;
    memcpy(bytes, magic, sizeof magic);
    bytes_put(bytes + AT_VERSION, VERSION, 4);
    bytes_put(bytes + AT_KIND, head->kind, 4);
    bytes_put(bytes + AT_SLICE, (uint64_t)s.own_men, 1);
    bytes_put(bytes + AT_SLICE + 1, (uint64_t)s.own_kings, 1);
    bytes_put(bytes + AT_SLICE + 2, (uint64_t)s.opp_men, 1);
    bytes_put(bytes + AT_SLICE + 3, (uint64_t)s.opp_kings, 1);
    bytes_put(bytes + AT_BLOCK_VALUES, head->block_values, 4);
    bytes_put(bytes + AT_POSITIONS, head->positions, 8);
    bytes_put(bytes + AT_WON, head->won, 8);
    bytes_put(bytes + AT_LOST, head->lost, 8);
    bytes_put(bytes + AT_LONGEST, head->longest, 8);
    bytes_put(bytes + AT_BLOCKS, blocks, 8);
    bytes_put(bytes + AT_SIZE, TABLE_HEAD_SIZE + index_size_of(blocks) + data_size, 8);
    bytes_put(bytes + AT_INDEX_SUM, XXH3_64bits(index, index_size_of(blocks)), 8);
    bytes_put(bytes + AT_HEAD_SUM, XXH3_64bits(bytes, AT_HEAD_SUM), 8);
}

static bool refuse(const char *name, const char *why, Error *error) {
    return error_set(error, ERROR_FILE, "%.200s: %s", name, why);
}

// The head of a file of this version, with the sum of its bytes right.
static bool check_bytes(const char *name, const uint8_t *bytes, size_t size, Error *error) {
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0) {
        return refuse(name, "not an endgame table", error);
    }
    if (size < TABLE_HEAD_SIZE) {
        return refuse(name, "cut short in its head", error);
    }
    uint64_t version = bytes_get(bytes + AT_VERSION, 4);
    if (version != VERSION) {
        return error_set(error, ERROR_FILE, "%.200s: version %" PRIu64 ", this program reads %d",
                         name, version, VERSION);
    }
    if (bytes_get(bytes + AT_HEAD_SUM, 8) != XXH3_64bits(bytes, AT_HEAD_SUM)) {
        return refuse(name, "damaged: the checksum of its head is wrong", error);
    }
    uint64_t whole = bytes_get(bytes + AT_SIZE, 8);
    if (whole != size) {
        return error_set(error, ERROR_FILE, "%.200s: %zu bytes where it should have %" PRIu64, name,
                         size, whole);
    }
    return true;
}

static TableHead head_read(const uint8_t *bytes) {
    const uint8_t *slice = bytes + AT_SLICE;
    return (TableHead){.kind = (EgdbKind)bytes_get(bytes + AT_KIND, 4),
                       .slice = {slice[0], slice[1], slice[2], slice[3]},
                       .block_values = (uint32_t)bytes_get(bytes + AT_BLOCK_VALUES, 4),
                       .longest = (uint32_t)bytes_get(bytes + AT_LONGEST, 8),
                       .positions = bytes_get(bytes + AT_POSITIONS, 8),
                       .won = bytes_get(bytes + AT_WON, 8),
                       .lost = bytes_get(bytes + AT_LOST, 8)};
}

static bool is_block_size(EgdbKind kind, uint32_t values) {
    return values >= 4 && (values & (values - 1)) == 0 &&
           block_packed_size(kind, values) <= BLOCK_BYTES_MAX;
}

static bool check_head(const TableHead *head, const char *name, Slice s, EgdbKind kind,
                       Error *error) {
    if (!slice_equal(head->slice, s) || head->kind != kind) {
        char wanted[TABLE_NAME_MAX];
        table_file_name(s, kind, wanted);
        return error_set(error, ERROR_FILE, "%.200s: holds another table than %s", name, wanted);
    }
    if (!is_block_size(kind, head->block_values) || head->positions != index_size(s) ||
        head->won > head->positions || head->lost > head->positions - head->won) {
        return refuse(name, "its head contradicts itself", error);
    }
    return true;
}

static uint64_t offset(const uint8_t *index, uint64_t block) {
    return bytes_get(index + block * TABLE_INDEX_ENTRY, TABLE_INDEX_ENTRY);
}

// Blocks stand one behind the other from 0 to data_size, none empty.
static bool index_is_good(const uint8_t *index, uint64_t blocks, uint64_t data_size) {
    bool good = offset(index, 0) == 0 && offset(index, blocks) == data_size;
    for (uint64_t block = 0; block < blocks; block++) {
        good &= offset(index, block) + BLOCK_HEADER_SIZE < offset(index, block + 1);
    }
    return good;
}

bool table_file_read(TableFile *file, const char *name, Slice s, EgdbKind kind,
                     const uint8_t *bytes, size_t size, Error *error) {
    if (!check_bytes(name, bytes, size, error)) {
        return false;
    }
    TableHead head = head_read(bytes);
    if (!check_head(&head, name, s, kind, error)) {
        return false;
    }
    uint64_t blocks = table_head_blocks(&head), index_bytes = index_size_of(blocks);
    if (bytes_get(bytes + AT_BLOCKS, 8) != blocks || index_bytes > size - TABLE_HEAD_SIZE) {
        return refuse(name, "its head contradicts itself", error);
    }
    *file = (TableFile){.head = head, .blocks = blocks, .index = bytes + TABLE_HEAD_SIZE};
    file->data = file->index + index_bytes;
    if (bytes_get(bytes + AT_INDEX_SUM, 8) != XXH3_64bits(file->index, index_bytes) ||
        !index_is_good(file->index, blocks, size - TABLE_HEAD_SIZE - index_bytes)) {
        return refuse(name, "damaged: its index is wrong", error);
    }
    return true;
}

const uint8_t *table_file_block(const TableFile *file, uint64_t block, size_t *size) {
    uint64_t start = offset(file->index, block);
    *size = (size_t)(offset(file->index, block + 1) - start);
    return file->data + start;
}
