// The command line of kelso-train.
#ifndef KELSO_TRAIN_OPTIONS_H
#define KELSO_TRAIN_OPTIONS_H

#include <stdio.h>

#include "train/learn.h"
#include "train/selfplay.h"

typedef enum {
    COMMAND_SELFPLAY,
    COMMAND_TRAIN,
    COMMAND_EXPORT,
    COMMAND_INSPECT,
    COMMAND_CALIBRATE,
    COMMAND_COUNT,
} CommandName;

typedef struct {
    CommandName command;
    SelfPlaySettings selfplay;
    LearnSettings learn;
    const char *output;
    const char **files; // owned
    int file_count, file_capacity;
    bool help, version;
} TrainConfig;

// config must be destroyed, also behind an error.
bool train_options_read(TrainConfig *config, int argc, char **argv, Error *error);
void train_options_destroy(TrainConfig *config);

void train_options_write_help(FILE *file);

#endif
