#include "match/openings_pdn.h"

#include <inttypes.h>
#include <string.h>

#include "common/alloc.h"
#include "common/hash_set.h"
#include "notation/pdn_read.h"

typedef struct {
    OpeningList *list;
    const char *path;
    int plies;
    Rules rules;
    HashSet ends; // the positions behind the openings
    FILE *file;
    int64_t gap_bytes; // since the last game
} Loading;

// So that a file without an end, as /dev/zero, is refused. Twice what a game can have.
#define GAP_BYTES_MAX (8 << 20)

static int64_t read_bytes(void *context, char *buffer, size_t size, Error *error) {
    Loading *loading = context;
    int64_t got = pdn_source_file(loading->file, buffer, size, error);
    loading->gap_bytes += got > 0 ? got : 0;
    if (loading->gap_bytes > GAP_BYTES_MAX) {
        error_set(error, ERROR_INPUT, "no game in 8 MiB");
        return -1;
    }
    return got;
}

// Whether the game goes on behind its first half-moves, and its position there.
static bool is_open(const Loading *loading, const PdnRead *read, Position *end) {
    const Game *recorded = read->pdn.game;
    Error ignored;
    Game game;
    if (read->plies < loading->plies ||
        !game_init(&game, recorded->plies[0].position, loading->rules, &ignored)) {
        return false;
    }
    bool good = true;
    for (int i = 1; good && i <= loading->plies; i++) {
        good = game_play(&game, recorded->plies[i].move, &ignored);
    }
    good = good && game_end(&game).result == RESULT_NONE;
    *end = game_position(&game);
    game_destroy(&game);
    return good;
}

static void take_game(Loading *loading, const PdnRead *read) {
    OpeningList *list = loading->list;
    Position end;
    if (!is_open(loading, read, &end)) {
        list->shorter++;
    } else if (!hash_set_add(&loading->ends, position_hash(end))) {
        list->repeated++;
    } else {
        Opening *opening = openings_add(list);
        size_t size = (size_t)loading->plies * sizeof *opening->moves;
        opening->number = (int)read->number;
        opening->start = read->pdn.game->plies[0].position;
        opening->moves = alloc_zeroed(size, 1);
        opening->move_count = loading->plies;
        if (size > 0) {
            memcpy(opening->moves, read->pdn.paths, size);
        }
    }
}

static bool load_games(Loading *loading, PdnReader *reader, Error *error) {
    const PdnRead *read;
    Error reason;
    PdnStatus status;
    while ((status = pdn_reader_next(reader, &read, &reason)) == PDN_GAME || status == PDN_BAD) {
        if (status == PDN_BAD && (read->plies < loading->plies || read->fault.ply == 0)) {
            return error_set(error, ERROR_INPUT, "%s:%" PRId64 ": game %" PRId64 ", ply %d: %s",
                             loading->path, read->fault.line, read->number, read->fault.ply,
                             read->fault.error.message);
        }
        take_game(loading, read);
        loading->gap_bytes = 0;
    }
    if (status == PDN_FAILED) {
        return error_set(error, reason.code, "%s: %s", loading->path, reason.message);
    }
    return loading->list->count > 0 || error_set(error, ERROR_INPUT, "%s holds no game of %d plies",
                                                 loading->path, loading->plies);
}

bool openings_pdn_load(OpeningList *list, const char *path, int plies, Rules rules, Error *error) {
    Loading loading = {.list = list, .path = path, .plies = plies, .rules = rules};
    loading.file = fopen(path, "re");
    if (loading.file == NULL) {
        return error_cannot(error, "open", path);
    }
    PdnReader *reader = pdn_reader_open(read_bytes, &loading, error);
    bool good = reader != NULL && load_games(&loading, reader, error);
    pdn_reader_close(reader);
    hash_set_destroy(&loading.ends);
    fclose(loading.file);
    return good;
}
