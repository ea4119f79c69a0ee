// Checks of what the tables say against itself.
#ifndef KELSO_EGDB_VERIFY_H
#define KELSO_EGDB_VERIFY_H

#include "egdb/options.h"

// Whether the value and the plies of each position, or of --sample random ones, follow from those
// of the positions that its moves lead to. A line at the end; false, with an error, if one does
// not, which names the first.
bool verify_run(const EgdbConfig *config, FILE *out, Error *error);

// As `stats`, but counted by asking for each position, captures searched out; false, with an error,
// where the heads say something else.
bool verify_recount(const EgdbConfig *config, FILE *out, Error *error);

#endif
