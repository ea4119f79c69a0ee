// Building tables: solves slice after slice and writes its files. What is there is not made again,
// so a build that was ended at any moment goes on where it stood.
//
// In the folder of the tables, `sources` holds exact values for the slices still to come (store.h).
// In memory are those that the slice in work needs, and others as long as the limit allows.
#ifndef KELSO_EGDB_BUILD_H
#define KELSO_EGDB_BUILD_H

#include "egdb/options.h"

// Makes the folder if need be. false, with an error, if something cannot be read or written, or the
// memory is not enough; all files written so far are whole.
bool build_run(const EgdbConfig *config, Error *error);

#endif
