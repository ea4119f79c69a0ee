// Openings from the games of a PDN file, for openings.c.
#ifndef KELSO_MATCH_OPENINGS_PDN_H
#define KELSO_MATCH_OPENINGS_PDN_H

#include "match/openings.h"

// Adds the first `plies` half-moves of each game to the empty list, numbered as the games are. An
// error if a game is bad before that, or none is left.
bool openings_pdn_load(OpeningList *list, const char *path, int plies, Rules rules, Error *error);

#endif
