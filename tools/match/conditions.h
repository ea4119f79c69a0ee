// What a game of the match depends on, as lines of text: the head of a journal. Only a match of the
// same conditions may go on with it. The number of rounds, the sequential test and what is written
// where are not among them.
#ifndef KELSO_MATCH_CONDITIONS_H
#define KELSO_MATCH_CONDITIONS_H

#include "match/openings.h"
#include "match/options.h"

// To be freed.
char *conditions_text(const MatchConfig *config, const OpeningList *openings);

// The seed in such a text; false if there is none.
bool conditions_seed(const char *text, uint64_t *seed);

// What the schedule needs of it.
typedef struct {
    int engine_count, opening_count;
    bool gauntlet, random;
    uint64_t seed;
} MatchShape;

MatchShape conditions_shape(const char *text);

// The text without what may differ between the parts of one match: the shard, and the content of
// the programs, which other machines may have built. To be freed.
char *conditions_shared(const char *text);

// An error names the first line that differs: the head of this journal is of another match.
bool conditions_equal(const char *head, const char *here, const char *path, Error *error);

#endif
