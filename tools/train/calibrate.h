// How often a score wins, draws and loses: the curve of eval_chances (eval/eval.h), fitted.
#ifndef KELSO_TRAIN_CALIBRATE_H
#define KELSO_TRAIN_CALIBRATE_H

#include <stdio.h>

#include "base/error.h"

// Fits the curve to the games of the data files that are not held out, and prints it with a table
// of the held-out ones: what the curve says and what came of it, in hundredths. false, with an
// error, if a file cannot be read.
bool calibrate_run(const char *const *files, int count, FILE *out, Error *error);

#endif
