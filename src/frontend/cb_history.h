// The game behind a board: the interface gives it as text, or not at all. Private to src/frontend.
#ifndef KELSO_FRONTEND_CB_HISTORY_H
#define KELSO_FRONTEND_CB_HISTORY_H

#include "rules/game.h"

// Puts the game of the text, `FEN move move …`, in place of the present one. The text is cut. A
// last move that fits several is left open, since the board will tell. On failure, with an error,
// the present game stays.
bool cb_history_read(Game *game, char *text, Error *error);

// Brings the game to the position: by the move that leads there, if one does, or as a new game.
// false, with an error, if there is no memory.
bool cb_history_reach(Game *game, Position position, Error *error);

// Puts a new game from the position in place of the present one; the same.
bool cb_history_restart(Game *game, Position position, Error *error);

#endif
