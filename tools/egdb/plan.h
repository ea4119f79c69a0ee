// The order of a build as a Makefile, so that several processes, on one machine or on several with
// a common file system, can build slices side by side.
#ifndef KELSO_EGDB_PLAN_H
#define KELSO_EGDB_PLAN_H

#include "egdb/options.h"

// false, with an error, if make could not name the folder.
bool plan_print(const EgdbConfig *config, FILE *out, Error *error);

#endif
