// FEN of draughts: side to move, then the pieces of each side by square, kings with K:
// `B:W21,22,K32:B1,2,K14`.
#ifndef KELSO_NOTATION_FEN_H
#define KELSO_NOTATION_FEN_H

#include "rules/position.h"

#define FEN_MAX 160 // bytes, the NUL included

// Tolerant: ranges (W21-32), blanks, lower case, sides and squares in any order, a full stop at the
// end, further fields behind (:H0:F1), a doubled side letter in front. What is illegal or unclear
// is an error that names the square or the character and its column (from 1), and *position stays
// as it was. A man on its own king row is read as a king; *warning then says so (its code is
// ERROR_NONE otherwise).
bool fen_read(const char *text, Position *position, Error *warning, Error *error);

// Strict: side, White, Black; squares in rising order, each for itself.
void fen_write(Position position, char text[FEN_MAX]);

#endif
