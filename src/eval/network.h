// The weights of the learned evaluation, and the file that they come from.
//
// One hidden layer, seen from the side to move. Inputs are pieces on squares, counted from the
// mover's side of the board, where his men go up from square 0: his men on 0-27, his kings, the
// opponent's men on 4-31, the opponent's kings. A hidden unit is the sum of its bias and of its
// weights for the pieces that are there, clipped to 0 … 1 and squared; the output is a weighted sum
// of them, with weights and bias of their own for each bucket of three counts of pieces. It is the
// logarithm of the odds, so that 1 is 100 points.
//
// A file, little-endian: "KELSONET", version 4, length of all 4, the five numbers of the
// architecture and a zero 2 each, zero 4, then inputs, biases, outputs 2 each, output biases 4 each
// in the order below, and the XXH3 of all that 8.
#ifndef KELSO_EVAL_NETWORK_H
#define KELSO_EVAL_NETWORK_H

#include <stdalign.h>
#include <stddef.h>

#include "base/bits.h"
#include "base/error.h"
#include "rules/position.h"

// The architecture. Scales say which number stands for 1.
enum {
    NETWORK_INPUTS = 120,
    NETWORK_HIDDEN = 256,
    NETWORK_BUCKETS = 8,
    NETWORK_INPUT_SCALE = 181, // its square fits 16 bits
    NETWORK_OUTPUT_SCALE = 256,
};

typedef struct {
    alignas(64) int16_t input[NETWORK_INPUTS][NETWORK_HIDDEN]; // input scale
    int16_t bias[NETWORK_HIDDEN];                              // input scale
    int16_t output[NETWORK_BUCKETS][NETWORK_HIDDEN];           // output scale
    int32_t output_bias[NETWORK_BUCKETS]; // input scale squared times output scale
    uint64_t checksum;                    // of the file
} Network;

#define NETWORK_HEAD_BYTES 32
#define NETWORK_BYTES                                                                              \
    (NETWORK_HEAD_BYTES +                                                                          \
     2 * ((NETWORK_INPUTS + 1 + NETWORK_BUCKETS) * NETWORK_HIDDEN + 2 * NETWORK_BUCKETS) + 8)

// The four sets of pieces that inputs are made of.
typedef enum { INPUT_OWN_MEN, INPUT_OWN_KINGS, INPUT_ENEMY_MEN, INPUT_ENEMY_KINGS } InputSet;

// The input that stands for a piece of the set on this square of the mover's board.
static inline int network_input(InputSet set, int square) {
    static const int first[] = {0, 28, 60 - 4, 88};
    return first[set] + square;
}

// A square of the board as the side sees it, and back.
static inline int network_square(Side view, int square) {
    return view == BLACK ? square : SQUARE_COUNT - 1 - square;
}

static inline int network_bucket(Position p) {
    return (bits_count64(p.pieces[BLACK] | (uint64_t)p.pieces[WHITE] << 32) - 1) / 3;
}

// Reads the bytes of a file. false, with an error that names it, if they are no network, damaged,
// of another architecture, or so large that a sum could overflow; *network is then of no use.
bool network_read(Network *network, const void *bytes, size_t size, const char *name, Error *error);

// Writes the bytes of a file and sets the checksum.
void network_write(Network *network, uint8_t bytes[NETWORK_BYTES]);

// Frees a network that one of the following made; NULL is let pass.
void network_destroy(Network *network);

// The network in a file. NULL, with an error, if it cannot be read,
// network_read refuses it or there is no memory.
Network *network_load(const char *path, Error *error);

// The network that an option names: "" is the program's own (src/eval/kelso.net when it was built),
// "material" none, so that pieces are counted and nothing else, and any other name that of a file.
// false, with an error, where there is none.
bool network_open(const char *name, Network **network, Error *error);

#endif
