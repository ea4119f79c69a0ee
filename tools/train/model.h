// The network in floating point, as it is trained: what src/eval/network.h holds in whole numbers.
#ifndef KELSO_TRAIN_MODEL_H
#define KELSO_TRAIN_MODEL_H

#include "eval/network.h"
#include "train/samples.h"

#define MODEL_PARAMETERS ((NETWORK_INPUTS + 1 + NETWORK_BUCKETS) * NETWORK_HIDDEN + NETWORK_BUCKETS)

typedef union {
    struct {
        alignas(64) float input[NETWORK_INPUTS][NETWORK_HIDDEN];
        float bias[NETWORK_HIDDEN];
        float output[NETWORK_BUCKETS][NETWORK_HIDDEN];
        float output_bias[NETWORK_BUCKETS];
    };
    float parameters[MODEL_PARAMETERS]; // all of them in a row
} Model;

// Random weights.
void model_init(Model *model, uint64_t seed);

// Keeps every weight so small that no sum of the exported network can overflow.
void model_clip(Model *model, int first, int end);

// What the model is to say of a sample, 0 … 1: a blend of the game's result (this share of it) and
// of the score.
float model_target(const Sample *sample, float result_share);

// Adds the gradient of the squared error of the samples to `gradient`; NULL: none is wanted.
// Returns the sum of the squared errors. The sums of a sample are made in the same order whatever
// the vector instructions, so that the result is the same to the last bit.
double model_learn(const Model *model, const Sample *const *samples, int count, float result_share,
                   Model *gradient);

// To whole numbers, rounded.
void model_quantise(const Model *model, Network *network);

#endif
