// Measurements of the engine on fixed positions.
#ifndef KELSO_FRONTEND_BENCH_H
#define KELSO_FRONTEND_BENCH_H

#include <stdio.h>

#include "base/error.h"

#define BENCH_DEPTH 19

// Reads a depth from text.
bool bench_read_depth(const char *text, int *depth, Error *error);

// Searches the positions to this depth with one thread and a table of 16 MiB; the last line is
// `signature N`, the sum of the nodes, which is the same on every machine.
bool bench_run(FILE *out, int depth, Error *error);

// The depth reached after 1 s and after 10 s on each position, with one thread and Hash 256.
bool bench_depth_table(FILE *out, Error *error);

// Speed and time to depth with two threads against one, on each position with a fresh table, in
// turn.
bool bench_smp(FILE *out, Error *error);

#endif
