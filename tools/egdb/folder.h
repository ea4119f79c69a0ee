// A folder of tables: which files are there, and what their heads say.
#ifndef KELSO_EGDB_FOLDER_H
#define KELSO_EGDB_FOLDER_H

#include "egdb/options.h"
#include "egdb/table_file.h"

typedef enum { TABLE_THERE, TABLE_MISSING, TABLE_BAD } TableStatus;

// Fills the head if the file is there. TABLE_BAD, with an error that names the file, if it is
// damaged or foreign.
TableStatus folder_head(const char *folder, Slice s, EgdbKind kind, TableHead *head, Error *error);

// Keeps other builds out of the folder, or with `shared` those that are not, until *lock is closed.
// A file system without locks lets everybody in.
bool folder_lock(const char *folder, bool shared, int *lock, Error *error);

// Takes away what builds left that were ended while they wrote a file.
bool folder_clean(const char *folder, Error *error);

// A line: own_men own_kings opp_men opp_kings positions win loss draw, parted by tabs.
void folder_write_counts(const TableHead *head, FILE *out);

// Such a line for each slice that is there.
// false, with an error, if a file is bad, the folder cannot be read or holds no table; the lines of
// the good ones are written.
bool folder_stats(const EgdbConfig *config, FILE *out, Error *error);

// The longest ways: own_men own_kings opp_men opp_kings progress end crowning, with - for what is
// not there.
bool folder_longest(const EgdbConfig *config, FILE *out, Error *error);

#endif
