#include "notation/cb_board.h"

#include <assert.h>

CbSquare cb_square(int square) {
    int row = square / 4;
    return (CbSquare){2 * (3 - square % 4) + (row & 1), row};
}

int cb_color(Side side) {
    return side == BLACK ? CB_BLACK : CB_WHITE;
}

bool cb_side(int color, Side *side) {
    *side = color == CB_BLACK ? BLACK : WHITE;
    return color == CB_BLACK || color == CB_WHITE;
}

bool cb_board_read(int board[8][8], int color, Position *position, Error *error) {
    Position read = {0};
    Side side;
    if (!cb_side(color, &side)) {
        return error_set(error, ERROR_INPUT, "color %d is neither White (%d) nor Black (%d)", color,
                         CB_WHITE, CB_BLACK);
    }
    read.side = side;
    for (int square = 0; square < SQUARE_COUNT; square++) {
        CbSquare at = cb_square(square);
        int piece = board[at.x][at.y], kind = piece & (CB_MAN | CB_KING);
        if (piece == CB_FREE) {
            continue;
        }
        if (!cb_side(piece - kind, &side) || (kind != CB_MAN && kind != CB_KING)) {
            return error_set(error, ERROR_INPUT, "board[%d][%d] (square %d): %d is no piece", at.x,
                             at.y, square + 1, piece);
        }
        read.pieces[side] |= square_bit(square);
        read.kings |= kind == CB_KING ? square_bit(square) : 0;
    }
    if (!position_check(read, error)) {
        return false;
    }
    *position = read;
    return true;
}

static int piece_at(Position p, int square) {
    uint32_t bit = square_bit(square);
    int kind = p.kings & bit ? CB_KING : CB_MAN;
    return p.pieces[BLACK] & bit   ? CB_BLACK | kind
           : p.pieces[WHITE] & bit ? CB_WHITE | kind
                                   : CB_FREE;
}

void cb_board_write(Position position, int board[8][8]) {
    for (int i = 0; i < 64; i++) {
        board[i / 8][i % 8] = CB_FREE;
    }
    for (int square = 0; square < SQUARE_COUNT; square++) {
        CbSquare at = cb_square(square);
        board[at.x][at.y] = piece_at(position, square);
    }
}

void cb_move_write(Position position, Move move, CbMove *cb) {
    int board[8][8];
    MovePath path;
    bool legal = moves_first_path(position, move, &path);
    assert(legal);
    (void)legal;
    Position next = position_play(position, move);
    cb_board_write(position, board);
    *cb = (CbMove){.jumps = move.captured != 0 ? path.count - 1 : 0,
                   .oldpiece = piece_at(position, move.from),
                   .newpiece = piece_at(next, move.to),
                   .from = cb_square(move.from),
                   .to = cb_square(move.to)};
    for (int i = 0; i < path.count; i++) {
        cb->path[i] = cb_square(path.squares[i]);
    }
    for (int i = 0; i < cb->jumps; i++) {
        CbSquare a = cb->path[i], b = cb->path[i + 1];
        cb->del[i] = (CbSquare){(a.x + b.x) / 2, (a.y + b.y) / 2};
        cb->delpiece[i] = board[cb->del[i].x][cb->del[i].y];
    }
}
