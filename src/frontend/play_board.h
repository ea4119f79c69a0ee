// The board for a person. Private to `kelso play`.
#ifndef KELSO_FRONTEND_PLAY_BOARD_H
#define KELSO_FRONTEND_PLAY_BOARD_H

#include <stdio.h>

#include "rules/position.h"

// With colours (ECMA-48): squares with their numbers, the given side at the bottom. Without: as
// diagram_write has it.
void play_board_write(FILE *out, Position position, Side bottom, bool coloured);

#endif
