// For each place among so many squares: which of the combinations (egdb/combination.h) of a size
// hold it, as a row of bits, one for each combination. With them a condition on placements of kings
// is an AND of rows.
#ifndef KELSO_EGDB_MASKS_H
#define KELSO_EGDB_MASKS_H

#include <stdint.h>

#include "egdb/combination.h"

typedef struct {
    int squares, size;
    uint32_t bits;                       // combinations
    uint32_t words;                      // of a row
    uint64_t *all;                       // the row with a one for each combination; owned
    const uint64_t *holds[SQUARE_COUNT]; // by place; within `all`
} Masks;

#define MASKS_SIZES 12

typedef struct {
    Masks made[SQUARE_COUNT + 1][MASKS_SIZES];
} MaskSet;

// Makes the masks of all sizes that kings can have beside so many men, for tables of `pieces`.
void mask_set_init(MaskSet *set, int pieces);
void mask_set_destroy(MaskSet *set);

static inline const Masks *mask_set_get(const MaskSet *set, int squares, int size) {
    return &set->made[squares][size];
}

// A condition on combinations: all of `in` and none of `out`. `in` is never empty.
#define FILTER_ROWS_MAX 14

typedef struct {
    const uint64_t *in[FILTER_ROWS_MAX], *out[FILTER_ROWS_MAX];
    int in_count, out_count;
} Filter;

// All combinations. The arrays beyond the counts stay as they are.
static inline void filter_init(Filter *filter, const Masks *masks) {
    filter->in[0] = masks->all;
    filter->in_count = 1;
    filter->out_count = 0;
}

static inline uint64_t filter_word(const Filter *filter, uint32_t word) {
    uint64_t mask = filter->in[0][word];
    for (int i = 1; i < filter->in_count; i++) {
        mask &= filter->in[i][word];
    }
    for (int i = 0; i < filter->out_count; i++) {
        mask &= ~filter->out[i][word];
    }
    return mask;
}

#endif
