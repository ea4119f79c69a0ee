#include "notation/hub_text.h"

#include <stdio.h>
#include <string.h>

#include "notation/movetext.h"

#define BLANKS " \t\r\n\v\f"

// Positions. --------------------------------------------------------------------------------------

static bool read_piece(char letter, int square, Position *p) {
    static const char letters[] = "bwBW"; // by Side, then the same as kings
    const char *found = letter == '\0' ? NULL : strchr(letters, letter);
    if (found != NULL) {
        p->pieces[(found - letters) % 2] |= square_bit(square);
        p->kings |= found - letters >= 2 ? square_bit(square) : 0;
    }
    return found != NULL || letter == 'e';
}

bool hub_position_read(const char *text, Position *position, Error *error) {
    Position p = {.side = *text == 'W' ? WHITE : BLACK};
    if (*text != 'W' && *text != 'B') {
        return error_set(error, ERROR_INPUT, "a position begins with W or B, not '%.1s'", text);
    }
    if (strlen(text) != 1 + SQUARE_COUNT) {
        return error_set(error, ERROR_INPUT, "%zu squares, not %d", strlen(text) - 1, SQUARE_COUNT);
    }
    for (int square = 0; square < SQUARE_COUNT; square++) {
        if (!read_piece(text[1 + square], square, &p)) {
            return error_set(error, ERROR_INPUT, "square %d: '%c' is none of w, b, W, B, e",
                             square + 1, text[1 + square]);
        }
    }
    if (!position_check(p, error)) {
        return false;
    }
    *position = p;
    return true;
}

void hub_position_write(Position p, char text[HUB_POSITION_MAX]) {
    text[0] = p.side == WHITE ? 'W' : 'B';
    for (int square = 0; square < SQUARE_COUNT; square++) {
        uint32_t bit = square_bit(square);
        const char *letters = p.kings & bit ? "BWe" : "bwe";
        text[1 + square] = letters[p.pieces[BLACK] & bit ? 0 : p.pieces[WHITE] & bit ? 1 : 2];
    }
    text[1 + SQUARE_COUNT] = '\0';
}

// Moves. ------------------------------------------------------------------------------------------

enum { NAMED_MAX = 2 + PATH_SQUARES_MAX - 1 }; // from, to and as many captured as there are jumps

void hub_move_write(Move move, char text[HUB_MOVE_MAX]) {
    int length = snprintf(text, HUB_MOVE_MAX, "%d%c%d", move.from + 1, move.captured ? 'x' : '-',
                          move.to + 1);
    for (int square = 0; square < SQUARE_COUNT; square++) {
        if (move.captured & square_bit(square)) {
            length += snprintf(text + length, (size_t)(HUB_MOVE_MAX - length), "x%d", square + 1);
        }
    }
}

// Says why a text that names these squares is no move.
static bool illegal(Position p, const char *text, const uint8_t *squares, Error *error) {
    MovePathList named;
    char ends[16];
    snprintf(ends, sizeof ends, "%d-%d", squares[0] + 1, squares[1] + 1);
    return moves_named(p, ends, &named, error) &&
           error_set(error, ERROR_INPUT,
                     "illegal move '%.40s': behind from and to stand the captured squares", text);
}

static bool ambiguous(const char *text, Move one, Move other, Error *error) {
    char a[HUB_MOVE_MAX], b[HUB_MOVE_MAX];
    hub_move_write(one, a);
    hub_move_write(other, b);
    return error_set(error, ERROR_INPUT, "ambiguous move '%.40s': %s or %s", text, a, b);
}

bool hub_move_read(Position p, const char *text, Move *move, Error *error) {
    uint8_t squares[NAMED_MAX];
    MoveList list;
    uint32_t captured = 0;
    int found = -1, count = move_squares(text, NAMED_MAX, squares, error);
    if (count == 0) {
        return false;
    }
    for (int i = 2; i < count; i++) {
        captured |= square_bit(squares[i]);
    }
    moves_generate(p, &list);
    for (int i = 0; i < list.count; i++) {
        Move legal = list.moves[i];
        if (legal.from != squares[0] || legal.to != squares[1] ||
            (count > 2 && legal.captured != captured)) {
            continue;
        }
        if (found >= 0) {
            return ambiguous(text, list.moves[found], legal, error);
        }
        found = i;
    }
    if (found < 0) {
        return illegal(p, text, squares, error);
    }
    *move = list.moves[found];
    return true;
}

// Lines. ------------------------------------------------------------------------------------------

static HubWordStatus wrong(Error *error, const char *format, const char *key) {
    error_set(error, ERROR_INPUT, format, key);
    return HUB_WORDS_WRONG;
}

HubWordStatus hub_next_word(char **rest, HubWord *word, Error *error) {
    char *at = *rest + strspn(*rest, BLANKS);
    *word = (HubWord){.key = at};
    if (*at == '\0') {
        *rest = at;
        return HUB_WORDS_END;
    }
    at += strcspn(at, "=" BLANKS);
    if (*at == '=') {
        *at++ = '\0';
        bool quoted = *at == '"';
        at += quoted;
        word->value = at;
        at += strcspn(at, quoted ? "\"" : BLANKS);
        if (quoted) {
            if (*at == '\0') {
                return wrong(error, "the quotes behind '%.40s=' do not end", word->key);
            }
            *at++ = '\0';
            if (*at != '\0' && strchr(BLANKS, *at) == NULL) {
                return wrong(error, "no blank behind the quotes of '%.40s='", word->key);
            }
        }
    }
    *rest = *at == '\0' ? at : at + 1;
    *at = '\0';
    return HUB_WORD;
}

size_t hub_add_word(char *text, size_t size, size_t length, const char *key, const char *value) {
    bool quoted = *value == '\0' || strpbrk(value, "=" BLANKS) != NULL;
    int written =
        snprintf(text + length, size - length, quoted ? " %s=\"%s\"" : " %s=%s", key, value);
    length += written > 0 ? (size_t)written : 0;
    return length < size ? length : size - 1;
}
