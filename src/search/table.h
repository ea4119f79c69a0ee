// The transposition table: shared by all threads without locks. An entry is two atomic words, the
// key xored with the data (Hyatt and Mann 2002), so that a torn pair is not found rather than
// wrong.
#ifndef KELSO_SEARCH_TABLE_H
#define KELSO_SEARCH_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound; // bits: lower 2, upper 1

typedef struct {
    int score; // as score_to_table gives it
    int eval;  // static evaluation or SCORE_NONE
    int depth; // plies searched
    Bound bound;
    int move; // index in the generator's list, or TABLE_NO_MOVE
} TableEntry;

#define TABLE_NO_MOVE   255
#define TABLE_DEPTH_MAX 255

#define TABLE_ENTRIES_PER_MIB_LOG2 16

typedef struct TableBucket TableBucket;

typedef struct {
    TableBucket *buckets; // owned; NULL before the first resize
    size_t bucket_count;
    unsigned generation; // of the present search
} TransTable;

// Gives the table this size, in MiB, empty, with memory that is not touched yet: see table_touch.
// Where the memory is not to be had: false, an error, and the old table stays as it was.
bool table_resize(TransTable *table, int mebibytes, Error *error);
void table_destroy(TransTable *table);

// Both do one of `parts` equal parts, so that several threads may do one each. Touching a new table
// spares the first search the wait for its memory, which the system places near the thread that
// touches it first.
void table_touch(TransTable *table, int part, int parts);
void table_clear(TransTable *table, int part, int parts);

// A new search begins: entries of older ones are the first to be replaced.
void table_age(TransTable *table);

bool table_probe(const TransTable *table, uint64_t key, TableEntry *entry);
void table_store(TransTable *table, uint64_t key, TableEntry entry);
void table_prefetch(const TransTable *table, uint64_t key);

// Thousandths of the table that entries of the present search fill, by a sample.
int table_fill(const TransTable *table);

#endif
