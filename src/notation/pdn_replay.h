// Plays the move texts of a recorded game, for pdn_read.c.
#ifndef KELSO_NOTATION_PDN_REPLAY_H
#define KELSO_NOTATION_PDN_REPLAY_H

#include "rules/game.h"

// Plays the texts into the game and writes their paths. A text that fits several moves is taken as
// the only one that leaves all moves behind it legal; if that are several, it is an error: nothing
// is guessed. false, with an error: *bad is the index of the text that is wrong, and the game
// stands where the moves were still sure. ERROR_MEMORY says that there is no memory.
bool pdn_replay(Game *game, const char *const *texts, int count, MovePath *paths, int *bad,
                Error *error);

#endif
