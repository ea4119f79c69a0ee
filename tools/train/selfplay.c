#include "train/selfplay.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "common/alloc.h"
#include "common/journal.h"
#include "common/named_egdb.h"
#include "common/progress.h"

#define SYNC_EVERY_US   5000000
#define TABLE_CACHE_MIB 256

// A finished game that waits for those before it.
typedef struct Finished {
    struct Finished *next;
    uint32_t number;
    int positions;
    size_t length;
    char bytes[];
} Finished;

typedef struct {
    const SelfPlaySettings *settings;
    PlaySettings play;
    Journal *journal;
    Progress progress;
    int64_t start_us, synced_us;
    int64_t positions_before; // in the file when this run began
    pthread_mutex_t mutex;    // guards what follows
    int64_t games, positions; // in the file
    uint32_t next;            // the next game that nobody plays yet
    Finished *waiting;
    bool failed;
    Error error; // if failed
} SelfPlay;

// ---- the file

static void write_head(const SelfPlay *selfplay, char head[256]) {
    const PlaySettings *play = &selfplay->play;
    char evaluation[32] = "material", tables[32] = "";
    if (play->network != NULL) {
        snprintf(evaluation, sizeof evaluation, "%016" PRIx64, play->network->checksum);
    }
    if (play->egdb != NULL) {
        snprintf(tables, sizeof tables, "tables %d\n", egdb_pieces(play->egdb));
    }
    snprintf(head, 256,
             "self-play\nseed %" PRIu64 "\nnodes %d\nfirst %" PRIu32 "\nevaluation %s\n%s",
             play->seed, play->nodes, selfplay->settings->first, evaluation, tables);
}

static bool count_game(void *context, const char *content, size_t length, Error *error) {
    SelfPlay *selfplay = context;
    GameRecord *record = alloc_zeroed(1, sizeof *record);
    bool good = record_read(record, (const uint8_t *)content, length, error);
    selfplay->games++;
    selfplay->positions += record->count;
    free(record);
    return good;
}

static bool resume(SelfPlay *selfplay, const char *head, Error *error) {
    const char *before = journal_head(selfplay->journal), *path = selfplay->settings->path;
    JournalDamage damage;
    if (strcmp(head, before) != 0) {
        return error_set(error, ERROR_STATE, "%s was made otherwise: '%s', not '%s'", path, before,
                         head);
    }
    if (!journal_read(selfplay->journal, count_game, selfplay, &damage, error)) {
        return false;
    }
    if (damage.damaged_bytes > 0) {
        return error_set(error, ERROR_INPUT, "%s: %" PRIu64 " bytes in its midst are damaged", path,
                         damage.damaged_bytes);
    }
    return journal_cut(selfplay->journal, &damage, error);
}

static bool open_file(SelfPlay *selfplay, Error *error) {
    char head[256];
    write_head(selfplay, head);
    selfplay->journal = journal_open(selfplay->settings->path, true, error);
    if (selfplay->journal == NULL) {
        return false;
    }
    return journal_head(selfplay->journal) == NULL
               ? journal_write(selfplay->journal, head, strlen(head), error)
               : resume(selfplay, head, error);
}

// ---- games

static bool is_over(const SelfPlay *selfplay) {
    return selfplay->failed || selfplay->games >= selfplay->settings->games ||
           selfplay->positions >= selfplay->settings->positions;
}

static void fail(SelfPlay *selfplay, const Error *error) {
    if (!selfplay->failed) {
        selfplay->failed = true;
        selfplay->error = *error;
    }
}

static void show_progress(SelfPlay *selfplay) {
    char status[160];
    if (!progress_is_due(&selfplay->progress)) {
        return;
    }
    double seconds = (double)(clock_now_us() - selfplay->start_us) / 1e6;
    int64_t made = selfplay->positions - selfplay->positions_before;
    snprintf(status, sizeof status,
             "%" PRId64 " games, %" PRId64 " positions, %.0f positions/s, %.0f s", selfplay->games,
             selfplay->positions, seconds > 0 ? (double)made / seconds : 0, seconds);
    progress_status(&selfplay->progress, status);
}

// Writes the games whose turn it is.
static void write_waiting(SelfPlay *selfplay) {
    Finished **link = &selfplay->waiting;
    Error error;
    while (*link != NULL && !is_over(selfplay)) {
        Finished *game = *link;
        if (game->number != selfplay->settings->first + (uint32_t)selfplay->games) {
            link = &game->next;
            continue;
        }
        *link = game->next;
        selfplay->games++;
        selfplay->positions += game->positions;
        if (!journal_add(selfplay->journal, game->bytes, game->length, &error)) {
            fail(selfplay, &error);
        }
        free(game);
        link = &selfplay->waiting; // from the front: a later game may have come sooner
    }
    int64_t now = clock_now_us();
    if (now - selfplay->synced_us > SYNC_EVERY_US) {
        selfplay->synced_us = now;
        if (!journal_flush(selfplay->journal, &error)) {
            fail(selfplay, &error);
        }
    }
}

static void deliver(SelfPlay *selfplay, const GameRecord *record) {
    uint8_t bytes[RECORD_BYTES_MAX];
    size_t length = record_write(record, bytes);
    Finished *game = alloc_zeroed(1, sizeof *game + length);
    game->number = record->number;
    game->positions = record->count;
    game->length = length;
    memcpy(game->bytes, bytes, length);
    pthread_mutex_lock(&selfplay->mutex);
    game->next = selfplay->waiting;
    selfplay->waiting = game;
    write_waiting(selfplay);
    show_progress(selfplay);
    pthread_mutex_unlock(&selfplay->mutex);
}

// false when there is nothing more to play.
static bool take_number(SelfPlay *selfplay, uint32_t *number) {
    pthread_mutex_lock(&selfplay->mutex);
    bool more = !is_over(selfplay) && selfplay->next != UINT32_MAX;
    *number = selfplay->next;
    selfplay->next += more;
    pthread_mutex_unlock(&selfplay->mutex);
    return more;
}

static void *play_games(void *context) {
    SelfPlay *selfplay = context;
    GameRecord *record = alloc_zeroed(1, sizeof *record);
    Player player;
    Error error;
    uint32_t number;
    bool good = player_init(&player, selfplay->play, &error), ready = good;
    while (good && take_number(selfplay, &number)) {
        good = player_play(&player, number, record, &error);
        if (good) {
            deliver(selfplay, record);
        }
    }
    if (ready) {
        player_destroy(&player);
    }
    free(record);
    if (!good) {
        pthread_mutex_lock(&selfplay->mutex);
        fail(selfplay, &error);
        pthread_mutex_unlock(&selfplay->mutex);
    }
    return NULL;
}

static void play_on_threads(SelfPlay *selfplay) {
    int wanted = selfplay->settings->threads, started = 0;
    pthread_t *threads = alloc_zeroed((size_t)wanted, sizeof *threads);
    while (started < wanted && pthread_create(&threads[started], NULL, play_games, selfplay) == 0) {
        started++;
    }
    if (started < wanted) {
        Error error;
        error_set(&error, ERROR_MEMORY, "no thread %d of %d", started + 1, wanted);
        pthread_mutex_lock(&selfplay->mutex);
        fail(selfplay, &error);
        pthread_mutex_unlock(&selfplay->mutex);
    }
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    free(threads);
}

static bool play_and_write(SelfPlay *selfplay, Error *error) {
    selfplay->positions_before = selfplay->positions;
    selfplay->next = selfplay->settings->first + (uint32_t)selfplay->games;
    play_on_threads(selfplay);
    while (selfplay->waiting != NULL) {
        Finished *game = selfplay->waiting;
        selfplay->waiting = game->next;
        free(game);
    }
    bool flushed = journal_flush(selfplay->journal, error);
    if (selfplay->failed) {
        *error = selfplay->error;
    }
    return flushed && !selfplay->failed;
}

static bool play_file(SelfPlay *selfplay, Error *error) {
    const SelfPlaySettings *settings = selfplay->settings;
    if (!open_file(selfplay, error) || !play_and_write(selfplay, error)) {
        return false;
    }
    if (!settings->quiet) {
        fprintf(stderr,
                "%s: %" PRId64 " games, %" PRId64 " positions (%" PRId64 " new) in %.0f s\n",
                settings->path, selfplay->games, selfplay->positions,
                selfplay->positions - selfplay->positions_before,
                (double)(clock_now_us() - selfplay->start_us) / 1e6);
    }
    return true;
}

bool selfplay_run(const SelfPlaySettings *settings, Error *error) {
    Network *network;
    Egdb *egdb;
    if (!network_open(settings->network, &network, error)) {
        return false;
    }
    SelfPlay selfplay = {.settings = settings,
                         .play = settings->play,
                         .mutex = PTHREAD_MUTEX_INITIALIZER,
                         .start_us = clock_now_us(),
                         .synced_us = clock_now_us()};
    progress_init(&selfplay.progress, stderr, settings->quiet);
    bool good = named_egdb_open("kelso-train", settings->egdb, TABLE_CACHE_MIB, &egdb, error);
    selfplay.play.network = network;
    selfplay.play.egdb = egdb;
    good = good && play_file(&selfplay, error);
    progress_destroy(&selfplay.progress);
    if (selfplay.journal != NULL) {
        journal_close(selfplay.journal);
    }
    egdb_close(egdb);
    network_destroy(network);
    return good;
}
