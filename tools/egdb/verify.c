#include "egdb/verify.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/random.h"
#include "egdb/answer.h"
#include "egdb/folder.h"
#include "egdb/index.h"
#include "egdb/query.h"
#include "egdb/table_file.h"
#include "egdb/team.h"
#include "notation/fen.h"
#include "rules/game.h"

#define CHUNK 4096 // positions at a time

// One slice in work.
typedef struct {
    Egdb *egdb;
    Slice slice;
    uint64_t size;
    uint64_t sample; // 0: all; else so many random ones in all
    uint64_t seed;
    atomic_uint_fast64_t checked, open, wrong, won, lost;
    pthread_mutex_t mutex;
    char first[FEN_MAX]; // the first wrong one found
} Check;

// What the table says fits what the moves lead to. Plies that a table does not hold fit.
static bool fits(const EgdbAnswer *table, const EgdbAnswer *moves) {
    return table->value == moves->value &&
           (table->progress < 0 || moves->progress < 0 || table->progress == moves->progress) &&
           (table->end < 0 || moves->end < 0 || table->end == moves->end);
}

static EgdbAnswer from_moves(Egdb *egdb, Position p) {
    MoveList list;
    EgdbAnswer child[MOVES_MAX];
    moves_generate(p, &list);
    for (int i = 0; i < list.count; i++) {
        child[i] = egdb_answer(egdb, position_play(p, list.moves[i]));
    }
    return egdb_combine(p, list.moves, child, list.count);
}

static void complain(Check *check, Position p) {
    pthread_mutex_lock(&check->mutex);
    if (check->first[0] == '\0') {
        fen_write(p, check->first);
    }
    pthread_mutex_unlock(&check->mutex);
    atomic_fetch_add(&check->wrong, 1);
}

static void check_position(Check *check, Position p) {
    if (moves_can_capture(p, BLACK) || moves_can_capture(p, WHITE)) {
        return; // not in the table
    }
    EgdbAnswer table = egdb_answer(check->egdb, p), moves = from_moves(check->egdb, p);
    if (moves.value == EGDB_UNKNOWN) {
        atomic_fetch_add(&check->open, 1);
    } else if (!fits(&table, &moves)) {
        complain(check, p);
    }
    atomic_fetch_add(&check->checked, 1);
}

static void check_chunk(void *context, int worker, uint64_t item) {
    (void)worker;
    Check *check = context;
    uint64_t limit = check->sample > 0 ? check->sample : check->size;
    Random random = {check->seed ^ item};
    for (uint64_t i = item * CHUNK; i < (item + 1) * CHUNK && i < limit; i++) {
        uint64_t number = check->sample > 0 ? random_below(&random, check->size) : i;
        check_position(check, index_position(check->slice, number));
    }
}

static void count_chunk(void *context, int worker, uint64_t item) {
    (void)worker;
    Check *check = context;
    uint64_t won = 0, lost = 0, open = 0;
    for (uint64_t i = item * CHUNK; i < (item + 1) * CHUNK && i < check->size; i++) {
        EgdbValue value = egdb_answer(check->egdb, index_position(check->slice, i)).value;
        won += value == EGDB_WIN;
        lost += value == EGDB_LOSS;
        open += value == EGDB_UNKNOWN;
    }
    atomic_fetch_add(&check->won, won);
    atomic_fetch_add(&check->lost, lost);
    atomic_fetch_add(&check->open, open);
}

// Does each slice that is there. `done` takes the result in and may say no.
typedef struct {
    const EgdbConfig *config;
    FILE *out;
    TeamTask *task;
    bool (*done)(const Check *check, FILE *out, Error *error);
    uint64_t sample; // of all positions together
} Survey;

static uint64_t all_positions(Egdb *egdb, int pieces) {
    uint64_t sum = 0;
    for (int n = 2; n <= pieces; n++) {
        Slice slices[SLICE_LIST_MAX];
        int count = slice_list(n, slices);
        for (int i = 0; i < count; i++) {
            sum += egdb_head(egdb, EGDB_WLD, slices[i]) != NULL ? index_size(slices[i]) : 0;
        }
    }
    return sum;
}

static bool survey_slice(const Survey *survey, Egdb *egdb, Team *team, Slice s, uint64_t all,
                         Error *error) {
    Check check = {.egdb = egdb, .slice = s, .size = index_size(s)};
    if (egdb_head(egdb, EGDB_WLD, s) == NULL) {
        return true;
    }
    if (survey->sample > 0) { // each slice has its share, and one at least
        check.sample = 1 + (uint64_t)((double)survey->sample / (double)all * (double)check.size);
        check.seed = (uint64_t)survey->config->seed + (uint64_t)slice_id(s) * 0x9E3779B97F4A7C15U;
    }
    uint64_t positions = check.sample > 0 ? check.sample : check.size;
    pthread_mutex_init(&check.mutex, NULL);
    team_run(team, (positions + CHUNK - 1) / CHUNK, 1, survey->task, &check);
    pthread_mutex_destroy(&check.mutex);
    return survey->done(&check, survey->out, error);
}

static bool survey_run(const Survey *survey, Error *error) {
    Egdb *egdb = query_open(survey->config, error);
    Team *team = egdb == NULL ? NULL : team_create(survey->config->threads, error);
    int most = survey->config->pieces > 0 ? survey->config->pieces : BUILD_PIECES_MAX;
    bool good = team != NULL;
    uint64_t all = good ? all_positions(egdb, most) : 0;
    for (int n = 2; n <= most && good; n++) {
        Slice slices[SLICE_LIST_MAX];
        int count = slice_list(n, slices);
        for (int i = 0; i < count && good; i++) {
            good = survey_slice(survey, egdb, team, slices[i], all, error);
        }
    }
    team_destroy(team);
    egdb_close(egdb);
    return good;
}

static bool verified(const Check *check, FILE *out, Error *error) {
    char name[SLICE_NAME_MAX];
    slice_name(check->slice, name);
    fprintf(out, "%s checked %" PRIu64 " open %" PRIu64 " wrong %" PRIu64 "\n", name,
            (uint64_t)check->checked, (uint64_t)check->open, (uint64_t)check->wrong);
    return check->wrong == 0 ||
           error_set(error, ERROR_FILE, "%s: %" PRIu64 " wrong values, one at %s", name,
                     (uint64_t)check->wrong, check->first);
}

static bool counted(const Check *check, FILE *out, Error *error) {
    uint64_t won = check->won, lost = check->lost;
    const TableHead *head = egdb_head(check->egdb, EGDB_WLD, check->slice);
    char name[SLICE_NAME_MAX];
    slice_name(check->slice, name);
    if (check->open > 0) {
        return error_set(error, ERROR_FILE, "%s: %" PRIu64 " positions are not known", name,
                         (uint64_t)check->open);
    }
    folder_write_counts(
        &(TableHead){.slice = check->slice, .positions = check->size, .won = won, .lost = lost},
        out);
    return (head->won == won && head->lost == lost) ||
           error_set(error, ERROR_FILE, "%s: its head says %" PRIu64 " won and %" PRIu64 " lost",
                     name, head->won, head->lost);
}

bool verify_run(const EgdbConfig *config, FILE *out, Error *error) {
    Survey survey = {config, out, check_chunk, verified, (uint64_t)config->sample};
    return survey_run(&survey, error);
}

bool verify_recount(const EgdbConfig *config, FILE *out, Error *error) {
    Survey survey = {config, out, count_chunk, counted, 0};
    return survey_run(&survey, error);
}
