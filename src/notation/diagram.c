#include "notation/diagram.h"

#include <stdio.h>
#include <string.h>

static char piece_letter(Position p, int square) {
    uint32_t bit = square_bit(square);
    bool king = (p.kings & bit) != 0;
    if (p.pieces[BLACK] & bit) {
        return king ? 'B' : 'b';
    }
    if (p.pieces[WHITE] & bit) {
        return king ? 'W' : 'w';
    }
    return '.';
}

void diagram_write(Position p, char text[DIAGRAM_MAX]) {
    int length = 0;
    for (int row = 0; row < 8; row++) {
        for (int column = 0; column < 4; column++) {
            char letter = piece_letter(p, 4 * row + column);
            const char *form = row % 2 == 0 ? "   %c" : " %c  ";
            length += snprintf(text + length, (size_t)(DIAGRAM_MAX - length), form, letter);
        }
        length += snprintf(text + length, (size_t)(DIAGRAM_MAX - length), "   ");
        for (int column = 0; column < 4; column++) {
            const char *form = row % 2 == 0 ? "  %2d" : "%2d  ";
            length +=
                snprintf(text + length, (size_t)(DIAGRAM_MAX - length), form, 4 * row + column + 1);
        }
        while (text[length - 1] == ' ') {
            length--;
        }
        length += snprintf(text + length, (size_t)(DIAGRAM_MAX - length), "\n");
    }
}
