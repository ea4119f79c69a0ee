#include "egdb/masks.h"

#include <stdlib.h>

#include "common/alloc.h"

static void masks_init(Masks *masks, int squares, int size) {
    masks->squares = squares;
    masks->size = size;
    masks->bits = combination_count(squares, size);
    masks->words = (masks->bits + 63) / 64;
    masks->all = alloc_zeroed((size_t)masks->words * (size_t)(squares + 1), sizeof *masks->all);
    uint64_t *rows = masks->all + masks->words;
    for (int i = 0; i < squares; i++) {
        masks->holds[i] = rows + (size_t)i * masks->words;
    }
    for (uint32_t bit = 0; bit < masks->bits; bit++) {
        uint32_t word = bit / 64;
        uint64_t one = (uint64_t)1 << bit % 64;
        masks->all[word] |= one;
        for (uint32_t set = combination_set(bit, size, UINT32_MAX); set != 0;) {
            rows[(size_t)bits_pop(&set) * masks->words + word] |= one;
        }
    }
}

void mask_set_init(MaskSet *set, int pieces) {
    *set = (MaskSet){0};
    for (int men = 0; men <= pieces; men++) {
        // Of one side, and the other has a piece, too.
        int most = men == 0 ? pieces - 1 : pieces - men;
        for (int size = 0; size <= most && size < MASKS_SIZES; size++) {
            masks_init(&set->made[SQUARE_COUNT - men][size], SQUARE_COUNT - men, size);
        }
    }
}

void mask_set_destroy(MaskSet *set) {
    for (int squares = 0; squares <= SQUARE_COUNT; squares++) {
        for (int size = 0; size < MASKS_SIZES; size++) {
            free(set->made[squares][size].all);
        }
    }
}
