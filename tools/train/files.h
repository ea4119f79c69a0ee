// What kelso-train does with whole files: writing one, exporting the weights of a checkpoint,
// telling what a file holds.
#ifndef KELSO_TRAIN_FILES_H
#define KELSO_TRAIN_FILES_H

#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

// Replaces the file as a whole: a reader finds the old content or the new one.
bool file_replace(const char *path, const void *bytes, size_t size, Error *error);

// Writes the weights of a checkpoint as the engine reads them.
bool file_export(const char *checkpoint, const char *path, Error *error);

// Tells of a data file, a checkpoint or a file of weights what it is and whether it is whole.
bool file_inspect(const char *path, FILE *out, Error *error);

#endif
