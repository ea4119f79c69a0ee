// Games of `kelso play` in files. Private to it.
#ifndef KELSO_FRONTEND_PLAY_RECORD_H
#define KELSO_FRONTEND_PLAY_RECORD_H

#include "frontend/play_table.h"

// Appends the present game to a PDN file, which is made if it is not there. An error names file and
// cause, and what stood in the file stays.
bool play_save(PlayTable *table, const char *path, Error *error);

// Sets up the end of a game of a PDN file, number from 1. An error leaves the present game.
bool play_load(PlayTable *table, const char *path, int64_t number, Error *error);

// Sets up a random quiet position that the tables say is won, or drawn, for the person, who is to
// move.
bool play_ending(PlayTable *table, int pieces, EgdbValue value, Error *error);

#endif
