// The board as plain text, for people.
#ifndef KELSO_NOTATION_DIAGRAM_H
#define KELSO_NOTATION_DIAGRAM_H

#include "rules/position.h"

#define DIAGRAM_MAX 640 // bytes, the NUL included

// Eight lines, White at the bottom, each with the numbers of its squares at the right: b w men, B W
// kings, . an empty dark square. Ends with a newline.
void diagram_write(Position position, char text[DIAGRAM_MAX]);

#endif
