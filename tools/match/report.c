#include "match/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// ---- figures

static int64_t played(const EngineTally *engine) {
    return engine->games.count[0] + engine->games.count[1] + engine->games.count[2];
}

static double points(const EngineTally *engine) {
    return (double)engine->games.count[2] + (double)engine->games.count[1] / 2;
}

#define ELO_TEXT_MAX (2 * STATS_TEXT_MAX + 8)

// "+34.9 ± 20.7", "undefined": from the pairs.
static void elo_text(const EngineTally *engine, char text[ELO_TEXT_MAX]) {
    Stats stats = stats_of(&engine->pairs);
    char elo[STATS_TEXT_MAX], error[STATS_TEXT_MAX];
    stats_text(stats.elo, 1, true, elo);
    stats_text(stats.elo_error, 1, false, error);
    if (isfinite(stats.elo)) {
        snprintf(text, ELO_TEXT_MAX, "%s ± %s", elo, error);
    } else {
        snprintf(text, ELO_TEXT_MAX, "undefined");
    }
}

#define DURATION_MAX 40

static void duration_text(double seconds, char text[DURATION_MAX]) {
    int64_t whole = seconds < 1e9 ? (int64_t)(seconds + 0.5) : 1000000000;
    if (whole >= 3600) {
        snprintf(text, DURATION_MAX, "%" PRId64 ":%02d:%02d", whole / 3600, (int)(whole / 60 % 60),
                 (int)(whole % 60));
    } else {
        snprintf(text, DURATION_MAX, "%d:%02d", (int)(whole / 60), (int)(whole % 60));
    }
}

// ---- the status line

static int leader(const Tally *tally) {
    int best = 0;
    for (int i = 1; i < tally->engine_count; i++) {
        best = points(&tally->engines[i]) > points(&tally->engines[best]) ? i : best;
    }
    return best;
}

void report_status(const MatchConfig *config, const Tally *tally, double seconds,
                   char status[STATUS_MAX]) {
    int shown = tally->engine_count == 2 ? 0 : leader(tally);
    const EngineTally *engine = &tally->engines[shown];
    char elo[ELO_TEXT_MAX], left[DURATION_MAX] = "?";
    int64_t done = tally->games_done;
    elo_text(engine, elo);
    if (done > 0) {
        duration_text(seconds / (double)done * (double)(tally->games_total - done), left);
    }
    snprintf(status, STATUS_MAX,
             "game %" PRId64 "/%" PRId64 "  %.60s +%" PRId64 " =%" PRId64 " -%" PRId64
             "  Elo %s  left %s",
             done, tally->games_total, config->engines[shown].title, engine->games.count[2],
             engine->games.count[1], engine->games.count[0], elo, left);
}

// ---- the header

static bool same_limits(const MatchConfig *config) {
    char first[LIMIT_TEXT_MAX], other[LIMIT_TEXT_MAX];
    limit_text(&config->engines[0].limit, first);
    for (int i = 1; i < config->engine_count; i++) {
        limit_text(&config->engines[i].limit, other);
        if (strcmp(first, other) != 0) {
            return false;
        }
    }
    return true;
}

static void write_limits(const MatchConfig *config, FILE *file) {
    int shown = same_limits(config) ? 1 : config->engine_count;
    fputs("limits    ", file);
    for (int i = 0; i < shown; i++) {
        char limit[LIMIT_TEXT_MAX];
        limit_text(&config->engines[i].limit, limit);
        if (shown == 1) {
            fputs(limit, file);
        } else {
            fprintf(file, "%s%s %s", i == 0 ? "" : ", ", config->engines[i].title, limit);
        }
    }
    fprintf(file, "; margin %" PRId64 " ms\n", config->referee.patience.margin_ns / 1000000);
}

void report_header(const MatchConfig *config, const OpeningList *openings, int64_t rounds,
                   FILE *file) {
    const RefereeRules *referee = &config->referee;
    fprintf(file, "openings  %s, %s, %" PRId64 " of %d, each twice\n", config->openings,
            config->random ? "random" : "sequential", rounds, openings->count);
    write_limits(config, file);
    fprintf(file, "rules     %s, %s, illegal moves: %s", referee->rules.set->name,
            variant_name(referee->rules.variant), referee->caution ? "wcdf" : "forfeit");
    if (referee->max_plies > 0) {
        fprintf(file, ", drawn after %d plies", referee->max_plies);
    }
    fprintf(file, "\nrun       concurrency %d, seed %" PRIu64 "\n", config->concurrency,
            config->seed);
}

// ---- the table

// Columns on a terminal: bytes that continue a character of UTF-8 take none.
static int columns(const char *text) {
    int count = 0;
    for (; *text != '\0'; text++) {
        count += ((unsigned char)*text & 0xC0) != 0x80;
    }
    return count;
}

static void write_row(const char *name, int width, const EngineTally *engine, FILE *file) {
    const int64_t *games = engine->games.count, *pairs = engine->pairs.count;
    int64_t count = played(engine);
    char elo[ELO_TEXT_MAX], score[STATS_TEXT_MAX];
    elo_text(engine, elo);
    stats_text(count > 0 ? 100 * points(engine) / (double)count : NAN, 1, false, score);
    fprintf(file, "%s%*s", name, width - columns(name), "");
    fprintf(file, " %6" PRId64 " %5" PRId64 " %5" PRId64 " %5" PRId64 " %8.1f %9s", count, games[2],
            games[1], games[0], points(engine), score);
    fprintf(file, "  %4" PRId64 " %4" PRId64 " %5" PRId64 " %4" PRId64 " %4" PRId64 "  %s\n",
            pairs[0], pairs[1], pairs[2], pairs[3], pairs[4], elo);
}

static void write_lateness(const char *name, int width, const EngineTally *engine, FILE *file) {
    if (engine->timed) {
        fprintf(file, "worst lateness  %s%*s %+.1f ms\n", name, width - columns(name), "",
                (double)engine->worst_lateness_ns / 1e6);
    }
}

static bool write_faults(const char *name, int width, const EngineTally *engine, FILE *file) {
    int64_t total = 0;
    for (int i = 0; i < FAULT_KINDS; i++) {
        total += engine->faults[i];
    }
    if (total == 0) {
        return false;
    }
    fprintf(file, "faults          %s%*s", name, width - columns(name), "");
    const char *separator = " ";
    for (int i = 0; i < FAULT_KINDS; i++) {
        if (engine->faults[i] > 0) {
            fprintf(file, "%s%s %" PRId64, separator, fault_name((Fault)i), engine->faults[i]);
            separator = ", ";
        }
    }
    fputc('\n', file);
    return true;
}

void report_table(const MatchConfig *config, const Tally *tally, double seconds, FILE *file) {
    int width = 10;
    bool faults = false;
    char duration[DURATION_MAX];
    for (int i = 0; i < config->engine_count; i++) {
        int needed = columns(config->engines[i].title);
        width = needed > width ? needed : width;
    }
    fprintf(file,
            "\n%-*s  games     W     D     L   points   score %%    LL   LD DD+WL   WD   WW"
            "  Elo ± 95 %%\n",
            width, "engine");
    for (int i = 0; i < config->engine_count; i++) {
        write_row(config->engines[i].title, width, &tally->engines[i], file);
    }
    fputc('\n', file);
    for (int i = 0; i < config->engine_count; i++) {
        write_lateness(config->engines[i].title, width, &tally->engines[i], file);
    }
    for (int i = 0; i < config->engine_count; i++) {
        faults |= write_faults(config->engines[i].title, width, &tally->engines[i], file);
    }
    if (!faults) {
        fputs("faults          none\n", file);
    }
    duration_text(seconds, duration);
    fprintf(file, "games           %" PRId64 " of %" PRId64 " in %s\n", tally->games_done,
            tally->games_total, duration);
}
