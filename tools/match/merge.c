#include "match/merge.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "common/alloc.h"
#include "common/hash_set.h"
#include "common/journal.h"
#include "match/conditions.h"
#include "match/html.h"
#include "match/record.h"
#include "match/resume.h"
#include "match/schedule.h"
#include "match/titles.h"

typedef struct {
    MatchConfig *config;
    Schedule schedule;
    Tally *tally;
    Progress *progress;
    Record record;
    Digest *digest;  // NULL: no page is wanted
    Journal *merged; // NULL: none is wanted
    char *head;      // what the journals have in common; owned
    const char *path;
    int64_t last;      // the highest number of a game
    Plan *plan;        // of all journals
    Plan plan_here;    // of the one that is looked at; no games: it has none
    bool planless;     // one has none
    HashSet incidents; // the records that were kept
} Merge;

// ---- the match

static bool begin(Merge *merge, const char *head, Error *error) {
    MatchShape shape = conditions_shape(head);
    MatchConfig *config = merge->config;
    if (config->has_sprt && shape.engine_count > 2) {
        return error_set(error, ERROR_INPUT, "--sprt is between two engines, and %s has %d",
                         merge->path, shape.engine_count);
    }
    merge->head = conditions_shared(head);
    schedule_init(&merge->schedule, shape.engine_count, shape.gauntlet, shape.opening_count, 0,
                  shape.random, shape.seed);
    config->engines = alloc_zeroed((size_t)shape.engine_count, sizeof *config->engines);
    config->engine_count = shape.engine_count;
    config->seed = shape.seed;
    return true;
}

// Each journal is looked at before anything is written.
static bool check_head(Merge *merge, const Journal *journal, Error *error) {
    if (merge->head == NULL) {
        return begin(merge, journal_head(journal), error);
    }
    char *shared = conditions_shared(journal_head(journal));
    bool good = conditions_equal(merge->head, shared, journal_path(journal), error);
    free(shared);
    return good;
}

// ---- games

static bool read_extent(void *context, const char *content, size_t length, Error *error) {
    Merge *merge = context;
    if (plan_is(content, length)) {
        return plan_read(&merge->plan_here, content, length, error);
    }
    if (outcome_is_game(content, length)) {
        int64_t number = strtoll(content + 5, NULL, 10);
        if (number < 0 || number >= OPTIONS_GAMES_MAX) {
            return error_set(error, ERROR_INPUT, "%s: game %" PRId64 " is too many", merge->path,
                             number);
        }
        merge->last = number > merge->last ? number : merge->last;
    }
    return true;
}

static bool keep_content(Merge *merge, const char *content, size_t length, Error *error) {
    return merge->merged == NULL || journal_add(merge->merged, content, length, error);
}

static bool keep(Merge *merge, const Outcome *outcome, const char *content, size_t length,
                 Error *error) {
    ScheduledGame game = schedule_game(&merge->schedule, outcome->number);
    tally_recorded_game(merge->tally, &game, outcome);
    digest_game(merge->digest, merge->tally, &game, outcome);
    title_recall(merge->config, game.engine[BLACK], outcome->names[BLACK]);
    title_recall(merge->config, game.engine[WHITE], outcome->names[WHITE]);
    return record_game(&merge->record, outcome, error) &&
           keep_content(merge, content, length, error);
}

static bool keep_incident(Merge *merge, const char *content, size_t length, Error *error) {
    Incident incident;
    if (!hash_set_add(&merge->incidents, XXH3_64bits(content, length))) {
        return true;
    }
    if (!incident_read(&incident, content, length, merge->config->engine_count, error)) {
        return false;
    }
    tally_fault(merge->tally, incident.engine, fault_named(incident.reason));
    digest_incident(merge->digest, &incident);
    title_recall(merge->config, incident.engine, incident.name);
    bool good = record_incident(&merge->record, &incident, error) &&
                keep_content(merge, content, length, error);
    incident_destroy(&incident);
    return good;
}

static bool read_record(void *context, const char *content, size_t length, Error *error) {
    Merge *merge = context;
    Outcome outcome;
    if (incident_is(content, length)) {
        return keep_incident(merge, content, length, error);
    }
    if (!outcome_is_game(content, length)) {
        return true;
    }
    if (!outcome_read(&outcome, content, length, error)) {
        return false;
    }
    Result before = (Result)merge->tally->results[outcome.number];
    bool good =
        before == RESULT_NONE
            ? keep(merge, &outcome, content, length, error)
            : before == outcome.result ||
                  error_set(error, ERROR_INPUT,
                            "%s: game %" PRId64 " has another result than in a journal before",
                            merge->path, outcome.number + 1);
    outcome_destroy(&outcome);
    return good;
}

// ---- all journals

typedef bool Visitor(Merge *merge, const Journal *journal, Error *error);

static bool visit(Merge *merge, Visitor *visitor, Error *error) {
    for (int i = 0; i < merge->config->merge_count; i++) {
        merge->path = merge->config->merge_paths[i];
        Journal *journal = journal_open(merge->path, false, error);
        if (journal == NULL) {
            return false;
        }
        bool good = visitor(merge, journal, error);
        journal_close(journal);
        if (!good) {
            return false;
        }
    }
    return true;
}

// The largest plan of all journals, if all have one.
static void join_plan(Merge *merge) {
    Plan *all = merge->plan, *one = &merge->plan_here;
    if (one->games == 0) {
        progress_note(merge->progress, "warning: %s does not say how many games were planned",
                      merge->path);
    }
    merge->planless |= one->games == 0;
    all->games = one->games > all->games ? one->games : all->games;
    all->shards = one->shards > all->shards ? one->shards : all->shards;
}

static bool look(Merge *merge, const Journal *journal, Error *error) {
    JournalDamage damage;
    merge->plan_here = (Plan){0};
    if (!check_head(merge, journal, error) ||
        !journal_read(journal, read_extent, merge, &damage, error)) {
        return false;
    }
    resume_say_damage(journal, &damage, "not in the result", merge->progress);
    join_plan(merge);
    return true;
}

static bool join(Merge *merge, const Journal *journal, Error *error) {
    return journal_read(journal, read_record, merge, NULL, error);
}

// ---- the files

static bool is_new(const Output *output, Error *error) {
    return output->path == NULL || output->size == 0 ||
           error_set(error, ERROR_INPUT, "%s is there already", output->path);
}

static bool open_merged(Merge *merge, Error *error) {
    const char *path = merge->config->journal_path;
    if (path == NULL) {
        return true;
    }
    merge->merged = journal_open(path, true, error);
    if (merge->merged == NULL) {
        return false;
    }
    if (journal_head(merge->merged) != NULL) {
        return error_set(error, ERROR_INPUT, "%s is there already", path);
    }
    return journal_write(merge->merged, merge->head, strlen(merge->head), error) &&
           (merge->plan->games == 0 || plan_write(merge->plan, merge->merged, error));
}

static bool open_digest(Merge *merge, Error *error) {
    const char *path = merge->config->html_path;
    if (path != NULL && html_check(path, error)) {
        merge->digest = digest_create(merge->config, merge->schedule.opening_count, error);
    }
    return path == NULL || merge->digest != NULL;
}

static bool write_html(const Merge *merge, Error *error) {
    HtmlPage page = {.config = merge->config,
                     .tally = merge->tally,
                     .digest = merge->digest,
                     .conditions = merge->head,
                     .seconds = NAN};
    return merge->digest == NULL || html_write(merge->config->html_path, &page, error);
}

static bool write_all(Merge *merge, Error *error) {
    return open_digest(merge, error) && is_new(&merge->record.pdn, error) &&
           is_new(&merge->record.json, error) && open_merged(merge, error) &&
           visit(merge, join, error) &&
           (merge->merged == NULL || journal_flush(merge->merged, error));
}

// Whole pairs, for as many games as were planned, or are there.
static void begin_tally(Merge *merge) {
    int64_t games = (merge->last + 2) / 2 * 2;
    if (merge->planless) {
        *merge->plan = (Plan){0};
    }
    games = merge->plan->games > games ? merge->plan->games : games;
    tally_init(merge->tally, merge->config->engine_count, games, games);
}

bool merge_journals(MatchConfig *config, Tally *tally, Plan *plan, Progress *progress,
                    Error *error) {
    Merge merge = {
        .config = config, .tally = tally, .plan = plan, .progress = progress, .last = -1};
    Error close_error;
    *tally = (Tally){0};
    *plan = (Plan){0};
    bool good = visit(&merge, look, error);
    if (good) {
        begin_tally(&merge);
        good = record_open(&merge.record, config, NULL, error);
    }
    if (good) {
        good = write_all(&merge, error);
        if (good) {
            titles_complete(config);
            good = record_summary(&merge.record, tally, error) && write_html(&merge, error);
        }
        if (!record_close(&merge.record, &close_error) && good) {
            good = error_set(error, ERROR_FILE, "%s", close_error.message);
        }
    }
    if (merge.merged != NULL) {
        journal_close(merge.merged);
    }
    hash_set_destroy(&merge.incidents);
    digest_destroy(merge.digest);
    schedule_destroy(&merge.schedule);
    free(merge.head);
    return good;
}
