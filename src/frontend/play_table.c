#include "frontend/play_table.h"

#include <stdarg.h>
#include <string.h>

#include "base/clock.h"
#include "frontend/play_board.h"

#define HINT_MS     1000
#define FULL_MS     5000 // a move at full strength
#define OVERHEAD_MS 20

// The engine's option Skill by level.
static const char *const level_skill[PLAY_LEVELS] = {"0",  "2",  "4",  "6",  "8",
                                                     "10", "12", "15", "18", "20"};

static void note_info(void *context, const SearchInfo *info) {
    PlayTable *table = context;
    if (info->has_score && info->multipv == 1 && info->bound == BOUND_EXACT) {
        table->score = info->score;
        table->line_count = info->line_count < 8 ? info->line_count : 8;
        memcpy(table->line, info->line, (size_t)table->line_count * sizeof *info->line);
    }
}

static void note_answer(void *context, const SearchAnswer *answer) {
    ((PlayTable *)context)->answer = *answer;
}

static void note_refused(void *context, const Error *error) {
    play_say(context, "Not used: %s\n", error->message);
}

bool play_table_init(PlayTable *table, FILE *out, Error *error) {
    *table = (PlayTable){.out = out, .level = 6, .random = {(uint64_t)clock_now_us()}};
    SearchListener listener = {note_info, note_answer, table};
    table->engine = engine_create(listener, note_refused, error);
    return table->engine != NULL;
}

void play_table_destroy(PlayTable *table) {
    engine_destroy(table->engine);
}

void play_say(PlayTable *table, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(table->out, format, arguments);
    va_end(arguments);
}

const char *play_side_name(Side side) {
    return side == BLACK ? "Black" : "White";
}

void play_show(PlayTable *table) {
    play_board_write(table->out, play_position(table), table->person, table->coloured);
    if (table->clocks.start_ms > 0) {
        for (int side = BLACK; side <= WHITE; side++) {
            int64_t seconds = table->clocks.left_ms[side] / 1000;
            seconds = seconds > 0 ? seconds : 0;
            play_say(table, "%s %d:%02d%s", play_side_name((Side)side), (int)(seconds / 60),
                     (int)(seconds % 60), side == BLACK ? ", " : "\n");
        }
    }
}

void play_end(PlayTable *table, Result result, const char *why) {
    table->end = (GameEnd){result, END_NONE};
    table->why = why;
    const char *outcome = result == RESULT_DRAW                    ? "a draw"
                          : result == result_won_by(table->person) ? "you won"
                                                                   : "Kelso won";
    play_say(table, "The game is over, %s: %s (%s in PDN).\n", outcome, why, result_name(result));
}

// Sees whether the rules end the game.
static void judge(PlayTable *table) {
    GameEnd end = game_end(engine_game(table->engine));
    bool black = play_position(table).side == BLACK;
    switch (end.reason) {
    case END_NONE:
        table->end = end;
        table->why = NULL;
        return;
    case END_NO_MOVES:
        play_end(table, end.result, black ? "Black has no move" : "White has no move");
        break;
    case END_NO_PIECES:
        play_end(table, end.result, black ? "Black has no piece" : "White has no piece");
        break;
    case END_REPETITION:
        play_end(table, end.result, "the position has come for the third time");
        break;
    case END_NO_PROGRESS:
        play_end(table, end.result, "forty moves of both without progress");
        break;
    }
}

bool play_set_game(PlayTable *table, Game *game, int fixed, Error *error) {
    if (!engine_set_game(table->engine, game, error)) {
        game_destroy(game);
        return false;
    }
    table->fixed = fixed;
    table->clocks.left_ms[BLACK] = table->clocks.left_ms[WHITE] = table->clocks.start_ms;
    table->clocks.since_us = clock_now_us();
    play_show(table);
    judge(table);
    return true;
}

static int64_t time_left_ms(const PlayTable *table) {
    const PlayClocks *clocks = &table->clocks;
    return clocks->left_ms[play_position(table).side] - (clock_now_us() - clocks->since_us) / 1000;
}

bool play_is_late(PlayTable *table) {
    if (table->why != NULL || table->clocks.start_ms == 0 || time_left_ms(table) >= 0) {
        return false;
    }
    Side late = (Side)play_position(table).side;
    table->clocks.left_ms[late] = 0;
    play_end(table, result_won_by(side_other(late)),
             late == BLACK ? "Black's time is up" : "White's time is up");
    return true;
}

bool play_move(PlayTable *table, Move move, Error *error) {
    Game game;
    Side mover = (Side)play_position(table).side;
    if (!game_copy(&game, engine_game(table->engine), error)) {
        return false;
    }
    if (!game_play(&game, move, error) || !engine_set_game(table->engine, &game, error)) {
        game_destroy(&game);
        return false;
    }
    PlayClocks *clocks = &table->clocks;
    int64_t now = clock_now_us();
    clocks->left_ms[mover] += clocks->increment_ms - (now - clocks->since_us) / 1000;
    clocks->since_us = now;
    play_show(table);
    judge(table);
    return true;
}

bool play_think(PlayTable *table, bool full_strength, Error *error) {
    SearchLimits limits = search_limits_none();
    if (full_strength) {
        limits.movetime_ms = HINT_MS;
    } else {
        limits.movetime_ms = FULL_MS; // less is enough below full strength
        if (table->clocks.start_ms > 0) {
            int64_t left = time_left_ms(table) - OVERHEAD_MS;
            limits.movetime_ms = -1;
            limits.time_ms = left > 0 ? left : 0;
            limits.increment_ms = table->clocks.increment_ms;
        }
    }
    const char *skill = full_strength ? "20" : level_skill[table->level - 1];
    table->line_count = 0;
    fflush(table->out);
    if (!engine_set_named(table->engine, "Skill", skill, error) ||
        !engine_go(table->engine, limits, error)) {
        return false;
    }
    engine_wait(table->engine);
    return true;
}
