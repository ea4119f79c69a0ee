#include "egdb/solved.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/memory.h"
#include "common/alloc.h"
#include "egdb/combination.h"

static uint64_t bits_of(Slice s) {
    int squares = index_free_squares(s);
    return index_parts(s) * combination_count(squares, s.own_kings) *
           combination_count(squares, s.opp_kings);
}

// Two spare words, since a read may look one word ahead.
static size_t array_bytes(Slice s) {
    return (size_t)(bits_of(s) / 64 + 2) * sizeof(uint64_t);
}

uint64_t solved_bytes(Slice s) {
    return 2 * (uint64_t)array_bytes(s);
}

Solved *solved_create(Slice s, Error *error) {
    Solved *solved = alloc_zeroed(1, sizeof *solved);
    int squares = index_free_squares(s);
    solved->slice = s;
    solved->rows = combination_count(squares, s.opp_kings);
    solved->row_bits = combination_count(squares, s.own_kings);
    solved->part_bits = (uint64_t)solved->rows * solved->row_bits;
    solved->bits = bits_of(s);
    solved->bytes = array_bytes(s);
    solved->win = memory_map(solved->bytes);
    solved->loss = memory_map(solved->bytes);
    if (solved->win == NULL || solved->loss == NULL) {
        char name[SLICE_NAME_MAX];
        slice_name(s, name);
        error_set(error, ERROR_MEMORY, "no memory for slice %s: %zu bytes", name,
                  2 * solved->bytes);
        solved_destroy(solved);
        return NULL;
    }
    return solved;
}

void solved_destroy(Solved *solved) {
    if (solved != NULL) {
        memory_unmap(solved->win, solved->bytes);
        memory_unmap(solved->loss, solved->bytes);
        free(solved);
    }
}

void solved_set_destroy(SolvedSet *set) {
    for (int i = 0; i < SLICE_IDS; i++) {
        solved_destroy(set->by_id[i]);
    }
}

void solved_write(uint64_t *words, uint64_t bit, const uint64_t *row, uint32_t bits) {
    uint64_t *word = words + bit / 64;
    int shift = (int)(bit % 64);
    uint64_t carried = 0;
    for (uint32_t i = 0; i * 64 < bits; i++) {
        uint64_t value = carried | row[i] << shift;
        if (value != 0) {
            __atomic_fetch_or(word, value, __ATOMIC_RELAXED);
        }
        word++;
        carried = shift == 0 ? 0 : row[i] >> (64 - shift);
    }
    if (carried != 0) {
        __atomic_fetch_or(word, carried, __ATOMIC_RELAXED);
    }
}

void solved_look_up(const Solved *solved, Position p, bool *won, bool *lost) {
    if (p.side == BLACK) {
        p = position_flip(p);
    }
    PartMen men = {position_men(p, WHITE), squares_turn(position_men(p, BLACK))};
    uint32_t free = ~(position_men(p, WHITE) | position_men(p, BLACK));
    uint32_t own = position_kings(p, WHITE), opp = squares_turn(position_kings(p, BLACK));
    uint64_t bit = index_of_part(solved->slice, men) * solved->part_bits +
                   (uint64_t)combination_rank(opp, squares_turn(free)) * solved->row_bits +
                   combination_rank(own, free);
    *won = solved_read(solved->win, bit) & 1;
    *lost = solved_read(solved->loss, bit) & 1;
}

static uint64_t count(const uint64_t *words, size_t bytes) {
    uint64_t sum = 0;
    for (size_t i = 0; i < bytes / sizeof *words; i++) {
        sum += (uint64_t)bits_count64(words[i]);
    }
    return sum;
}

void solved_count(const Solved *solved, uint64_t *won, uint64_t *lost) {
    *won = count(solved->win, solved->bytes);
    *lost = count(solved->loss, solved->bytes);
}
