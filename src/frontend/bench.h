// Measurements of the engine on fixed positions.
#ifndef KELSO_FRONTEND_BENCH_H
#define KELSO_FRONTEND_BENCH_H

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

#define BENCH_DEPTH 19

// Reads a depth from text.
bool bench_read_depth(const char *text, int *depth, Error *error);

// Searches the positions to this depth with one thread and a table of 16 MiB. *signature, the sum
// of the nodes, is the same on every machine; the caller prints it as the last line, `signature N`.
// stop may be NULL; when *stop becomes true the bench ends soon, with an error.
bool bench_run(FILE *out, int depth, const atomic_bool *stop, uint64_t *signature, Error *error);

// The depth reached after 1 s and after 10 s on each position, with one thread and Hash 256.
bool bench_depth_table(FILE *out, Error *error);

// Speed and time to depth with two threads against one, on each position with a fresh table, in
// turn.
bool bench_smp(FILE *out, Error *error);

#endif
