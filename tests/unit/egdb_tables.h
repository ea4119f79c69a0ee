// Endgame tables for the tests of those who read them, made of what the oracle knows, so that
// nothing of their generator is in them.
#ifndef KELSO_TESTS_UNIT_EGDB_TABLES_H
#define KELSO_TESTS_UNIT_EGDB_TABLES_H

#include "support.h"

#include "egdb/table_file.h"
#include "oracle/endings.h"

// All endings of two and three pieces; with TABLES_FOUR_KINGS those of four kings, too.
typedef enum { TABLES_THREE_PIECES, TABLES_FOUR_KINGS } TablesReach;

// What the oracle knows of the position, after egdb_tables_write.
OracleEnding egdb_tables_ending(Position p);

// Writes all tables of these endings into a new folder.
#define TABLES_FOLDER_MAX 64
void egdb_tables_write(TablesReach reach, char folder[TABLES_FOLDER_MAX]);
void egdb_tables_remove(TablesReach reach, const char *folder);

// The same with results alone, in a folder whose name is a pattern for mkdtemp.
void egdb_tables_link_results(TablesReach reach, const char *folder, char *other);
void egdb_tables_unlink_results(TablesReach reach, const char *other);

// All their slices; returns how many.
int egdb_tables_slices(TablesReach reach, Slice slices[SLICE_LIST_MAX]);

#endif
