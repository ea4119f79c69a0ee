// How often a score wins, draws and loses: the curve of eval/chances.h, fitted.
#ifndef KELSO_TRAIN_CALIBRATE_H
#define KELSO_TRAIN_CALIBRATE_H

#include <stdio.h>

#include "base/error.h"

// Fits the curve to half the games of the data files, and prints it with a table of the other half:
// what the curve says and what came of it, in hundredths. false, with an
// error, if a file cannot be read.
bool calibrate_run(const char *const *files, int count, FILE *out, Error *error);

#endif
