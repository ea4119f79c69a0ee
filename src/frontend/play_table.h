// The table that a person and the engine sit at: whose turn it is, the clocks, how the game ended.
// Private to `kelso play`.
#ifndef KELSO_FRONTEND_PLAY_TABLE_H
#define KELSO_FRONTEND_PLAY_TABLE_H

#include <stdio.h>

#include "base/random.h"
#include "engine/engine.h"

#define PLAY_LEVELS 10

typedef struct {
    int64_t start_ms, increment_ms; // start 0: no clocks
    int64_t left_ms[2];             // by Side; below 0: overstepped
    int64_t since_us;               // when the side to move began to think
} PlayClocks;

typedef struct {
    Engine *engine;
    Random random;
    FILE *out;
    bool coloured; // the board, with the person's side at the bottom
    Side person;   // the side that the person has
    int level;     // 1 … PLAY_LEVELS
    PlayClocks clocks;
    GameEnd end;     // how the rules, or else a resignation, the clock or a draw agreed ended it
    const char *why; // "Black has no move"; NULL while the game goes on
    bool leaving;
    int fixed;    // positions of the game that are not taken back: the opening
    int score;    // of the last search, for the side to move
    Move line[8]; // the principal variation of the last search
    int line_count;
    SearchAnswer answer; // of the last search
} PlayTable;

bool play_table_init(PlayTable *table, FILE *out, Error *error);
void play_table_destroy(PlayTable *table);

static inline Position play_position(const PlayTable *table) {
    return game_position(engine_game(table->engine));
}

static inline bool play_is_persons_turn(const PlayTable *table) {
    return (Side)play_position(table).side == table->person;
}

// A line for the person, ended by the caller.
void play_say(PlayTable *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

const char *play_side_name(Side side);

// Shows the board, and the clocks if there are any.
void play_show(PlayTable *table);

// Takes over this game, which is then the table's, with new clocks; its first `fixed` positions
// cannot be taken back. On failure it is destroyed.
bool play_set_game(PlayTable *table, Game *game, int fixed, Error *error);

// Plays the legal move for the side to move and stops its clock; sees to the end of the game.
bool play_move(PlayTable *table, Move move, Error *error);

// Ends the game otherwise than by the rules.
void play_end(PlayTable *table, Result result, const char *why);

// Whether the side to move has overstepped its time; the game is then over.
bool play_is_late(PlayTable *table);

// The engine thinks about the present position, at the level or, for a hint, at full strength; the
// result is in answer, score and line.
bool play_think(PlayTable *table, bool full_strength, Error *error);

#endif
