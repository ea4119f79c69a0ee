// The shapes of the CheckerBoard interface, version 2. Its board is seen from Black's seat:
// board[x][y], x to the right from the bottom left corner, which is square 4.
#ifndef KELSO_NOTATION_CB_BOARD_H
#define KELSO_NOTATION_CB_BOARD_H

#include "rules/moves.h"

// A piece is a colour and a kind; the colours stand for the side to move, too.
enum { CB_FREE = 0, CB_WHITE = 1, CB_BLACK = 2, CB_MAN = 4, CB_KING = 8 };

// What a move's end says of the game, from the side that moved.
typedef enum { CB_DRAW, CB_WIN, CB_LOSS, CB_UNKNOWN } CbResult;

#define CB_TEXT_MAX     1024 // bytes of the interface's texts, the NUL included
#define CB_REPLY_MAX    256  // bytes of a reply that every program of the interface has room for
#define CB_MOVE_SQUARES 12

typedef struct {
    int x, y;
} CbSquare;

typedef struct {
    int jumps;              // 0: no capture
    int newpiece, oldpiece; // what arrives and what left
    CbSquare from, to;
    CbSquare path[CB_MOVE_SQUARES]; // [0] is from, [1] to [jumps] where each jump ends
    CbSquare del[CB_MOVE_SQUARES];  // captured, in the order of the jumps
    int delpiece[CB_MOVE_SQUARES];
} CbMove;

// Bits of `info`. The two bits from CB_INFO_UNIT on are the unit of the clock: 0 there is none, 1
// a thousandth of a second, 2 a hundredth, 3 a tenth. What remains on it is in the upper 16 bits of
// `moreinfo`, the increment in the lower ones.
enum { CB_INFO_RESET = 1, CB_INFO_EXACT = 2, CB_INFO_UNIT = 2 };

#ifdef _WIN32
#define CB_CALL __stdcall
#else
#define CB_CALL
#endif

// The two entries of a library, `getmove` and `enginecommand`. maxtime in seconds.
typedef int CB_CALL CbGetMove(int board[8][8], int color, double maxtime, char str[CB_TEXT_MAX],
                              int *playnow, int info, int moreinfo, CbMove *move);
typedef int CB_CALL CbEngineCommand(const char *command, char reply[CB_TEXT_MAX]);

CbSquare cb_square(int square);

// What colour the side has, and the side that has a colour; false for what is none.
int cb_color(Side side);
bool cb_side(int color, Side *side);

// Light squares are not looked at. What no game can hold is an error, and *position stays as it
// was.
bool cb_board_read(int board[8][8], int color, Position *position, Error *error);

// Light squares become CB_FREE.
void cb_board_write(Position position, int board[8][8]);

// The legal move by the first of its paths.
void cb_move_write(Position position, Move move, CbMove *cb);

#endif
