// The journal of a match at its start: begun, or gone on with.
#ifndef KELSO_MATCH_RESUME_H
#define KELSO_MATCH_RESUME_H

#include "match/runner.h"

// Opens the journal that the configuration asks for, NULL for none, and begins it, or checks that
// it is of a match of the same conditions. The seed is taken from it, unless one was given.
bool resume_open(Journal **journal, MatchConfig *config, const OpeningList *openings,
                 Progress *progress, Error *error);

// Counts the games that the journal of the match holds, and brings the record up to them.
bool resume_games(const Match *match, Error *error);

// Notes what journal_read met besides records. fate: what becomes of the games that stood there.
void resume_say_damage(const Journal *journal, const JournalDamage *damage, const char *fate,
                       Progress *progress);

#endif
