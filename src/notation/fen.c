#include "notation/fen.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"

typedef struct {
    const char *text;
    int at; // index of the next character
    Error *error;
    Position position;
    uint32_t named;   // squares that were named already
    uint32_t crowned; // of them, those of men on their own king row
} Reader;

static void skip_blanks(Reader *r) {
    while (isspace((unsigned char)r->text[r->at])) {
        r->at++;
    }
}

static char peek(Reader *r) {
    skip_blanks(r);
    return r->text[r->at];
}

static bool accept(Reader *r, char upper) {
    if (toupper((unsigned char)peek(r)) != upper) {
        return false;
    }
    r->at++;
    return true;
}

static bool accept_side(Reader *r, Side *side) {
    if (accept(r, 'B')) {
        *side = BLACK;
        return true;
    }
    if (accept(r, 'W')) {
        *side = WHITE;
        return true;
    }
    return false;
}

static bool unexpected(Reader *r, const char *wanted) {
    char c = peek(r);
    if (c == '\0') {
        return error_set(r->error, ERROR_INPUT, "FEN ends at column %d where %s should stand",
                         r->at + 1, wanted);
    }
    return error_set(r->error, ERROR_INPUT, "FEN column %d: '%c' where %s should stand", r->at + 1,
                     (unsigned char)c < 128 ? c : '?', wanted); // not half a UTF-8 character
}

// A square number, 1-32 in text, 0-31 in *square.
static bool read_square(Reader *r, int *square) {
    if (!isdigit((unsigned char)peek(r))) {
        return unexpected(r, "a square");
    }
    int column = r->at + 1, number = 0;
    while (isdigit((unsigned char)r->text[r->at])) {
        number = number < 1000 ? number * 10 + (r->text[r->at] - '0') : number;
        r->at++;
    }
    if (number < 1 || number > SQUARE_COUNT) {
        return error_set(r->error, ERROR_INPUT, "FEN column %d: square %.*s is not on the board",
                         column, r->at + 1 - column < 20 ? r->at + 1 - column : 20,
                         r->text + column - 1);
    }
    *square = number - 1;
    return true;
}

static bool place(Reader *r, Side side, bool king, int square, int column) {
    uint32_t bit = square_bit(square);
    if (r->named & bit) {
        return error_set(r->error, ERROR_INPUT, "FEN column %d: square %d is named twice", column,
                         square + 1);
    }
    if (!king && (bit & king_row(side))) {
        king = true;
        r->crowned |= bit;
    }
    r->named |= bit;
    r->position.pieces[side] |= bit;
    r->position.kings |= king ? bit : 0;
    return true;
}

// K9, 12 or 1-12.
static bool read_piece(Reader *r, Side side) {
    bool king = accept(r, 'K');
    int first, last, column = (skip_blanks(r), r->at + 1);
    if (!read_square(r, &first)) {
        return false;
    }
    last = first;
    if (accept(r, '-')) {
        accept(r, 'K'); // K1-K4, as some write it
        if (!read_square(r, &last)) {
            return false;
        }
    }
    if (last < first) {
        return error_set(r->error, ERROR_INPUT, "FEN column %d: the range %d-%d runs backwards",
                         column, first + 1, last + 1);
    }
    for (int square = first; square <= last; square++) {
        if (!place(r, side, king, square, column)) {
            return false;
        }
    }
    return true;
}

// The letter of a side and its pieces, possibly none.
static bool read_pieces(Reader *r, uint32_t *sides_seen) {
    Side side;
    if (!accept_side(r, &side)) {
        return unexpected(r, "W or B");
    }
    if (*sides_seen & square_bit((int)side)) {
        return error_set(r->error, ERROR_INPUT, "FEN column %d: %s is given twice", r->at,
                         side == BLACK ? "Black" : "White");
    }
    *sides_seen |= square_bit((int)side);
    while (peek(r) == 'K' || peek(r) == 'k' || isdigit((unsigned char)peek(r))) {
        if (!read_piece(r, side)) {
            return false;
        }
        if (!accept(r, ',')) {
            break;
        }
    }
    return true;
}

// What may stand behind the pieces: a full stop, and fields such as :H0:F1 that are not ours. A
// further list of pieces is not one of them: to pass over it would lose pieces without a word.
static bool read_tail(Reader *r) {
    accept(r, '.');
    while (accept(r, ':')) {
        if (toupper((unsigned char)peek(r)) == 'W' || toupper((unsigned char)peek(r)) == 'B') {
            return unexpected(r, "the end");
        }
        while (isalnum((unsigned char)peek(r))) {
            r->at++;
        }
        accept(r, '.');
    }
    return peek(r) == '\0' || unexpected(r, "a comma, a colon or the end");
}

// W:W:W31:B1, the side to move twice: its letter stands alone and comes again with the pieces.
static void skip_doubled_side(Reader *r, Side side) {
    Side again;
    int start = r->at;
    if (accept_side(r, &again) && again == side && accept(r, ':') &&
        strpbrk(r->text + r->at, side == BLACK ? "Bb" : "Ww") != NULL) {
        return;
    }
    r->at = start;
}

static bool read_all(Reader *r) {
    Side side;
    uint32_t sides_seen = 0;
    if (!accept_side(r, &side)) {
        return unexpected(r, "the side to move, W or B");
    }
    r->position.side = side;
    if (!accept(r, ':')) {
        return unexpected(r, "a colon");
    }
    skip_doubled_side(r, side);
    if (peek(r) == ':' || peek(r) == '.' || peek(r) == '\0') {
        return error_set(r->error, ERROR_INPUT, "FEN column %d: the board is empty", r->at + 1);
    }
    if (!read_pieces(r, &sides_seen)) {
        return false;
    }
    if (accept(r, ':') && !read_pieces(r, &sides_seen)) {
        return false;
    }
    return read_tail(r);
}

static void warn_of_crowned(uint32_t crowned, Error *warning) {
    char squares[40] = "";
    for (int length = 0; crowned != 0;) {
        length += snprintf(squares + length, sizeof squares - (size_t)length, " %d",
                           bits_pop(&crowned) + 1);
    }
    error_set(warning, ERROR_INPUT, "FEN: men on their own king row are read as kings:%s", squares);
}

bool fen_read(const char *text, Position *position, Error *warning, Error *error) {
    Reader reader = {.text = text, .error = error};
    *warning = (Error){.code = ERROR_NONE};
    if (!read_all(&reader) || !position_check(reader.position, error)) {
        return false;
    }
    *position = reader.position;
    if (reader.crowned != 0) {
        warn_of_crowned(reader.crowned, warning);
    }
    return true;
}

static int write_side(Position p, Side side, char *text, int length) {
    length += snprintf(text + length, (size_t)(FEN_MAX - length), ":%c", side == BLACK ? 'B' : 'W');
    uint32_t set = p.pieces[side];
    for (bool first = true; set != 0; first = false) {
        int square = bits_pop(&set);
        bool king = (p.kings & square_bit(square)) != 0;
        length += snprintf(text + length, (size_t)(FEN_MAX - length), "%s%s%d", first ? "" : ",",
                           king ? "K" : "", square + 1);
    }
    return length;
}

void fen_write(Position p, char text[FEN_MAX]) {
    text[0] = p.side == BLACK ? 'B' : 'W';
    write_side(p, BLACK, text, write_side(p, WHITE, text, 1));
}
