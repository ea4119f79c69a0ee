// The native protocol: lines in, lines out. protocol.md is its manual.
#ifndef KELSO_FRONTEND_NATIVE_H
#define KELSO_FRONTEND_NATIVE_H

#include <stdio.h>

#include "base/error.h"

typedef struct Native Native;

// Replies go to `out`, which stays the caller's. NULL, with an error, if there is no memory.
Native *native_create(FILE *out, Error *error);

// Stops a search that runs, without its answer.
void native_destroy(Native *native);

// Carries out one line, which is changed by it. false after `quit`, or when a reply could not be
// written.
bool native_line(Native *native, char *line);

// Reads lines from a file descriptor until quit or the end of input, or until nobody reads the
// output. With `person`, greets first. Returns the exit status.
int native_run(int fd, FILE *out, bool person);

#endif
