// Solved slices in memory: won and lost positions as bits. Unlike the index of the files the rows
// hold every placement of kings on the squares without men, also those that overlap, whose bits
// are zero: so neighbouring rows fit each other.
//
//     bit = (part * rows + row) * row_bits + place
//
//     part     egdb/index.h
//     row      the opponent's kings among the squares without men
//     place    the own kings among the squares without men
#ifndef KELSO_EGDB_SOLVED_H
#define KELSO_EGDB_SOLVED_H

#include "base/error.h"
#include "egdb/index.h"

typedef struct {
    Slice slice;
    uint32_t rows, row_bits;
    uint64_t part_bits, bits;
    size_t bytes; // of each array
    uint64_t *win, *loss;
} Solved;

typedef struct {
    Solved *by_id[SLICE_IDS]; // NULL: not solved
} SolvedSet;

// All draws; NULL, with an error, if there is no memory.
Solved *solved_create(Slice s, Error *error);
void solved_destroy(Solved *solved);
void solved_set_destroy(SolvedSet *set);

// Bytes that solved_create will take.
uint64_t solved_bytes(Slice s);

// 64 bits from any place, with those behind the end zero. Other threads may write bits beside.
static inline uint64_t solved_read(const uint64_t *words, uint64_t bit) {
    const uint64_t *word = words + bit / 64;
    int shift = (int)(bit % 64);
    uint64_t value = __atomic_load_n(word, __ATOMIC_RELAXED) >> shift;
    return shift == 0 ? value : value | __atomic_load_n(word + 1, __ATOMIC_RELAXED) << (64 - shift);
}

// Sets the bits of a row of so many bits, at any place. Other threads may write bits beside.
void solved_write(uint64_t *words, uint64_t bit, const uint64_t *row, uint32_t bits);

// Whether the mover wins or loses; the position, either side to move, must be one of the slice.
void solved_look_up(const Solved *solved, Position p, bool *won, bool *lost);

// Positions won and lost.
void solved_count(const Solved *solved, uint64_t *won, uint64_t *lost);

#endif
