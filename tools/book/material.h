// Whether a man is lost by force, by the rules alone: what this finds does not change with the
// engine.
#ifndef KELSO_BOOK_MATERIAL_H
#define KELSO_BOOK_MATERIAL_H

#include "rules/position.h"

// Who comes out ahead in pieces with the best play of both for so many half-moves, and the captures
// that are still on behind them: 1 the side to move, -1 the other, 0 neither.
int material_ahead(Position position, int depth);

#endif
