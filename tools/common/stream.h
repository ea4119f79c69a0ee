// Whether what was written to a stream has arrived.
#ifndef KELSO_COMMON_STREAM_H
#define KELSO_COMMON_STREAM_H

#include <stdio.h>

#include "base/error.h"

// Flushes it. False, with an error "cannot write NAME: REASON", if something could not be written,
// now or before.
bool stream_finish(FILE *stream, const char *name, Error *error);

// The same, and closes it.
bool stream_close(FILE *stream, const char *name, Error *error);

// What a program ends with: the status; or `failed`, with a message on standard error (unless it
// has failed anyway), if something could not be written to standard output.
int stream_exit(const char *program, int status, int failed);

#endif
