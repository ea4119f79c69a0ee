#include "frontend/cb_history.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "notation/fen.h"
#include "notation/movetext.h"
#include "notation/pdn_replay.h"

bool cb_history_restart(Game *game, Position position, Error *error) {
    Game fresh;
    if (!game_init(&fresh, position, game->rules, error)) {
        return false;
    }
    game_destroy(game);
    *game = fresh;
    return true;
}

bool cb_history_reach(Game *game, Position position, Error *error) {
    Position last = game_position(game);
    MoveList list;
    if (position_equal(last, position)) {
        return true;
    }
    moves_generate(last, &list);
    for (int i = 0; i < list.count; i++) {
        if (position_equal(position_play(last, list.moves[i]), position)) {
            return game_play(game, list.moves[i], error);
        }
    }
    return cb_history_restart(game, position, error);
}

// Plays the moves of the text, which has `size` bytes.
static bool play(Game *game, char *text, size_t size, Error *error) {
    const char **texts = calloc(size / 2 + 1, sizeof *texts);
    MovePath *paths = calloc(size / 2 + 1, sizeof *paths);
    char *word;
    int count = 0, bad = 0;
    bool good = texts != NULL && paths != NULL;
    if (!good) {
        error_set(error, ERROR_MEMORY, "no memory for the moves of a game");
    }
    while (good && (word = text_next_word(&text)) != NULL) {
        texts[count++] = word;
    }
    if (good && !pdn_replay(game, texts, count, paths, &bad, error)) {
        MovePathList named;
        Error unfit, why = *error;
        good = why.code != ERROR_MEMORY && bad == count - 1 &&
               moves_named(game_position(game), texts[bad], &named, &unfit);
        error_set(error, why.code, "move %d: %.280s", bad + 1, why.message);
    }
    free(texts);
    free(paths);
    return good;
}

bool cb_history_read(Game *game, char *text, Error *error) {
    Game read;
    Position start;
    Error warning;
    size_t size = strlen(text);
    char *fen = text_next_word(&text);
    if (fen == NULL) {
        return error_set(error, ERROR_INPUT, "a FEN is missing");
    }
    if (!fen_read(fen, &start, &warning, error) || !game_init(&read, start, game->rules, error)) {
        return false;
    }
    if (!play(&read, text, size, error)) {
        game_destroy(&read);
        return false;
    }
    game_destroy(game);
    *game = read;
    return true;
}
