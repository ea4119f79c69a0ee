#include "egdb/query.h"

#include "base/random.h"
#include "common/named_egdb.h"
#include "egdb/advice.h"
#include "egdb/index.h"
#include "notation/fen.h"
#include "notation/movetext.h"

#define CACHE_MEBIBYTES 64

Egdb *query_open(const EgdbConfig *config, Error *error) {
    Egdb *egdb;
    named_egdb_open("kelso-egdb", config->folder, CACHE_MEBIBYTES, &egdb, error);
    return egdb;
}

static const char *const words[] = {"draw", "win", "loss", "not known"};

static void write_plies(FILE *out, const char *name, int plies) {
    if (plies >= 0) {
        fprintf(out, "%s %d\n", name, plies);
    }
}

static void write_line(Egdb *egdb, const Game *game, FILE *out) {
    enum { LINE_MAX_PLIES = 300 };
    Move line[LINE_MAX_PLIES];
    Position p = game_position(game);
    int count = egdb_line(egdb, game, line, LINE_MAX_PLIES);
    fputs("line", out);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        move_write(p, line[i], text);
        fprintf(out, " %s", text);
        p = position_play(p, line[i]);
    }
    fputc('\n', out);
}

bool query_probe(const EgdbConfig *config, FILE *out, Error *error) {
    Position p;
    Error warning;
    Game game;
    Egdb *egdb = NULL;
    if (!fen_read(config->fen, &p, &warning, error) ||
        !game_init(&game, p, (Rules){rule_set_default(), VARIANT_ENGLISH}, error)) {
        return false;
    }
    egdb = query_open(config, error);
    if (egdb != NULL) {
        EgdbAnswer answer = egdb_answer(egdb, p);
        fprintf(out, "value %s\n", words[answer.value]);
        write_plies(out, "progress", answer.progress);
        write_plies(out, "end", answer.end);
        write_line(egdb, &game, out);
        egdb_close(egdb);
    }
    game_destroy(&game);
    return egdb != NULL;
}

bool query_pick(const EgdbConfig *config, FILE *out, Error *error) {
    enum { TRIES = 2000000 };
    Random random = {(uint64_t)config->seed};
    Egdb *egdb = query_open(config, error);
    int picked = 0;
    for (int i = 0; egdb != NULL && picked < config->count && i < TRIES; i++) {
        Position p =
            index_position(config->slice, random_below(&random, index_size(config->slice)));
        p = random_below(&random, 2) ? p : position_flip(p);
        if (egdb_probe(egdb, p) == (EgdbValue)config->value) {
            char fen[FEN_MAX];
            fen_write(p, fen);
            fprintf(out, "%s\n", fen);
            picked++;
        }
    }
    bool found = egdb != NULL;
    egdb_close(egdb);
    return found && (picked == config->count ||
                     error_set(error, ERROR_STATE, "found %d such positions in %d tries", picked,
                               (int)TRIES));
}
