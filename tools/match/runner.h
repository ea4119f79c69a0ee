// The match as a whole: keeps all slots busy until the schedule ends, an error or a signal stops
// it.
#ifndef KELSO_MATCH_RUNNER_H
#define KELSO_MATCH_RUNNER_H

#include "common/journal.h"
#include "common/progress.h"
#include "match/digest.h"
#include "match/openings.h"
#include "match/options.h"
#include "match/record.h"
#include "match/schedule.h"
#include "match/tally.h"

typedef struct {
    MatchConfig *config; // the titles of the engines are filled in
    const OpeningList *openings;
    Schedule *schedule;
    Tally *tally;
    Record *record;
    Journal *journal; // NULL: none
    Digest *digest;   // for the page; NULL: none is wanted
    Progress *progress;
} Match;

typedef enum {
    RUN_DONE,    // all games were played, or the sequential test was decided
    RUN_STOPPED, // by an error or a signal; what was played is recorded
    RUN_REFUSED, // an engine refused an option: nothing was played
} RunResult;

// Starts every engine once, so that mistakes come out before the first game, then prints the header
// and plays. The error says what stopped it.
RunResult match_run(const Match *match, Error *error);

// Whether the sequential test, if there is one, is.
bool match_is_decided(const MatchConfig *config, const Tally *tally);

#endif
