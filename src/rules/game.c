#include "rules/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const RuleSet rule_sets[] = {
    {"wcdf", 3, 80, true},
    {"fifty", 4, 100, true},
    {"crowning", 0, 80, false},
};

static const char *const variant_names[] = {"english", "giveaway"};

const RuleSet *rule_set_default(void) {
    return &rule_sets[0];
}

const RuleSet *rule_set_named(const char *name) {
    for (size_t i = 0; i < sizeof rule_sets / sizeof *rule_sets; i++) {
        if (strcmp(rule_sets[i].name, name) == 0) {
            return &rule_sets[i];
        }
    }
    return NULL;
}

const char *variant_name(Variant variant) {
    return variant_names[variant];
}

bool variant_named(const char *name, Variant *variant) {
    for (int i = VARIANT_ENGLISH; i <= VARIANT_GIVEAWAY; i++) {
        if (strcmp(variant_names[i], name) == 0) {
            *variant = (Variant)i;
            return true;
        }
    }
    return false;
}

const char *end_reason_name(EndReason reason) {
    static const char *const names[] = {"none", "no moves", "no pieces", "repetition",
                                        "no progress"};
    return names[reason];
}

const char *result_name(Result result) {
    static const char *const names[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return names[result];
}

static bool reserve(Game *game, int capacity, Error *error) {
    GamePly *plies = realloc(game->plies, (size_t)capacity * sizeof *plies);
    if (plies == NULL) {
        return error_set(error, ERROR_MEMORY, "no memory for a game of %d plies", capacity);
    }
    game->plies = plies;
    game->capacity = capacity;
    return true;
}

bool game_init(Game *game, Position start, Rules rules, Error *error) {
    *game = (Game){.rules = rules};
    if (!reserve(game, 128, error)) {
        return false;
    }
    game->plies[0] = (GamePly){.position = start};
    game->count = 1;
    return true;
}

void game_destroy(Game *game) {
    free(game->plies);
    *game = (Game){0};
}

bool game_copy(Game *copy, const Game *game, Error *error) {
    *copy = (Game){.rules = game->rules};
    if (!reserve(copy, game->capacity, error)) {
        return false;
    }
    memcpy(copy->plies, game->plies, (size_t)game->count * sizeof *game->plies);
    copy->count = game->count;
    return true;
}

bool move_is_progress(const RuleSet *set, Position before, Move move) {
    if (!move_is_irreversible(before, move)) {
        return false;
    }
    bool crowning = (before.kings & square_bit(move.from)) == 0 &&
                    (square_bit(move.to) & king_row((Side)before.side)) != 0;
    return move.captured != 0 || crowning || set->man_move_resets;
}

bool game_play(Game *game, Move move, Error *error) {
    if (game->count == game->capacity && !reserve(game, 2 * game->capacity, error)) {
        return false;
    }
    GamePly *last = &game->plies[game->count - 1];
    assert(moves_contain(last->position, move));
    bool progress = move_is_progress(game->rules.set, last->position, move);
    game->plies[game->count++] = (GamePly){position_play(last->position, move), move,
                                           progress ? 0 : last->no_progress_plies + 1};
    return true;
}

void game_undo(Game *game) {
    if (game->count > 1) {
        game->count--;
    }
}

int game_occurrences(const Game *game) {
    Position present = game_position(game);
    int occurrences = 1;
    for (int i = game->count - 3; i >= 0; i -= 2) {
        occurrences += position_equal(game->plies[i].position, present);
    }
    return occurrences;
}

GameEnd game_end(const Game *game) {
    const RuleSet *set = game->rules.set;
    Position p = game_position(game);
    Side side = (Side)p.side;
    if (!moves_exist(p)) {
        return (GameEnd){result_without_moves(side, game->rules.variant),
                         p.pieces[side] == 0 ? END_NO_PIECES : END_NO_MOVES};
    }
    if (set->repetition > 0 && game_occurrences(game) >= set->repetition) {
        return (GameEnd){RESULT_DRAW, END_REPETITION};
    }
    if (game->plies[game->count - 1].no_progress_plies >= set->no_progress_plies) {
        return (GameEnd){RESULT_DRAW, END_NO_PROGRESS};
    }
    return (GameEnd){RESULT_NONE, END_NONE};
}
