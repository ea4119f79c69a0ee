// Writes one slice's values as a file of the endgame tables (src/egdb/FORMAT.md).
#ifndef KELSO_EGDB_TABLE_WRITER_H
#define KELSO_EGDB_TABLE_WRITER_H

#include "egdb/table_file.h"
#include "egdb/team.h"

// Gives the values of `count` positions from number `first` on (egdb/index.h), a byte each: an
// EgdbValue, or plies up to EGDB_PLIES_MAX. EGDB_ANY where none is ever asked for: where either
// side, if it were to move, could capture, and where plies are given in draws. Called from several
// threads at a time.
typedef void TableFill(const void *context, uint64_t first, uint32_t count, uint8_t *values);

typedef struct {
    EgdbKind kind;
    Slice slice;
    uint64_t won, lost; // of all positions, those with captures too
    uint32_t longest;   // plies; 0 for WLD
    TableFill *fill;
    const void *context;
} TableSource;

// Writes the file into this folder, which must be there, under a temporary name, and renames it
// when it is whole, and if it is large on the disk; an older one is replaced. The same bytes for
// any team, NULL too. false, with an error that names the file; then nothing is left behind.
bool table_write(const TableSource *source, const char *folder, Team *team, Error *error);

// Whether a file of this name is one that table_write was ended in the midst of.
bool table_is_unfinished(const char *name);

#endif
