// Positions in which nobody has a king: few beside the others, and taken one by
// one.
#ifndef KELSO_EGDB_MEN_H
#define KELSO_EGDB_MEN_H

#include "egdb/moves.h"

// The value for the side of the view; both false: a draw.
void men_solve(const Sources *sources, const View *view, bool *won, bool *lost);

#endif
