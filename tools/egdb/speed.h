// How long it takes to ask the tables.
#ifndef KELSO_EGDB_SPEED_H
#define KELSO_EGDB_SPEED_H

#include "egdb/options.h"

// Of random positions with config->pieces pieces in which nobody can capture: the time of a probe
// whose block is in the cache, of one whose block is unpacked from a file in memory, and of both
// with all threads at once. A line each, medians of several rounds.
bool speed_run(const EgdbConfig *config, FILE *out, Error *error);

#endif
