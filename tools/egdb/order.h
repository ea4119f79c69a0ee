// The order of a slice's parts: by falling total advance of the men.
#ifndef KELSO_EGDB_ORDER_H
#define KELSO_EGDB_ORDER_H

#include "egdb/moves.h"

#define ORDER_LEVELS (12 * 7 + 1)

typedef struct {
    uint32_t *parts;                  // owned
    uint64_t level[ORDER_LEVELS + 1]; // where each level begins; the first is the most advanced
} PartOrder;

// Of a part and the part of the swapped slice with the same men seen by the other side only one is
// there where both are of this slice.
PartOrder part_order_create(const Sources *sources, Slice s);

// Bytes that making it takes.
uint64_t part_order_bytes(Slice s);
void part_order_destroy(PartOrder *order);

#endif
