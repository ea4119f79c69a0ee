// The files of a match: games in PDN, and evidence of faults.
#ifndef KELSO_MATCH_RECORD_H
#define KELSO_MATCH_RECORD_H

#include "match/openings.h"
#include "match/options.h"
#include "match/referee.h"
#include "match/schedule.h"

typedef struct {
    int pdn;        // a descriptor; -1: none
    FILE *evidence; // NULL: none
    const MatchConfig *config;
    const OpeningList *openings;
    char date[16]; // of the start of the match, for all games
} Record;

// Opens the files that the configuration names, to append; what stood in them stays.
bool record_open(Record *record, const MatchConfig *config, const OpeningList *openings,
                 Error *error);
bool record_close(Record *record, Error *error);

// Appends one game with a single write, so that the file holds whole games at any moment; if that
// fails, what was written of it is taken back.
bool record_game(Record *record, const ScheduledGame *game, const Referee *referee, Error *error);

// Appends the headline and the lines exchanged.
bool record_evidence(Record *record, const char *headline, const Transcript *transcript,
                     Error *error);

#endif
