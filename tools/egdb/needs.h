// Which slices a slice needs to be solved: those that a capture or a crowning leads to.
#ifndef KELSO_EGDB_NEEDS_H
#define KELSO_EGDB_NEEDS_H

#include "egdb/slice.h"

#define NEEDS_MAX 200

// The slices, other than the slice itself and its swapped one, whose values are read when both are
// solved. In the order of slice_list, fewest pieces first. Returns how many.
int needs_of(Slice s, Slice needs[NEEDS_MAX]);

#endif
