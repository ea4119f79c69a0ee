// Exact values of solved slices on disk, those of all positions: the tables leave positions with
// captures to the compressor, so that larger slices cannot be solved from them. A build keeps them
// in a folder of its own and takes them away when it is through.
//
// A file is a head of 32 bytes, an index and blocks. Head: the text "KelsoEX\n", a version, the
// slice's four numbers (a byte each), the number of blocks, 4 zero bytes, the XXH3 of the index.
// Index: for each block its length (32 bits) and the XXH3 of its bytes. Blocks: STORE_BLOCK bytes
// of the arrays `win` and then `loss` (solved.h), the last of each array shorter, compressed by
// zstd. Numbers are little-endian, of 32 bits, checksums of 64.
#ifndef KELSO_EGDB_STORE_H
#define KELSO_EGDB_STORE_H

#include "egdb/solved.h"
#include "egdb/team.h"

#define STORE_BLOCK (1U << 20)

// Whether the slice is there; says nothing of what is in the file.
bool store_has(const char *folder, Slice s);

// Writes the slice whole or not at all: under another name first, which is then renamed.
bool store_save(const char *folder, const Solved *solved, Team *team, Error *error);

// NULL, with an error that names the file, if it is damaged, or there is no memory.
Solved *store_load(const char *folder, Slice s, Team *team, Error *error);

// Takes all files of a store and the folder away; what else lies there stays.
bool store_remove(const char *folder, Error *error);

#endif
