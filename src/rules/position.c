#include "rules/position.h"

#include "base/bits.h"

Position position_start(void) {
    return (Position){.pieces = {0x00000FFFU, 0xFFF00000U}, .kings = 0, .side = BLACK};
}

bool position_check(Position p, Error *error) {
    static const char *const names[2] = {"Black", "White"};
    uint32_t both = p.pieces[BLACK] & p.pieces[WHITE];
    uint32_t bare_kings = p.kings & ~(p.pieces[BLACK] | p.pieces[WHITE]);
    if (both != 0) {
        return error_set(error, ERROR_INPUT, "square %d holds a piece of both sides",
                         bits_first(both) + 1);
    }
    if (bare_kings != 0) {
        return error_set(error, ERROR_INPUT, "square %d is marked a king but holds no piece",
                         bits_first(bare_kings) + 1);
    }
    if ((p.pieces[BLACK] | p.pieces[WHITE]) == 0) {
        return error_set(error, ERROR_INPUT, "the board is empty");
    }
    for (int side = BLACK; side <= WHITE; side++) {
        int count = bits_count(p.pieces[side]);
        if (count > SIDE_PIECES_MAX) {
            return error_set(error, ERROR_INPUT, "%s has %d pieces, more than %d", names[side],
                             count, SIDE_PIECES_MAX);
        }
        uint32_t uncrowned = position_men(p, (Side)side) & king_row((Side)side);
        if (uncrowned != 0) {
            return error_set(error, ERROR_INPUT, "%s has a man on its own king row, square %d",
                             names[side], bits_first(uncrowned) + 1);
        }
    }
    return true;
}

Position position_flip(Position p) {
    return (Position){.pieces = {squares_turn(p.pieces[WHITE]), squares_turn(p.pieces[BLACK])},
                      .kings = squares_turn(p.kings),
                      .side = side_other((Side)p.side)};
}
