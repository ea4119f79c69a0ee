// Questions to the tables: one position, or a random one for practice.
#ifndef KELSO_EGDB_QUERY_H
#define KELSO_EGDB_QUERY_H

#include "egdb/egdb.h"
#include "egdb/options.h"

// The tables of the folder, damaged files named on standard error; NULL, with an error, if there
// are none.
Egdb *query_open(const EgdbConfig *config, Error *error);

// Result, plies, and the best line of the position, under the WCDF rules.
bool query_probe(const EgdbConfig *config, FILE *out, Error *error);

// Random positions of the slice with the value wanted, in which nobody can capture: a FEN a line.
bool query_pick(const EgdbConfig *config, FILE *out, Error *error);

#endif
