// Moves as text: `11-15`, `22x15`, a multiple jump with all its landing squares: `27x18x9`.
#ifndef KELSO_NOTATION_MOVETEXT_H
#define KELSO_NOTATION_MOVETEXT_H

#include "rules/moves.h"

#define MOVE_TEXT_MAX 32 // bytes, the NUL included: ten squares

// Writes one path of the legal move; of several the first in the generator's order, so that the
// text is always the same.
void move_write(Position position, Move move, char text[MOVE_TEXT_MAX]);

// Writes this path.
void move_path_write(const MovePath *path, char text[MOVE_TEXT_MAX]);

// Tolerant: separators -, x, X or : say nothing; leading zeros; landing squares may be left out
// where one move remains. A text that fits several moves is an error that names them; an illegal
// move is an error that says why where it can. *path (may be NULL) gets the path that was named, or
// the first of the move.
bool move_read(Position position, const char *text, Move *move, MovePath *path, Error *error);

// All moves that the text fits, each with the first of its paths that do; false, with an error, if
// it fits none. For readers that can tell by what follows which one is meant.
bool moves_named(Position position, const char *text, MovePathList *named, Error *error);

// The squares that a text names, two or more, and how many; 0, with an error, if it is no move text
// or names more than `max`.
int move_squares(const char *text, int max, uint8_t *squares, Error *error);

// Fills the error of a text that fits these two moves or more; returns false.
bool move_ambiguous(const char *text, const MovePathList *named, Error *error);

#endif
