#include "match/tables.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/hash.h"
#include "common/alloc.h"
#include "egdb/answer.h"
#include "egdb/table_file.h"

#define CACHE_MEBIBYTES 32

struct Tables {
    Egdb *egdb;
    const RuleSet *set;
    int punctual_pieces; // with so many or fewer, all wins come to their next progress in time
    bool failed;         // a file is damaged, *error says which
    Error error;
    Progress *progress; // NULL: for nobody to read
};

// ---- opening

static void warn(void *context, const Error *error) {
    Tables *tables = context;
    if (tables->progress != NULL) {
        progress_note(tables->progress, "warning: %s", error->message);
    } else if (!tables->failed) {
        tables->failed = true;
        tables->error = *error;
    }
}

static bool is_punctual(const Tables *tables, Slice s) {
    const TableHead *results = egdb_head(tables->egdb, EGDB_WLD, s);
    const TableHead *plies = egdb_head(tables->egdb, EGDB_PROGRESS, s);
    return results != NULL && plies != NULL &&
           plies->longest <= (uint32_t)tables->set->no_progress_plies;
}

static int punctual_pieces(const Tables *tables) {
    Slice slices[SLICE_LIST_MAX];
    for (int pieces = 2; pieces <= egdb_pieces(tables->egdb); pieces++) {
        int count = slice_list(pieces, slices);
        for (int i = 0; i < count; i++) {
            if (!is_punctual(tables, slices[i])) {
                return pieces - 1;
            }
        }
    }
    return egdb_pieces(tables->egdb);
}

static bool check(const Tables *tables, const char *folders, int pieces, Error *error) {
    int found = egdb_pieces(tables->egdb);
    if (tables->failed) {
        *error = tables->error;
        return false;
    }
    if (found == 0) {
        return error_set(error, ERROR_INPUT, "there is no endgame table in %s", folders);
    }
    return found >= pieces ||
           error_set(error, ERROR_INPUT, "the endgame tables in %s have %d pieces at most, not %d",
                     folders, found, pieces);
}

Tables *tables_open(const char *folders, int pieces, const RuleSet *set, Error *error) {
    Tables *tables = alloc_zeroed(1, sizeof *tables);
    tables->set = set;
    tables->egdb = egdb_open(folders, pieces == 0 ? SLICE_PIECES_MAX : pieces, CACHE_MEBIBYTES,
                             warn, tables, error);
    if (tables->egdb == NULL || !check(tables, folders, pieces, error)) {
        tables_close(tables);
        return NULL;
    }
    tables->punctual_pieces = set->man_move_resets ? punctual_pieces(tables) : 0;
    return tables;
}

void tables_close(Tables *tables) {
    if (tables != NULL) {
        egdb_close(tables->egdb);
        free(tables);
    }
}

void tables_note_to(Tables *tables, Progress *progress) {
    tables->progress = progress;
}

int tables_pieces(const Tables *tables) {
    return egdb_pieces(tables->egdb);
}

uint64_t tables_hash(const Tables *tables) {
    Slice slices[SLICE_LIST_MAX];
    uint64_t hash = 0;
    for (int pieces = 2; pieces <= egdb_pieces(tables->egdb); pieces++) {
        int count = slice_list(pieces, slices);
        for (int i = 0; i < count; i++) {
            for (EgdbKind kind = EGDB_WLD; kind < EGDB_KINDS; kind++) {
                hash = hash_words(hash, egdb_head(tables->egdb, kind, slices[i]) != NULL);
            }
        }
    }
    return hash;
}

// ---- judging

static int occurrences(const Game *game, Position p, int first) {
    int found = 0;
    for (int i = first; i < game->count; i++) {
        found += position_equal(game->plies[i].position, p);
    }
    return found;
}

// Whether a position since the last capture or man's move would draw if it came once more.
static bool can_repeat(const Game *game, const RuleSet *set) {
    int first = game->count - 1;
    while (first > 0 &&
           !move_is_irreversible(game->plies[first - 1].position, game->plies[first].move)) {
        first--;
    }
    for (int i = first; set->repetition > 0 && i < game->count; i++) {
        if (occurrences(game, game->plies[i].position, first) + 1 >= set->repetition) {
            return true;
        }
    }
    return false;
}

static bool is_in_time(const Tables *tables, const Game *game, const EgdbAnswer *answer,
                       int pieces) {
    const RuleSet *set = tables->set;
    int left = set->no_progress_plies - game->plies[game->count - 1].no_progress_plies;
    bool at_once = answer->end >= 0 && answer->end <= left;
    bool by_progress =
        pieces <= tables->punctual_pieces && answer->progress >= 0 && answer->progress <= left;
    return (at_once || by_progress) && !can_repeat(game, set);
}

Result tables_result(const Tables *tables, const Game *game) {
    Position p = game_position(game);
    Side side = (Side)p.side;
    int pieces = bits_count(p.pieces[BLACK] | p.pieces[WHITE]);
    if (pieces > egdb_pieces(tables->egdb)) {
        return RESULT_NONE;
    }
    EgdbAnswer answer = egdb_answer(tables->egdb, p);
    if (answer.value == EGDB_DRAW) {
        return RESULT_DRAW;
    }
    if (answer.value == EGDB_UNKNOWN || !is_in_time(tables, game, &answer, pieces)) {
        return RESULT_NONE;
    }
    return result_won_by(answer.value == EGDB_WIN ? side : side_other(side));
}
