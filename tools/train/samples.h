// What is learned from: the positions of data files, as the side to move sees them.
#ifndef KELSO_TRAIN_SAMPLES_H
#define KELSO_TRAIN_SAMPLES_H

#include <stdint.h>

#include "base/error.h"

// The board is turned so that the mover is Black.
typedef struct {
    uint32_t own, enemy, kings;
    int16_t score;  // of the search, from the mover
    uint8_t points; // of the mover in the game: 0 loss, 1 draw, 2 win
} Sample;

typedef struct {
    Sample *samples; // owned
    int64_t count, capacity;
} SampleList;

typedef struct {
    SampleList training, validation;
    int64_t games;
} SampleSet;

// Adds all games of a data file to a set, which is all zero at first; one game in `held_out` goes
// to validation, with all its positions. false, with an error that names the file, if it cannot be
// read or is damaged.
bool samples_read(SampleSet *set, const char *path, int held_out, Error *error);

void samples_destroy(SampleSet *set);

#endif
