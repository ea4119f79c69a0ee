// A game in progress: its positions, its end and the reason. Rules for draws are a setting, since
// the documents of the game disagree.
#ifndef KELSO_RULES_GAME_H
#define KELSO_RULES_GAME_H

#include <stdbool.h>

#include "rules/moves.h"

typedef struct {
    const char *name;
    int repetition;        // occurrences of a position that draw; 0: never
    int no_progress_plies; // plies without progress that draw
    bool man_move_resets;  // the count restarts at a man's move, else only at a crowning;
                           // always at a capture
} RuleSet;

// wcdf (the default), fifty, crowning. NULL for another name.
const RuleSet *rule_set_named(const char *name);
const RuleSet *rule_set_default(void);

typedef enum { VARIANT_ENGLISH, VARIANT_GIVEAWAY } Variant;

// english, giveaway.
const char *variant_name(Variant variant);
bool variant_named(const char *name, Variant *variant);

typedef struct {
    const RuleSet *set;
    Variant variant;
} Rules;

typedef enum { RESULT_NONE, RESULT_BLACK_WINS, RESULT_WHITE_WINS, RESULT_DRAW } Result;

typedef enum {
    END_NONE,
    END_NO_MOVES,  // the side to move has pieces, but no move
    END_NO_PIECES, // the side to move has no piece
    END_REPETITION,
    END_NO_PROGRESS,
} EndReason;

typedef struct {
    Result result;
    EndReason reason;
} GameEnd;

// "no moves", "repetition", …: a word for messages and records.
const char *end_reason_name(EndReason reason);

// 1-0, 0-1, 1/2-1/2 or *. As in PDN, 1-0 means that Black, the first mover, won.
const char *result_name(Result result);

static inline Result result_won_by(Side side) {
    return side == BLACK ? RESULT_BLACK_WINS : RESULT_WHITE_WINS;
}

// One position of a game with what led to it.
typedef struct {
    Position position;
    Move move;             // that led here; of no meaning at the start
    int no_progress_plies; // since the last progress
} GamePly;

typedef struct {
    Rules rules;
    GamePly *plies; // plies[0] is the start, plies[count - 1] the present; owned
    int count;
    int capacity;
} Game;

// false, with an error, if there is no memory. A game that was initialised must be destroyed.
bool game_init(Game *game, Position start, Rules rules, Error *error);
void game_destroy(Game *game);

// A copy with memory of its own.
bool game_copy(Game *copy, const Game *game, Error *error);

static inline Position game_position(const Game *game) {
    return game->plies[game->count - 1].position;
}

// Plays a legal move (asserted); false only if there is no memory. A game that has ended can go on:
// recorded games do.
bool game_play(Game *game, Move move, Error *error);

// Takes the last move back, if there is one.
void game_undo(Game *game);

// How often the present position with this side to move has stood on the board, the start and the
// present included.
int game_occurrences(const Game *game);

// Whether the game is over and why. No legal move is asked first, and only for the side to move;
// then repetition, then progress.
GameEnd game_end(const Game *game);

// A capture or a man's move: no earlier position can come again.
static inline bool move_is_irreversible(Position before, Move move) {
    return move.captured != 0 || (before.kings & square_bit(move.from)) == 0;
}

// Whether a move is progress under this rule set: restarts the count.
bool move_is_progress(const RuleSet *set, Position before, Move move);

// What the end of a game by lack of moves means for the side to move.
static inline Result result_without_moves(Side side, Variant variant) {
    return result_won_by(variant == VARIANT_GIVEAWAY ? side : side_other(side));
}

#endif
