#include "oracle.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Squares and pieces --------------------------------------------------------------------- */

/* The four diagonal directions: the first two go up the board, the last two down. */
static const int row_step[4] = {-1, -1, 1, 1};
static const int column_step[4] = {-1, 1, -1, 1};

static int row_of(int square) {
    return (square - 1) / 4;
}

/* In rows 0, 2, 4, 6 the dark squares are columns 1, 3, 5, 7; in the others 0, 2, 4, 6. */
static int column_of(int square) {
    int nth = (square - 1) % 4;
    return row_of(square) % 2 == 0 ? 2 * nth + 1 : 2 * nth;
}

static int square_of(int row, int column) {
    return 4 * row + column / 2 + 1;
}

static bool on_board(int row, int column) {
    return row >= 0 && row <= 7 && column >= 0 && column <= 7;
}

static uint32_t bit_of(int square) {
    return (uint32_t)1 << (square - 1);
}

static bool is_king(char piece) {
    return piece == 'B' || piece == 'W';
}

static bool belongs_to(char piece, OracleSide side) {
    if (side == ORACLE_BLACK) {
        return piece == 'b' || piece == 'B';
    }
    return piece == 'w' || piece == 'W';
}

static OracleSide opponent(OracleSide side) {
    return side == ORACLE_BLACK ? ORACLE_WHITE : ORACLE_BLACK;
}

/* The row on which a man of this side is crowned. */
static int king_row(OracleSide side) {
    return side == ORACLE_BLACK ? 7 : 0;
}

/* Whether a piece may go in this direction: kings in all, men towards their king row. */
static bool may_go(char piece, int direction) {
    if (is_king(piece)) {
        return true;
    }
    return piece == 'b' ? row_step[direction] == 1 : row_step[direction] == -1;
}

char oracle_at(const OracleBoard *board, int square) {
    return board->cell[row_of(square)][column_of(square)];
}

static void put(OracleBoard *board, int square, char piece) {
    board->cell[row_of(square)][column_of(square)] = piece;
}

static OracleBoard empty_board(OracleSide side) {
    OracleBoard board;
    memset(board.cell, '.', sizeof board.cell);
    board.side = side;
    return board;
}

OracleBoard oracle_start(void) {
    OracleBoard board = empty_board(ORACLE_BLACK);
    for (int square = 1; square <= 12; square++) {
        put(&board, square, 'b');
    }
    for (int square = 21; square <= 32; square++) {
        put(&board, square, 'w');
    }
    return board;
}

/* ---- FEN ------------------------------------------------------------------------------------ */

/* Reads a square number, 1-32, and steps behind it; 0 when there is none. */
static int read_square(const char **text) {
    int number = 0;
    int digits = 0;
    while (isdigit((unsigned char)**text)) {
        if (++digits > 2) {
            return 0;
        }
        number = 10 * number + (**text - '0');
        (*text)++;
    }
    return number >= 1 && number <= 32 ? number : 0;
}

/* Reads one item of a list, "22", "K22" or "21-32", and puts its pieces on the board. */
static bool read_item(OracleBoard *board, const char **text, OracleSide side) {
    bool king = **text == 'K';
    if (king) {
        (*text)++;
    }
    int first = read_square(text);
    int last = first;
    if (**text == '-') {
        (*text)++;
        last = read_square(text);
    }
    if (first == 0 || last < first) {
        return false;
    }
    for (int square = first; square <= last; square++) {
        if (oracle_at(board, square) != '.' || (!king && row_of(square) == king_row(side))) {
            return false;
        }
        char man = side == ORACLE_BLACK ? 'b' : 'w';
        put(board, square, king ? (char)toupper((unsigned char)man) : man);
    }
    return true;
}

/* Reads ":W21,K22" or ":B" and steps behind it. */
static bool read_list(OracleBoard *board, const char **text, OracleSide side) {
    if ((*text)[0] != ':' || (*text)[1] != (side == ORACLE_BLACK ? 'B' : 'W')) {
        return false;
    }
    *text += 2;
    if (**text == ':' || **text == '\0') {
        return true;
    }
    while (read_item(board, text, side)) {
        if (**text != ',') {
            return true;
        }
        (*text)++;
    }
    return false;
}

bool oracle_read_fen(OracleBoard *board, const char *fen) {
    if (*fen != 'B' && *fen != 'W') {
        return false;
    }
    OracleBoard fresh = empty_board(*fen == 'B' ? ORACLE_BLACK : ORACLE_WHITE);
    const char *text = fen + 1;
    if (!read_list(&fresh, &text, ORACLE_WHITE) || !read_list(&fresh, &text, ORACLE_BLACK)) {
        return false;
    }
    bool any_piece = strpbrk(fen, "0123456789") != NULL;
    if (*text != '\0' || !any_piece) {
        return false;
    }
    *board = fresh;
    return true;
}

static char *write_list(const OracleBoard *board, OracleSide side, char *text) {
    const char *comma = "";
    text += sprintf(text, ":%c", side == ORACLE_BLACK ? 'B' : 'W');
    for (int square = 1; square <= 32; square++) {
        char piece = oracle_at(board, square);
        if (belongs_to(piece, side)) {
            text += sprintf(text, "%s%s%d", comma, is_king(piece) ? "K" : "", square);
            comma = ",";
        }
    }
    return text;
}

void oracle_write_fen(const OracleBoard *board, char text[ORACLE_FEN_SIZE]) {
    *text++ = board->side == ORACLE_BLACK ? 'B' : 'W';
    text = write_list(board, ORACLE_WHITE, text);
    write_list(board, ORACLE_BLACK, text);
}

/* ---- Moves ---------------------------------------------------------------------------------- */

static void add_move(OracleMoves *moves, const OracleMove *move) {
    if (moves->count == ORACLE_MAX_MOVES) {
        fprintf(stderr, "oracle: more than %d moves\n", ORACLE_MAX_MOVES);
        abort();
    }
    moves->move[moves->count++] = *move;
}

/*
 * Adds every capture that begins with the path so far. The moving piece is NOT on the board: its
 * origin counts as empty. Jumped pieces stay on the board, marked in path->captured, until the
 * move is complete: they may not be jumped again.
 */
static void extend_capture(const OracleBoard *board, char piece, const OracleMove *path,
                           OracleMoves *moves) {
    int row = row_of(path->square[path->length - 1]);
    int column = column_of(path->square[path->length - 1]);
    bool crowned = !is_king(piece) && row == king_row(board->side);
    bool extended = false;
    for (int direction = 0; direction < 4 && !crowned; direction++) {
        int over_row = row + row_step[direction];
        int over_column = column + column_step[direction];
        int to_row = over_row + row_step[direction];
        int to_column = over_column + column_step[direction];
        if (!may_go(piece, direction) || !on_board(to_row, to_column)) {
            continue;
        }
        int over = square_of(over_row, over_column);
        if (!belongs_to(board->cell[over_row][over_column], opponent(board->side)) ||
            (path->captured & bit_of(over)) != 0 || board->cell[to_row][to_column] != '.') {
            continue;
        }
        OracleMove longer = *path;
        longer.square[longer.length++] = square_of(to_row, to_column);
        longer.captured |= bit_of(over);
        extend_capture(board, piece, &longer, moves);
        extended = true;
    }
    /* A capture is carried to its end; a path without any jump is no move. */
    if (!extended && path->captured != 0) {
        add_move(moves, path);
    }
}

static void add_captures(const OracleBoard *board, int origin, OracleMoves *moves) {
    OracleBoard lifted = *board;
    put(&lifted, origin, '.');
    OracleMove path = {.length = 1, .square = {origin}, .captured = 0};
    extend_capture(&lifted, oracle_at(board, origin), &path, moves);
}

static void add_quiet(const OracleBoard *board, int origin, OracleMoves *moves) {
    char piece = oracle_at(board, origin);
    for (int direction = 0; direction < 4; direction++) {
        int to_row = row_of(origin) + row_step[direction];
        int to_column = column_of(origin) + column_step[direction];
        if (may_go(piece, direction) && on_board(to_row, to_column) &&
            board->cell[to_row][to_column] == '.') {
            OracleMove move = {
                .length = 2, .square = {origin, square_of(to_row, to_column)}, .captured = 0};
            add_move(moves, &move);
        }
    }
}

void oracle_generate(const OracleBoard *board, OracleMoves *moves) {
    moves->count = 0;
    for (int square = 1; square <= 32; square++) {
        if (belongs_to(oracle_at(board, square), board->side)) {
            add_captures(board, square, moves);
        }
    }
    if (moves->count > 0) {
        return;
    }
    for (int square = 1; square <= 32; square++) {
        if (belongs_to(oracle_at(board, square), board->side)) {
            add_quiet(board, square, moves);
        }
    }
}

static bool same_effect(const OracleMove *a, const OracleMove *b) {
    return a->square[0] == b->square[0] && a->square[a->length - 1] == b->square[b->length - 1] &&
           a->captured == b->captured;
}

void oracle_merge(OracleMoves *moves) {
    int kept = 0;
    for (int i = 0; i < moves->count; i++) {
        bool seen = false;
        for (int j = 0; j < kept; j++) {
            seen = seen || same_effect(&moves->move[i], &moves->move[j]);
        }
        if (!seen) {
            moves->move[kept++] = moves->move[i];
        }
    }
    moves->count = kept;
}

OracleBoard oracle_play(const OracleBoard *board, const OracleMove *move) {
    OracleBoard next = *board;
    int from = move->square[0];
    int to = move->square[move->length - 1];
    char piece = oracle_at(board, from);
    if (row_of(to) == king_row(board->side)) {
        piece = (char)toupper((unsigned char)piece);
    }
    put(&next, from, '.');
    for (int square = 1; square <= 32; square++) {
        if ((move->captured & bit_of(square)) != 0) {
            put(&next, square, '.');
        }
    }
    put(&next, to, piece);
    next.side = opponent(board->side);
    return next;
}

static uint64_t perft(const OracleBoard *board, int depth, bool merged) {
    if (depth == 0) {
        return 1;
    }
    OracleMoves moves;
    oracle_generate(board, &moves);
    if (merged) {
        oracle_merge(&moves);
    }
    uint64_t lines = 0;
    for (int i = 0; i < moves.count; i++) {
        OracleBoard next = oracle_play(board, &moves.move[i]);
        lines += perft(&next, depth - 1, merged);
    }
    return lines;
}

uint64_t oracle_perft_paths(const OracleBoard *board, int depth) {
    return perft(board, depth, false);
}

uint64_t oracle_perft_merged(const OracleBoard *board, int depth) {
    return perft(board, depth, true);
}

void oracle_move_text(const OracleMove *move, char text[ORACLE_TEXT_SIZE]) {
    text += sprintf(text, "%d", move->square[0]);
    for (int i = 1; i < move->length; i++) {
        text += sprintf(text, "%c%d", move->captured != 0 ? 'x' : '-', move->square[i]);
    }
}

bool oracle_find_move(const OracleBoard *board, const char *text, OracleMove *move) {
    OracleMoves moves;
    oracle_generate(board, &moves);
    for (int i = 0; i < moves.count; i++) {
        char candidate[ORACLE_TEXT_SIZE];
        oracle_move_text(&moves.move[i], candidate);
        if (strcmp(candidate, text) == 0) {
            *move = moves.move[i];
            return true;
        }
    }
    return false;
}

/* ---- Games ---------------------------------------------------------------------------------- */

static void append_board(OracleGame *game, const OracleBoard *board) {
    if (game->count == game->capacity) {
        game->capacity = game->capacity == 0 ? 64 : 2 * game->capacity;
        game->board = realloc(game->board, game->capacity * sizeof *game->board);
        if (game->board == NULL) {
            fprintf(stderr, "oracle: out of memory\n");
            abort();
        }
    }
    game->board[game->count++] = *board;
}

void oracle_game_init(OracleGame *game, const OracleBoard *start, OracleRules rules,
                      OracleVariant variant) {
    *game = (OracleGame){.rules = rules, .variant = variant};
    append_board(game, start);
}

void oracle_game_destroy(OracleGame *game) {
    free(game->board);
    *game = (OracleGame){0};
}

const OracleBoard *oracle_game_board(const OracleGame *game) {
    return &game->board[game->count - 1];
}

void oracle_game_play(OracleGame *game, const OracleMove *move) {
    OracleBoard before = *oracle_game_board(game);
    OracleBoard after = oracle_play(&before, move);
    bool man_moved = !is_king(oracle_at(&before, move->square[0]));
    bool crowned = man_moved && is_king(oracle_at(&after, move->square[move->length - 1]));
    bool progress = move->captured != 0;
    if (game->rules == ORACLE_CROWNING) {
        progress = progress || crowned;
    } else {
        progress = progress || man_moved;
    }
    game->no_progress_plies = progress ? 0 : game->no_progress_plies + 1;
    append_board(game, &after);
}

static bool same_position(const OracleBoard *a, const OracleBoard *b) {
    return a->side == b->side && memcmp(a->cell, b->cell, sizeof a->cell) == 0;
}

int oracle_game_occurrences(const OracleGame *game) {
    int occurrences = 0;
    for (size_t i = 0; i < game->count; i++) {
        if (same_position(&game->board[i], oracle_game_board(game))) {
            occurrences++;
        }
    }
    return occurrences;
}

static bool has_piece(const OracleBoard *board, OracleSide side) {
    for (int square = 1; square <= 32; square++) {
        if (belongs_to(oracle_at(board, square), side)) {
            return true;
        }
    }
    return false;
}

static bool has_move(const OracleBoard *board) {
    OracleMoves moves;
    oracle_generate(board, &moves);
    return moves.count > 0;
}

static bool drawn_by_repetition(const OracleGame *game) {
    switch (game->rules) {
    case ORACLE_WCDF:
        return oracle_game_occurrences(game) >= 3;
    case ORACLE_FIFTY:
        return oracle_game_occurrences(game) >= 4;
    case ORACLE_CROWNING:
        return false;
    }
    return false;
}

static bool drawn_by_no_progress(const OracleGame *game) {
    return game->no_progress_plies >= (game->rules == ORACLE_FIFTY ? 100 : 80);
}

OracleVerdict oracle_game_verdict(const OracleGame *game) {
    const OracleBoard *board = oracle_game_board(game);
    if (!has_piece(board, board->side) || !has_move(board)) {
        OracleReason reason = has_piece(board, board->side) ? ORACLE_NO_MOVES : ORACLE_NO_PIECES;
        OracleSide winner = game->variant == ORACLE_GIVEAWAY ? board->side : opponent(board->side);
        return (OracleVerdict){reason,
                               winner == ORACLE_BLACK ? ORACLE_BLACK_WINS : ORACLE_WHITE_WINS};
    }
    if (drawn_by_repetition(game)) {
        return (OracleVerdict){ORACLE_REPETITION, ORACLE_DRAW};
    }
    if (drawn_by_no_progress(game)) {
        return (OracleVerdict){ORACLE_NO_PROGRESS, ORACLE_DRAW};
    }
    return (OracleVerdict){ORACLE_NOT_ENDED, ORACLE_OPEN};
}

/* ---- Words ---------------------------------------------------------------------------------- */

const char *oracle_reason_text(OracleReason reason) {
    switch (reason) {
    case ORACLE_NOT_ENDED:
        return "not ended";
    case ORACLE_NO_MOVES:
        return "no moves";
    case ORACLE_NO_PIECES:
        return "no pieces";
    case ORACLE_REPETITION:
        return "repetition";
    case ORACLE_NO_PROGRESS:
        return "no progress";
    }
    return "?";
}

const char *oracle_result_text(OracleResult result) {
    switch (result) {
    case ORACLE_OPEN:
        return "*";
    case ORACLE_BLACK_WINS:
        return "1-0";
    case ORACLE_WHITE_WINS:
        return "0-1";
    case ORACLE_DRAW:
        return "1/2-1/2";
    }
    return "?";
}

bool oracle_read_rules(const char *text, OracleRules *rules) {
    if (strcmp(text, "wcdf") == 0) {
        *rules = ORACLE_WCDF;
    } else if (strcmp(text, "fifty") == 0) {
        *rules = ORACLE_FIFTY;
    } else if (strcmp(text, "crowning") == 0) {
        *rules = ORACLE_CROWNING;
    } else {
        return false;
    }
    return true;
}

bool oracle_read_variant(const char *text, OracleVariant *variant) {
    if (strcmp(text, "english") == 0) {
        *variant = ORACLE_ENGLISH;
    } else if (strcmp(text, "giveaway") == 0) {
        *variant = ORACLE_GIVEAWAY;
    } else {
        return false;
    }
    return true;
}
