// What a person types beside moves, and what the command line shares with it. Private to
// `kelso play`.
#ifndef KELSO_FRONTEND_PLAY_COMMANDS_H
#define KELSO_FRONTEND_PLAY_COMMANDS_H

#include "frontend/play_table.h"

// Runs the command that the text begins with; the text is cut up. false, with an error, if there is
// none of that name or it refuses.
bool play_command(PlayTable *table, char *text, Error *error);

// The list of commands, and how moves are written.
void play_write_help(FILE *out);

// A new game from the start, or from a three-move ballot: 0: none, -1: one of those in use, drawn.
bool play_begin(PlayTable *table, int ballot, Error *error);

bool play_refuse_if_over(const PlayTable *table, Error *error);

// Values as a person writes them: `57` or `random`, `black`, `6`.
bool play_read_ballot(const char *text, int *ballot, Error *error);
bool play_read_side(const char *text, Side *side, Error *error);
bool play_read_level(const char *text, int *level, Error *error);

#endif
