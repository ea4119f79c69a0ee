#include "notation/movetext.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void move_path_write(const MovePath *path, char text[MOVE_TEXT_MAX]) {
    char separator = path->move.captured != 0 ? 'x' : '-';
    int length = snprintf(text, MOVE_TEXT_MAX, "%d", path->squares[0] + 1);
    for (int i = 1; i < path->count; i++) {
        length += snprintf(text + length, (size_t)(MOVE_TEXT_MAX - length), "%c%d", separator,
                           path->squares[i] + 1);
    }
}

void move_write(Position position, Move move, char text[MOVE_TEXT_MAX]) {
    MovePath path;
    if (moves_first_path(position, move, &path)) {
        move_path_write(&path, text);
    } else {
        snprintf(text, MOVE_TEXT_MAX, "none");
    }
}

typedef struct {
    int count;
    uint8_t squares[PATH_SQUARES_MAX];
} NamedSquares;

static bool bad_text(const char *text, Error *error) {
    return error_set(error, ERROR_INPUT, "move '%.40s' is not of the form 11-15, 22x15 or 27x18x9",
                     text);
}

int move_squares(const char *text, int max, uint8_t *squares, Error *error) {
    const char *at = text;
    for (int count = 0;;) {
        if (!isdigit((unsigned char)*at) || count == max) {
            return bad_text(text, error);
        }
        int number = 0;
        while (isdigit((unsigned char)*at)) {
            number = number < 1000 ? number * 10 + (*at - '0') : number;
            at++;
        }
        if (number < 1 || number > SQUARE_COUNT) {
            return error_set(error, ERROR_INPUT, "move '%.40s': square %d is not on the board",
                             text, number);
        }
        squares[count++] = (uint8_t)(number - 1);
        if (*at == '\0') {
            return count >= 2 ? count : bad_text(text, error);
        }
        if (strchr("-xX:", *at++) == NULL) {
            return bad_text(text, error);
        }
    }
}

static bool is_exact(const NamedSquares *named, const MovePath *path) {
    return named->count == path->count &&
           memcmp(named->squares, path->squares, (size_t)named->count) == 0;
}

// The ends are named and the squares between lie on the path in this order.
static bool fits(const NamedSquares *named, const MovePath *path) {
    int found = 0;
    if (named->squares[named->count - 1] != path->squares[path->count - 1] ||
        named->squares[0] != path->squares[0] || named->count > path->count) {
        return false;
    }
    for (int i = 0; i < path->count && found < named->count; i++) {
        found += named->squares[found] == path->squares[i];
    }
    return found == named->count;
}

// Says why a text that fits no legal move is none.
static bool illegal(Position p, const char *text, const NamedSquares *named,
                    const MovePathList *list, Error *error) {
    uint32_t from = square_bit(named->squares[0]), to = square_bit(named->squares[1]);
    uint32_t all = p.pieces[BLACK] | p.pieces[WHITE];
    int square = named->squares[0] + 1;
    char example[MOVE_TEXT_MAX];
    if (list->count == 0) {
        return error_set(error, ERROR_INPUT, "move '%.40s': there is no legal move", text);
    }
    if ((all & from) == 0) {
        return error_set(error, ERROR_INPUT, "illegal move '%.40s': no piece on %d", text, square);
    }
    if ((p.pieces[p.side] & from) == 0) {
        return error_set(error, ERROR_INPUT, "illegal move '%.40s': the piece on %d is not %s's",
                         text, square, p.side == BLACK ? "Black" : "White");
    }
    move_path_write(&list->paths[0], example);
    if (list->paths[0].move.captured != 0) {
        return error_set(error, ERROR_INPUT,
                         "illegal move '%.40s': captures are compulsory and carried to their end, "
                         "as in %s",
                         text, example);
    }
    if (named->count == 2 && (all & to)) {
        return error_set(error, ERROR_INPUT, "illegal move '%.40s': %d is not empty", text,
                         named->squares[1] + 1);
    }
    return error_set(error, ERROR_INPUT, "illegal move '%.40s'", text);
}

static bool is_listed(const MovePathList *list, Move move) {
    for (int i = 0; i < list->count; i++) {
        if (move_equal(list->paths[i].move, move)) {
            return true;
        }
    }
    return false;
}

bool move_ambiguous(const char *text, const MovePathList *named, Error *error) {
    char a[MOVE_TEXT_MAX], b[MOVE_TEXT_MAX];
    move_path_write(&named->paths[0], a);
    move_path_write(&named->paths[1], b);
    return error_set(error, ERROR_INPUT, "ambiguous move '%.40s': %s or %s", text, a, b);
}

bool moves_named(Position p, const char *text, MovePathList *named, Error *error) {
    NamedSquares squares;
    MovePathList list;
    squares.count = move_squares(text, PATH_SQUARES_MAX, squares.squares, error);
    if (squares.count == 0) {
        return false;
    }
    moves_generate_paths(p, &list);
    named->count = 0;
    for (int i = 0; i < list.count; i++) {
        if (is_exact(&squares, &list.paths[i])) {
            named->paths[0] = list.paths[i];
            named->count = 1;
            return true;
        }
        if (fits(&squares, &list.paths[i]) && !is_listed(named, list.paths[i].move)) {
            named->paths[named->count++] = list.paths[i];
        }
    }
    return named->count > 0 || illegal(p, text, &squares, &list, error);
}

bool move_read(Position p, const char *text, Move *move, MovePath *path, Error *error) {
    MovePathList named;
    if (!moves_named(p, text, &named, error)) {
        return false;
    }
    if (named.count > 1) {
        return move_ambiguous(text, &named, error);
    }
    *move = named.paths[0].move;
    if (path != NULL) {
        *path = named.paths[0];
    }
    return true;
}
