// The state of a training as a file: enough to go on from the end of an epoch as if it had never
// stopped, and to export the network.
//
// Little-endian: "KELSOCKP", version 4, length of all 4, seed 8, samples 8, epochs wanted 4, epochs
// done 4, learning rate 4, result's share 4, training error 8, validation error 8; then the model,
// the mean gradients and the mean squares, each parameter 4; then the XXH3 of all that 8. Broken
// numbers are IEEE 754.
#ifndef KELSO_TRAIN_CHECKPOINT_H
#define KELSO_TRAIN_CHECKPOINT_H

#include "train/model.h"

// What a training is; the same settings and samples give the same model.
typedef struct {
    uint64_t seed;
    int64_t samples; // learned from, without those held out
    int epochs;
    float rate;         // of learning, at its highest
    float result_share; // of a game's result in what is learned, the rest is the score
} TrainSettings;

typedef struct {
    TrainSettings settings;
    int epochs_done;
    double training_error, validation_error; // mean squares, of the last epoch
    Model model, mean, square;               // mean gradients and their mean squares (Adam)
} Checkpoint;

// Replaces the file as a whole.
bool checkpoint_write(const Checkpoint *checkpoint, const char *path, Error *error);

// false, with an error, if it cannot be read or is no whole checkpoint.
bool checkpoint_read(Checkpoint *checkpoint, const char *path, Error *error);

#endif
