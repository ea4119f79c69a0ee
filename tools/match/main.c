// kelso-match: the wiring.
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/stream.h"
#include "engine/version.h"
#include "match/html.h"
#include "match/merge.h"
#include "match/openings.h"
#include "match/options.h"
#include "match/page.h"
#include "match/record.h"
#include "match/report.h"
#include "match/resume.h"
#include "match/runner.h"
#include "match/titles.h"

enum { EXIT_DONE, EXIT_STOPPED, EXIT_REFUSED };

static int complain(const Error *error, int status) {
    fprintf(stderr, "kelso-match: %s\n", error->message);
    return status;
}

// What the command line left open.
static void complete_config(MatchConfig *config, int64_t games, Progress *progress) {
    unsigned cores = uv_available_parallelism();
    int threads = options_threads(config);
    if (config->concurrency == 0) {
        config->concurrency = (int)cores > threads ? (int)cores / threads : 1;
    }
    if (config->concurrency > games) {
        config->concurrency = (int)games;
    }
    if ((unsigned)(config->concurrency * threads) > cores) {
        progress_note(progress, "warning: %d %s at a time on %u cores disturb each other",
                      config->concurrency * threads, threads == 1 ? "games" : "threads", cores);
    }
    if (!config->seed_given) {
        uint32_t drawn = 0;
        uv_random(NULL, NULL, &drawn, sizeof drawn, 0, NULL);
        config->seed = drawn;
    }
}

// One engine on the default limit beside another with a limit of its own is hardly meant.
static void warn_of_limits(const MatchConfig *config, Progress *progress) {
    int given = 0;
    for (int i = 0; i < config->engine_count; i++) {
        given += config->engines[i].has_limit;
    }
    if (given > 0 && given < config->engine_count && !config->common.has_limit) {
        progress_note(progress, "warning: a limit behind an --engine is for that engine alone; the "
                                "others play with the default. To mean all, give it before the "
                                "first --engine");
    }
}

// Behind its last opening the list starts again: most likely with games that were played before.
static void warn_of_end(const OpeningList *openings, int64_t rounds, Progress *progress) {
    if (rounds > openings->count) {
        progress_note(progress,
                      "warning: --rounds %" PRId64 " is more than the openings there are: behind "
                      "the %d the list starts again",
                      rounds, openings->count);
    }
}

static int play(Match *match, double *seconds) {
    Error error, close_error;
    uint64_t start_ns = uv_hrtime();
    RunResult result = match_run(match, &error);
    *seconds = (double)(uv_hrtime() - start_ns) / 1e9;
    progress_destroy(match->progress);
    titles_complete(match->config);
    int status = EXIT_DONE;
    if (result != RUN_DONE) {
        status = complain(&error, result == RUN_REFUSED ? EXIT_REFUSED : EXIT_STOPPED);
    }
    if (match->tally->games_done > 0 &&
        !record_summary(match->record, match->tally, &close_error)) {
        status = complain(&close_error, EXIT_STOPPED);
    }
    if (match->tally->games_done > 0 && !page_write(match, *seconds, &close_error)) {
        status = complain(&close_error, EXIT_STOPPED);
    }
    if (!record_close(match->record, &close_error)) {
        status = complain(&close_error, EXIT_STOPPED);
    }
    return status;
}

// Brings the match to where the journal says it is, and plays on.
static int resume_and_play(Match *match, double *seconds) {
    Error error, ignored;
    if (match->journal != NULL && !resume_games(match, &error)) {
        record_close(match->record, &ignored);
        match->tally->games_done = 0; // no table
        return complain(&error, EXIT_REFUSED);
    }
    return play(match, seconds);
}

static int show_schedule(MatchConfig *config, const OpeningList *openings, int64_t rounds) {
    Schedule schedule;
    Progress progress;
    progress_init(&progress, stderr, config->quiet);
    complete_config(config, 2 * rounds * schedule_pairings(config->engine_count, config->gauntlet),
                    &progress);
    for (int i = 0; i < config->engine_count; i++) {
        title_set(config, i, ""); // the engine's own name is known only when it is started
    }
    schedule_init(&schedule, config->engine_count, config->gauntlet, openings->count, rounds,
                  config->random, config->seed);
    schedule_shard(&schedule, config->shard, config->shards);
    report_header(config, openings, rounds, stdout);
    report_schedule(config, openings, &schedule, stdout);
    schedule_destroy(&schedule);
    return EXIT_DONE;
}

// NULL, and true, if no page is wanted.
static bool open_digest(Digest **digest, const MatchConfig *config, const OpeningList *openings,
                        Error *error) {
    *digest = NULL;
    if (config->html_path == NULL) {
        return true;
    }
    *digest =
        html_check(config->html_path, error) ? digest_create(config, openings->count, error) : NULL;
    return *digest != NULL;
}

static int run(MatchConfig *config, const OpeningList *openings) {
    Error error, ignored;
    Schedule schedule;
    Tally tally;
    Record record;
    Progress progress;
    Journal *journal;
    Digest *digest;
    int64_t rounds = config->rounds > 0 ? config->rounds : openings->count;
    int64_t pairings = schedule_pairings(config->engine_count, config->gauntlet);
    int64_t most = OPTIONS_GAMES_MAX / 2 / pairings;
    if (rounds > most) {
        error_set(&error, ERROR_INPUT, "--rounds: %" PRId64 " is not between 1 and %" PRId64,
                  rounds, most);
        return complain(&error, EXIT_REFUSED);
    }
    if (config->dry_run) {
        return show_schedule(config, openings, rounds);
    }
    if (!open_digest(&digest, config, openings, &error)) {
        return complain(&error, EXIT_REFUSED);
    }
    if (!record_open(&record, config, openings, &error)) {
        digest_destroy(digest);
        return complain(&error, EXIT_REFUSED);
    }
    progress_init(&progress, stderr, config->quiet);
    if (config->tables != NULL) {
        tables_note_to(config->tables, &progress);
    }
    warn_of_limits(config, &progress);
    warn_of_end(openings, rounds, &progress);
    complete_config(config, 2 * rounds * pairings, &progress);
    if (!resume_open(&journal, config, openings, &progress, &error)) {
        record_close(&record, &ignored);
        digest_destroy(digest);
        return complain(&error, EXIT_REFUSED);
    }
    schedule_init(&schedule, config->engine_count, config->gauntlet, openings->count, rounds,
                  config->random, config->seed);
    schedule_shard(&schedule, config->shard, config->shards);
    tally_init(&tally, config->engine_count, schedule_games(&schedule),
               schedule_games_here(&schedule));
    Match match = {config, openings, &schedule, &tally, &record, journal, digest, &progress};
    double seconds = 0;
    int status = resume_and_play(&match, &seconds);
    if (tally.games_done > 0) {
        report_table(config, &tally, seconds, stdout);
    }
    if (journal != NULL) {
        journal_close(journal);
    }
    digest_destroy(digest);
    tally_destroy(&tally);
    schedule_destroy(&schedule);
    return status;
}

static int merge(MatchConfig *config) {
    Error error;
    Tally tally;
    Plan plan;
    Progress progress;
    int status = EXIT_DONE;
    progress_init(&progress, stderr, config->quiet);
    if (!merge_journals(config, &tally, &plan, &progress, &error)) {
        status = complain(&error, EXIT_REFUSED);
    } else if (!match_is_decided(config, &tally) && !plan_is_fulfilled(&plan, &tally, &error)) {
        status = complain(&error, EXIT_STOPPED);
    }
    if (tally.games_done > 0 && status != EXIT_REFUSED) {
        report_table(config, &tally, NAN, stdout);
    }
    tally_destroy(&tally);
    return status;
}

// For the referee, if some are wanted.
static bool open_tables(MatchConfig *config, Error *error) {
    Error reason;
    if (config->tables_path == NULL) {
        return true;
    }
    config->tables =
        tables_open(config->tables_path, config->table_pieces, config->referee.rules.set, &reason);
    config->referee.tables = config->tables;
    return config->tables != NULL || error_set(error, reason.code, "--egdb: %s", reason.message);
}

static int start(MatchConfig *config, int argc, char **argv) {
    Error error, reason;
    OpeningList openings;
    if (!options_read(config, argc, argv, &error)) {
        return complain(&error, EXIT_REFUSED);
    }
    if (config->help) {
        options_write_help(stdout);
        return EXIT_DONE;
    }
    if (config->version) {
        printf("kelso-match %s, commit %s, %s\n", version_number(), version_commit(),
               version_compiler());
        return EXIT_DONE;
    }
    if (config->stats.cells != 0) {
        report_stats(config, stdout);
        return EXIT_DONE;
    }
    if (config->merge_count > 0) {
        return merge(config);
    }
    if (!open_tables(config, &error)) {
        return complain(&error, EXIT_REFUSED);
    }
    bool good = openings_load(&openings, config->openings, config->opening_plies,
                              config->referee.rules, &error);
    if (good && config->numbers != NULL && !openings_select(&openings, config->numbers, &reason)) {
        good = error_set(&error, reason.code, "--order: %s", reason.message);
    }
    int status = good ? run(config, &openings) : complain(&error, EXIT_REFUSED);
    openings_destroy(&openings);
    return status;
}

// The event loop must not be given the number of a standard stream that is closed.
static void open_standard_streams(void) {
    int fd;
    do {
        fd = open("/dev/null", O_RDWR);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    close(fd);
}

int main(int argc, char **argv) {
    MatchConfig config;
    open_standard_streams();
    int status = start(&config, argc, argv);
    options_destroy(&config);
    return stream_exit("kelso-match", status, EXIT_STOPPED);
}
