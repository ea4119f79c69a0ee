// convert and filter: the games in the regular form, as FEN or as JSON.
#include <jansson.h>

#include "notation/fen.h"
#include "notation/movetext.h"
#include "pdn/normal.h"
#include "pdn/run.h"

static void write_fen(FILE *file, Position position) {
    char fen[FEN_MAX];
    fen_write(position, fen);
    fprintf(file, "%s\n", fen);
}

// ---- JSON

static json_t *json_fen(Position position) {
    char fen[FEN_MAX];
    fen_write(position, fen);
    return json_string(fen);
}

// The first of tags with one name counts, as everywhere.
static json_t *json_tags(const PdnGame *pdn) {
    json_t *tags = json_object();
    for (int i = 0; i < pdn->tag_count; i++) {
        if (json_object_get(tags, pdn->tags[i].name) == NULL) {
            json_object_set_new(tags, pdn->tags[i].name, json_string(pdn->tags[i].value));
        }
    }
    return tags;
}

// What stands behind moves, by the number of the half-move from 1; nothing if there is none.
static void set_by_ply(json_t *game, const char *key, char *const *texts, int plies) {
    json_t *object = json_object();
    for (int i = 0; i < plies; i++) {
        char ply[16];
        snprintf(ply, sizeof ply, "%d", i + 1);
        if (texts[i] != NULL) {
            json_object_set_new(object, ply, json_string(texts[i]));
        }
    }
    if (json_object_size(object) > 0) {
        json_object_set(game, key, object);
    }
    json_decref(object);
}

static json_t *json_moves(const PdnGame *pdn, int plies) {
    json_t *moves = json_array();
    for (int i = 0; i < plies; i++) {
        char text[MOVE_TEXT_MAX];
        move_path_write(&pdn->paths[i], text);
        json_array_append_new(moves, json_string(text));
    }
    return moves;
}

static json_t *json_game(const PdnRead *read, const char *path) {
    const PdnGame *pdn = &read->pdn;
    json_t *game = json_object();
    json_object_set_new(game, "file", json_string(path)); // left out if it is not UTF-8
    json_object_set_new(game, "game", json_integer(read->number));
    json_object_set_new(game, "line", json_integer(read->line));
    json_object_set_new(game, "tags", json_tags(pdn));
    json_object_set_new(game, "result", json_string(result_name(pdn->result)));
    json_object_set_new(game, "start", json_fen(pdn->game->plies[0].position));
    if (pdn->preface != NULL) {
        json_object_set_new(game, "preface", json_string(pdn->preface));
    }
    json_object_set_new(game, "moves", json_moves(pdn, read->plies));
    set_by_ply(game, "annotations", pdn->annotations, read->plies);
    set_by_ply(game, "comments", pdn->comments, read->plies);
    json_object_set_new(game, "end", json_fen(game_position(pdn->game)));
    return game;
}

static bool write_json(Run *run, const PdnRead *read, Error *error) {
    json_t *game = json_game(read, run->path);
    bool good = json_dumpf(game, run->out, JSON_COMPACT) == 0 && fputc('\n', run->out) != EOF;
    json_decref(game);
    return good || error_set(error, ERROR_FILE, "cannot write the game as JSON");
}

// ---- all formats

static bool convert(Run *run, const PdnRead *read, Error *error) {
    const Game *game = read->pdn.game;
    switch (run->config->format) {
    case FORMAT_FEN:
        write_fen(run->out, game_position(game));
        break;
    case FORMAT_FENS:
        for (int i = 0; i < game->count; i++) {
            write_fen(run->out, game->plies[i].position);
        }
        break;
    case FORMAT_JSON:
        return write_json(run, read, error);
    default:
        return normal_write(run->out, read, error);
    }
    return !ferror(run->out) || error_set(error, ERROR_FILE, "cannot write the positions");
}

const Command command_convert = {.game = convert};

// The tags as they are: a filter changes nothing.
static bool filter(Run *run, const PdnRead *read, Error *error) {
    return pdn_write(run->out, &read->pdn, error);
}

const Command command_filter = {.game = filter};
