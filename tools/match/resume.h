// The journal of a match at its start: begun, or gone on with.
#ifndef KELSO_MATCH_RESUME_H
#define KELSO_MATCH_RESUME_H

#include "common/journal.h"
#include "common/progress.h"
#include "match/openings.h"
#include "match/options.h"
#include "match/record.h"
#include "match/schedule.h"
#include "match/tally.h"

// Opens the journal that the configuration asks for, NULL for none, and begins it, or checks that
// it is of a match of the same conditions. The seed is taken from it, unless one was given.
bool resume_open(Journal **journal, MatchConfig *config, const OpeningList *openings,
                 Progress *progress, Error *error);

// Counts the games that it holds, and brings the record up to them.
bool resume_games(Journal *journal, Schedule *schedule, Tally *tally, Record *record,
                  Progress *progress, Error *error);

#endif
