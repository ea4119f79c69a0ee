// Trains a model: Adam (Kingma and Ba 2015) on batches of samples in random order, on several
// threads. The result depends on settings and samples alone, not on the number of threads.
#ifndef KELSO_TRAIN_LEARN_H
#define KELSO_TRAIN_LEARN_H

#include "train/checkpoint.h"

typedef struct {
    const char *path;   // of the checkpoint
    const char **files; // of data
    int file_count;
    TrainSettings train; // samples are filled in from the data
    int threads;
    bool quiet;
} LearnSettings;

// Writes a checkpoint after each epoch, and goes on with it if it is there already. false, with an
// error, if the data or the checkpoint do not do.
bool learn_run(const LearnSettings *settings, Error *error);

#endif
