// Matrices of bits, row by row in whole words, and their transposition by blocks of 64 x 64.
#ifndef KELSO_EGDB_MATRIX_H
#define KELSO_EGDB_MATRIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t *words;       // owned; rows of `stride` words
    uint32_t rows, stride; // both made whole blocks: rows are a multiple of 64
    size_t bytes;
} Matrix;

// All zero, with memory that is touched only where it is used. false if there is none.
bool matrix_init(Matrix *matrix, uint32_t rows, uint32_t bits);
void matrix_destroy(Matrix *matrix);

static inline uint64_t *matrix_row(const Matrix *matrix, uint32_t row) {
    return matrix->words + (size_t)row * matrix->stride;
}

// Transposes the block of rows 64 * i … 64 * i + 63 and word j. Blocks do not touch each other.
void matrix_transpose_block(const Matrix *from, Matrix *to, uint32_t i, uint32_t j);

#endif
