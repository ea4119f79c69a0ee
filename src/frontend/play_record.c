#include "frontend/play_record.h"

#include <inttypes.h>
#include <time.h>

#include "base/file.h"
#include "egdb/index.h"
#include "notation/pdn_read.h"

#define TRIES_MAX 100000 // to find an ending

bool play_save(PlayTable *table, const char *path, Error *error) {
    char date[16] = "????.??.??";
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local) != NULL) {
        strftime(date, sizeof date, "%Y.%m.%d", &local);
    }
    bool black = table->person == BLACK;
    const PdnTag tags[] = {{"Event", "A game against Kelso"},
                           {"Date", date},
                           {"Black", black ? "You" : "Kelso"},
                           {"White", black ? "Kelso" : "You"},
                           {"Termination", table->why != NULL ? table->why : "unfinished"}};
    PdnGame pdn = {.tags = tags,
                   .tag_count = sizeof tags / sizeof *tags,
                   .game = engine_game(table->engine),
                   .result = table->end.result};
    FILE *file = file_open(path, "a");
    if (file == NULL) {
        return error_cannot(error, "open", path);
    }
    bool good = pdn_write(file, &pdn, error);
    good = (fflush(file) == 0 && good) || error_cannot(error, "write", path);
    fclose(file);
    return good;
}

// The game of this number; the reader keeps it.
static bool find_game(PdnReader *reader, const char *path, int64_t number, const PdnRead **found,
                      Error *error) {
    for (;;) {
        PdnStatus status = pdn_reader_next(reader, found, error);
        if (status == PDN_FAILED) {
            return false;
        }
        if (status == PDN_END) {
            return error_set(error, ERROR_INPUT, "%s has no game %" PRId64, path, number);
        }
        if ((*found)->number == number) {
            return status == PDN_GAME ||
                   error_set(error, ERROR_INPUT, "%s, line %" PRId64 ": %s", path,
                             (*found)->fault.line, (*found)->fault.error.message);
        }
    }
}

bool play_load(PlayTable *table, const char *path, int64_t number, Error *error) {
    FILE *file = file_open(path, "r");
    if (file == NULL) {
        return error_cannot(error, "open", path);
    }
    PdnReader *reader = pdn_reader_open(pdn_source_file, file, error);
    const PdnRead *found;
    Game game;
    bool good = reader != NULL && find_game(reader, path, number, &found, error) &&
                game_copy(&game, found->pdn.game, error) && play_set_game(table, &game, 1, error);
    pdn_reader_close(reader);
    fclose(file);
    return good;
}

bool play_ending(PlayTable *table, int pieces, EgdbValue value, Error *error) {
    Slice slices[SLICE_LIST_MAX];
    uint64_t count = (uint64_t)slice_list(pieces, slices);
    for (int tries = 0; tries < TRIES_MAX; tries++) {
        Slice s = slices[random_below(&table->random, count)];
        Position p = index_position(s, random_below(&table->random, index_size(s)));
        p = (Side)p.side == table->person ? p : position_flip(p);
        Game game;
        if (!moves_can_capture(p, BLACK) && !moves_can_capture(p, WHITE) &&
            engine_ending(table->engine, p).value == value) {
            return game_init(&game, p, engine_rules(table->engine), error) &&
                   play_set_game(table, &game, 1, error);
        }
    }
    return error_set(error, ERROR_INPUT,
                     "no such ending of %d pieces found in the tables that are here (`make` builds "
                     "those of 2-4 pieces)",
                     pieces);
}
