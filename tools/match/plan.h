// How many games a match was to have, as it stands in its journal: a record of its own, since a
// match that goes on may be given more rounds. The last one of a journal holds.
#ifndef KELSO_MATCH_PLAN_H
#define KELSO_MATCH_PLAN_H

#include <stddef.h>

#include "common/journal.h"
#include "match/tally.h"

typedef struct {
    int64_t games; // of all shards together; 0: not known
    int shards;    // 1: the match is in one piece
} Plan;

// Writes the record `plan GAMES SHARDS` and waits until it is synced.
bool plan_write(const Plan *plan, Journal *journal, Error *error);

// Whether a record of the journal is such a text.
bool plan_is(const char *record, size_t length);

// Reads it; an error if it makes no sense.
bool plan_read(Plan *plan, const char *record, size_t length, Error *error);

// False, with an error that names the shards that lack games, if there are fewer than planned, or
// if that is not known.
bool plan_is_fulfilled(const Plan *plan, const Tally *tally, Error *error);

#endif
