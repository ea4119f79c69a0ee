// A game that is over, as it stands in the journal: all that is counted or written of it.
#ifndef KELSO_MATCH_OUTCOME_H
#define KELSO_MATCH_OUTCOME_H

#include "match/referee.h"
#include "match/schedule.h"

#define REASON_MAX 32

typedef struct {
    int64_t number;     // of the game, as in the schedule
    int opening;        // index in the list
    int opening_number; // as people know it
    Result result;
    int guilty; // the Side that lost by a fault of its own; -1: none
    char reason[REASON_MAX], detail[ERROR_MESSAGE_MAX];
    char *names[2];     // of the engines by Side; owned
    MoveTimes times[2]; // by Side
    char *position;     // "startpos moves 11-15 …", opening included; owned
    char *pdn;          // owned
} Outcome;

// names by Side. Takes the PDN text over.
void outcome_init(Outcome *outcome, const ScheduledGame *game, const Referee *referee,
                  int opening_number, const char *const names[2], char *pdn);
void outcome_destroy(Outcome *outcome);

// The text of a record, to be freed: lines `key value`, an empty line, the PDN.
char *outcome_write(const Outcome *outcome, size_t *length);

// Whether a record of the journal is such a text.
bool outcome_is_game(const char *record, size_t length);

// Reads such a text. To be destroyed, if it was good.
bool outcome_read(Outcome *outcome, const char *text, size_t length, Error *error);

#endif
