// Endgame tables that a user names on a command line: some must be there.
#ifndef KELSO_COMMON_NAMED_EGDB_H
#define KELSO_COMMON_NAMED_EGDB_H

#include "egdb/egdb.h"

// All tables in these folders, parted by colons; none, and *egdb NULL, if `folders` is NULL. Files
// that are refused, and damage that is met later on, are said on standard error in the program's
// name. false, with an error and *egdb NULL, if there are no tables, or no memory.
bool named_egdb_open(const char *program, const char *folders, int cache_mebibytes, Egdb **egdb,
                     Error *error);

#endif
