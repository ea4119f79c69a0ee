#include "frontend/play_board.h"

#include "notation/diagram.h"

#define LIGHT    "\033[47m      \033[0m"
#define DARK     "\033[42m"
#define NUMBER   "\033[42;30m"
#define OF_BLACK "\033[40;97;1m"
#define OF_WHITE "\033[107;30;1m"
#define PLAIN    "\033[0m"

// A square is two lines high: its number, then its piece.
static void write_dark(FILE *out, Position p, int square, bool lower) {
    uint32_t bit = square_bit(square);
    if (!lower) {
        fprintf(out, NUMBER "%2d    " PLAIN, square + 1);
    } else if (((p.pieces[BLACK] | p.pieces[WHITE]) & bit) == 0) {
        fputs(DARK "      " PLAIN, out);
    } else {
        bool black = (p.pieces[BLACK] & bit) != 0, king = (p.kings & bit) != 0;
        const char *letter = black ? (king ? "B" : "b") : (king ? "W" : "w");
        fprintf(out, DARK "  %s%s%s" DARK "  " PLAIN, black ? OF_BLACK : OF_WHITE, letter,
                king ? "*" : " ");
    }
}

static void write_coloured(FILE *out, Position p, Side bottom) {
    for (int line = 0; line < 16; line++) {
        int row = bottom == WHITE ? line / 2 : 7 - line / 2;
        for (int column = 0; column < 8; column++) {
            int real = bottom == WHITE ? column : 7 - column;
            if ((real + row) % 2 == 0) {
                fputs(LIGHT, out);
            } else {
                write_dark(out, p, 4 * row + real / 2, line % 2 != 0);
            }
        }
        fputc('\n', out);
    }
}

void play_board_write(FILE *out, Position position, Side bottom, bool coloured) {
    fputc('\n', out);
    if (coloured) {
        write_coloured(out, position, bottom);
    } else {
        char text[DIAGRAM_MAX];
        diagram_write(position, text);
        fputs(text, out);
    }
    fputc('\n', out);
}
