/*
 * The oracle: a second implementation of the rules of English draughts, for tests only.
 *
 * It shares no code with the engine and is written to be checked by reading it beside the rules:
 * a board of 8 x 8 characters, copied for every move, and a plain recursion for captures. It is
 * slow and it stays slow. Where engine and oracle disagree, read the rules; one of them is wrong.
 *
 * Squares are numbered 1-32 as in PDN. With White at the bottom, square 1 is in the top row,
 * second column from the left; 4 is top right, 29 bottom left. Black starts on 1-12, moves first
 * and down the board; White starts on 21-32 and moves up.
 */
#ifndef KELSO_TESTS_ORACLE_H
#define KELSO_TESTS_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /* A capture jumps at most 9 pieces: the squares between one class of landing squares form a
     * block of 3 x 3. So a path has at most 10 squares. */
    ORACLE_MAX_PATH = 10,
    /* At most 34 capture paths start in one class of landing squares (counted over all sets of
     * kings on it with all 9 pieces to take), 68 in both; quiet moves are at most 49, one for
     * each pair of neighbouring squares. */
    ORACLE_MAX_MOVES = 128,
    /* Bytes for the text of any move: ten numbers, nine separators and the final zero. */
    ORACLE_TEXT_SIZE = 32,
    /* Bytes for any FEN: 32 times "K32," and the letters around them. */
    ORACLE_FEN_SIZE = 160
};

typedef enum OracleSide { ORACLE_BLACK, ORACLE_WHITE } OracleSide;

/* cell[row][column], row 0 on top: '.' empty or a light square, 'b' 'w' men, 'B' 'W' kings. */
typedef struct OracleBoard {
    char cell[8][8];
    OracleSide side; /* to move */
} OracleBoard;

/* square[0] is the origin, square[length - 1] the destination. A quiet move has length 2 and
 * captured 0; a capture lists all its landing squares. Bit s - 1 of captured is square s. */
typedef struct OracleMove {
    int length;
    int square[ORACLE_MAX_PATH];
    uint32_t captured;
} OracleMove;

typedef struct OracleMoves {
    int count;
    OracleMove move[ORACLE_MAX_MOVES];
} OracleMoves;

/* ---- Board ---------------------------------------------------------------------------------- */

/* The start position, Black to move. */
OracleBoard oracle_start(void);

/* The content of a square 1-32. */
char oracle_at(const OracleBoard *board, int square);

/*
 * Reads a FEN in the strict form "B:W21,K22:B1,2": side to move, White's squares, Black's squares.
 * Either list may be empty, not both. A range "21-32" stands for its squares. Anything else is
 * refused: blanks, a square twice or out of 1-32, a man on its own king row, anything behind the
 * second list. Returns false and leaves the board as it was when the text is refused.
 */
bool oracle_read_fen(OracleBoard *board, const char *fen);

/* Writes the FEN that oracle_read_fen() reads, squares in rising order, without ranges. */
void oracle_write_fen(const OracleBoard *board, char text[ORACLE_FEN_SIZE]);

/* ---- Moves ---------------------------------------------------------------------------------- */

/*
 * All legal moves of the side to move; captures only when there is one. Every PATH of a capture
 * is a move of its own: 2x9x18x11x2 and 2x11x18x9x2 are two. None legal: count is 0. The order is
 * fixed: by origin, then by direction.
 */
void oracle_generate(const OracleBoard *board, OracleMoves *moves);

/* Drops each move that has origin, destination and captured set of an earlier one. */
void oracle_merge(OracleMoves *moves);

/* The board after a legal move, the other side to move. */
OracleBoard oracle_play(const OracleBoard *board, const OracleMove *move);

/* Number of lines of the given depth: every capture path counts, or equal moves count once. */
uint64_t oracle_perft_paths(const OracleBoard *board, int depth);
uint64_t oracle_perft_merged(const OracleBoard *board, int depth);

/* The text of a move: "11-15", "22x15", "27x18x9" with all landing squares. */
void oracle_move_text(const OracleMove *move, char text[ORACLE_TEXT_SIZE]);

/* Finds the legal move with exactly this text; false, and *move as it was, when there is none. */
bool oracle_find_move(const OracleBoard *board, const char *text, OracleMove *move);

/* ---- Games ---------------------------------------------------------------------------------- */

/* When a game is drawn:
 *   wcdf      3rd occurrence of a position; 80 plies without a capture or a move of a man
 *   fifty     4th occurrence of a position; 100 plies without a capture or a move of a man
 *   crowning  no repetition rule;           80 plies without a capture or a crowning */
typedef enum OracleRules { ORACLE_WCDF, ORACLE_FIFTY, ORACLE_CROWNING } OracleRules;

/* Giveaway: the side to move that has no legal move wins instead of losing. */
typedef enum OracleVariant { ORACLE_ENGLISH, ORACLE_GIVEAWAY } OracleVariant;

typedef enum OracleReason {
    ORACLE_NOT_ENDED,
    ORACLE_NO_MOVES,
    ORACLE_NO_PIECES,
    ORACLE_REPETITION,
    ORACLE_NO_PROGRESS
} OracleReason;

typedef enum OracleResult {
    ORACLE_OPEN,
    ORACLE_BLACK_WINS,
    ORACLE_WHITE_WINS,
    ORACLE_DRAW
} OracleResult;

typedef struct OracleVerdict {
    OracleReason reason;
    OracleResult result;
} OracleVerdict;

/* A game: all its boards in order, the first being the start and the last the present one.
 * Read the fields freely; only the functions below write them. */
typedef struct OracleGame {
    OracleRules rules;
    OracleVariant variant;
    OracleBoard *board;
    size_t count;
    size_t capacity;
    int no_progress_plies; /* since the start, or since the last move that the rules count */
} OracleGame;

/* Begins a game; the start counts as the first occurrence of its position. Pair it with
 * oracle_game_destroy(). Running out of memory here or in oracle_game_play() aborts. */
void oracle_game_init(OracleGame *game, const OracleBoard *start, OracleRules rules,
                      OracleVariant variant);
void oracle_game_destroy(OracleGame *game);

/* The present board. */
const OracleBoard *oracle_game_board(const OracleGame *game);

/* Plays a legal move. It does not ask whether the game has ended: real games go on. */
void oracle_game_play(OracleGame *game, const OracleMove *move);

/* How often the present board, with the same side to move, has stood in the game; 1 or more. */
int oracle_game_occurrences(const OracleGame *game);

/*
 * Whether the game has ended at the present board, and why. Asked in this order: the side to move
 * has no piece, it has no legal move, repetition, no progress. So a move that leaves the opponent
 * without a move wins even when it would complete a draw.
 */
OracleVerdict oracle_game_verdict(const OracleGame *game);

/* ---- Words ---------------------------------------------------------------------------------- */

/* "no moves", "no pieces", "repetition", "no progress"; "not ended" for none. */
const char *oracle_reason_text(OracleReason reason);

/* As in PDN: "1-0" Black, the first mover, won; "0-1" White; "1/2-1/2"; "*" still open. */
const char *oracle_result_text(OracleResult result);

/* "wcdf", "fifty", "crowning"; "english", "giveaway". False for any other word. */
bool oracle_read_rules(const char *text, OracleRules *rules);
bool oracle_read_variant(const char *text, OracleVariant *variant);

#endif
