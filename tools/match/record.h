// The files of a match: games in PDN, and evidence of faults.
#ifndef KELSO_MATCH_RECORD_H
#define KELSO_MATCH_RECORD_H

#include "match/incident.h"
#include "match/openings.h"
#include "match/options.h"
#include "match/outcome.h"
#include "match/output.h"
#include "match/schedule.h"
#include "match/tally.h"

typedef struct {
    Output pdn, json;
    FILE *evidence; // NULL: none
    const MatchConfig *config;
    const OpeningList *openings;
    char date[16]; // of the start of the match, for all games
} Record;

// Opens the files that the configuration names, to append; what stood in them stays.
bool record_open(Record *record, const MatchConfig *config, const OpeningList *openings,
                 Error *error);
bool record_close(Record *record, Error *error);

// The game as PDN, to be freed; NULL, with an error, if there is no memory.
char *record_game_text(const Record *record, const ScheduledGame *game, const Referee *referee,
                       Error *error);

// Appends one game that is final.
bool record_game(Record *record, const Outcome *outcome, Error *error);

// The same for a game that may be there already, from an earlier run.
bool record_known_game(Record *record, const Outcome *outcome, Error *error);

// The same for a fault outside games.
bool record_incident(Record *record, const Incident *incident, Error *error);
bool record_known_incident(Record *record, const Incident *incident, Error *error);

// Appends the result.
bool record_summary(Record *record, const Tally *tally, Error *error);

// Appends the headline and the lines exchanged.
bool record_evidence(Record *record, const char *headline, const Transcript *transcript,
                     Error *error);

#endif
