#include "egdb/matrix.h"

#include "base/memory.h"

bool matrix_init(Matrix *matrix, uint32_t rows, uint32_t bits) {
    matrix->rows = (rows + 63) / 64 * 64;
    matrix->stride = (bits + 63) / 64;
    matrix->bytes = (size_t)matrix->rows * matrix->stride * sizeof *matrix->words;
    matrix->words = memory_map(matrix->bytes);
    return matrix->words != NULL;
}

void matrix_destroy(Matrix *matrix) {
    memory_unmap(matrix->words, matrix->bytes);
    matrix->words = NULL;
}

// Six rounds of exchanging halves: Hacker's Delight (Warren), section 7-3.
static void transpose(uint64_t block[64]) {
    uint64_t mask = 0x00000000FFFFFFFFU;
    for (int half = 32; half > 0; half /= 2, mask ^= mask << half) {
        for (int start = 0; start < 64; start += 2 * half) {
            for (int row = start; row < start + half; row++) {
                uint64_t exchanged = (block[row] >> half ^ block[row + half]) & mask;
                block[row + half] ^= exchanged;
                block[row] ^= exchanged << half;
            }
        }
    }
}

void matrix_transpose_block(const Matrix *from, Matrix *to, uint32_t i, uint32_t j) {
    uint64_t block[64];
    for (uint32_t row = 0; row < 64; row++) {
        block[row] = matrix_row(from, 64 * i + row)[j];
    }
    transpose(block);
    for (uint32_t row = 0; row < 64; row++) {
        matrix_row(to, 64 * j + row)[i] = block[row];
    }
}
