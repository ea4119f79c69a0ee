#include "frontend/play_record.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "notation/pdn_read.h"

bool play_save(Table *table, const char *path, Error *error) {
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
    FILE *file = fopen(path, "a");
    if (file == NULL) {
        return error_set(error, ERROR_FILE, "%s: %s", path, strerror(errno));
    }
    Error ignored;
    bool good = pdn_write(file, &pdn, &ignored);
    good = fflush(file) == 0 && good;
    int cause = errno;
    fclose(file);
    return good || error_set(error, ERROR_FILE, "%s: not written: %s", path, strerror(cause));
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

bool play_load(Table *table, const char *path, int64_t number, Error *error) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return error_set(error, ERROR_FILE, "%s: %s", path, strerror(errno));
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

static Position random_position(Random *random, int pieces, Side side) {
    Position p = {.side = (uint32_t)side};
    int own = 1 + (int)random_below(random, (uint64_t)pieces - 1);
    for (int i = 0; i < pieces; i++) {
        Side owner = i < own ? side : side_other(side);
        uint32_t taken = p.pieces[BLACK] | p.pieces[WHITE], bit;
        do {
            bit = square_bit((int)random_below(random, SQUARE_COUNT));
        } while (taken & bit);
        p.pieces[owner] |= bit;
        if ((bit & king_row(owner)) || random_below(random, 2) == 0) {
            p.kings |= bit;
        }
    }
    return p;
}

bool play_ending(Table *table, int pieces, EgdbValue value, Error *error) {
    for (int tries = 0; tries < 100000; tries++) {
        Position p = random_position(&table->random, pieces, table->person);
        Error ignored;
        Game game;
        if (position_check(p, &ignored) && !moves_can_capture(p, BLACK) &&
            !moves_can_capture(p, WHITE) && engine_ending(table->engine, p).value == value) {
            return game_init(&game, p, engine_rules(table->engine), error) &&
                   play_set_game(table, &game, 1, error);
        }
    }
    return error_set(error, ERROR_INPUT,
                     "no such ending of %d pieces found in the tables that are "
                     "here (`make` builds those of 2-4 pieces)",
                     pieces);
}
