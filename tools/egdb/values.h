// The values of a solved slice as the files have them: by the number of the position
// (egdb/index.h), a byte each.
#ifndef KELSO_EGDB_VALUES_H
#define KELSO_EGDB_VALUES_H

#include "egdb/masks.h"
#include "egdb/solved.h"

// The context of values_fill.
typedef struct {
    const Solved *solved;
    const MaskSet *masks; // for so many pieces at least
    bool fast;            // gather.h
} ValuesSource;

// Fills the EgdbValue of `count` positions from number `first` on; EGDB_ANY where either side, if
// it were to move, could capture. Threads may call it at the same time.
// A TableFill (table_writer.h).
void values_fill(const void *source, uint64_t first, uint32_t count, uint8_t *values);

#endif
