// A file of one slice's values: its head and index, checked, and its blocks. FORMAT.md describes
// the bytes.
#ifndef KELSO_EGDB_TABLE_FILE_H
#define KELSO_EGDB_TABLE_FILE_H

#include "base/error.h"
#include "egdb/block.h"
#include "egdb/slice.h"

// "2m1k-1m2k.wld": the name of a file without its folder.
#define TABLE_NAME_MAX (SLICE_NAME_MAX + 8)
void table_file_name(Slice s, EgdbKind kind, char name[TABLE_NAME_MAX]);

// "wld", "progress", "end", "crowning".
const char *table_kind_name(EgdbKind kind);

// What the head says of the positions, all of them counted, also those whose value is not kept.
typedef struct TableHead {
    EgdbKind kind;
    Slice slice;
    uint32_t block_values; // of each block but the last; a power of two
    uint32_t longest;      // plies; 0 of a WLD file
    uint64_t positions, won, lost;
} TableHead;

#define TABLE_HEAD_SIZE   88
#define TABLE_INDEX_ENTRY 4

uint64_t table_head_blocks(const TableHead *head);
uint32_t table_head_block_values(const TableHead *head, uint64_t block);

// The bytes of a head in front of this index (offsets of all blocks and of the end, four bytes
// each).
void table_head_write(const TableHead *head, const uint8_t *index, uint64_t data_size,
                      uint8_t bytes[TABLE_HEAD_SIZE]);

typedef struct {
    TableHead head;
    uint64_t blocks;
    const uint8_t *index, *data; // within the bytes given
} TableFile;

// Reads the bytes of a file that is to hold this slice and kind; they must stay as long as the
// TableFile is used. Head and index are checked here, blocks when they are used. false, with an
// error that begins with the name, for what is no such file, is cut, altered or foreign.
bool table_file_read(TableFile *file, const char *name, Slice s, EgdbKind kind,
                     const uint8_t *bytes, size_t size, Error *error);

// The bytes of a block, checksum first.
const uint8_t *table_file_block(const TableFile *file, uint64_t block, size_t *size);

#endif
