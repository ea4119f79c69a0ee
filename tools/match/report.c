#include "match/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "notation/fen.h"
#include "notation/movetext.h"

// ---- figures

static int64_t played(const EngineTally *engine) {
    return engine->games.count[0] + engine->games.count[1] + engine->games.count[2];
}

static double points(const EngineTally *engine) {
    return (double)engine->games.count[2] + (double)engine->games.count[1] / 2;
}

#define ELO_TEXT_MAX (2 * STATS_TEXT_MAX + 8)

// "+34.9 ± 20.7", "undefined".
static void elo_text(double elo, double error, char text[ELO_TEXT_MAX]) {
    char value[STATS_TEXT_MAX], width[STATS_TEXT_MAX];
    stats_text(elo, 1, true, value);
    stats_text(error, 1, false, width);
    if (isfinite(elo)) {
        snprintf(text, ELO_TEXT_MAX, "%s ± %s", value, width);
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

#define LLR_TEXT_MAX 100

// "+1.08 [-2.94, +2.94]".
static void llr_text(const MatchConfig *config, const Tally *tally, char text[LLR_TEXT_MAX]) {
    char llr[STATS_TEXT_MAX];
    stats_text(sprt_llr(&config->sprt, &tally->engines[0].pairs), 2, true, llr);
    snprintf(text, LLR_TEXT_MAX, "%s [%.2f, %+.2f]", llr, sprt_lower(&config->sprt),
             sprt_upper(&config->sprt));
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
    char elo[ELO_TEXT_MAX], llr[LLR_TEXT_MAX] = "", left[DURATION_MAX] = "?";
    int64_t done = tally->games_done;
    Stats stats = stats_of(&engine->pairs);
    elo_text(stats.elo, stats.elo_error, elo);
    if (config->has_sprt) {
        llr_text(config, tally, llr);
    }
    int64_t here = done - tally->games_before;
    if (here > 0) {
        duration_text(seconds / (double)here * (double)(tally->games_total - done), left);
    }
    snprintf(status, STATUS_MAX,
             "game %" PRId64 "/%" PRId64 "  %.60s +%" PRId64 " =%" PRId64 " -%" PRId64
             "  Elo %s%s%s  left %s",
             done, tally->games_total, config->engines[shown].title, engine->games.count[2],
             engine->games.count[1], engine->games.count[0], elo, *llr == '\0' ? "" : "  LLR ", llr,
             left);
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
    fprintf(file, "; margin %" PRId64 " ms%s\n", config->referee.patience.margin_ns / 1000000,
            config->ponder ? "; ponder" : "");
}

static void write_score_rule(const char *name, const ScoreRule *rule, FILE *file) {
    if (rule->move_count > 0) {
        fprintf(file, ", %s by %d moves of score %" PRId64 " from move %d", name, rule->move_count,
                rule->score, rule->move_number);
    }
}

void report_header(const MatchConfig *config, const OpeningList *openings, int64_t rounds,
                   FILE *file) {
    const RefereeRules *referee = &config->referee;
    fprintf(file, "openings  %s, %s, %" PRId64 " of %d, each twice\n", config->openings,
            config->numbers != NULL ? config->numbers
            : config->random        ? "random"
                                    : "sequential",
            rounds, openings->count);
    if (openings->shorter + openings->repeated > 0) {
        fprintf(file,
                "          games left out: %" PRId64 " that are over before, %" PRId64
                " that begin like another\n",
                openings->shorter, openings->repeated);
    }
    write_limits(config, file);
    fprintf(file, "rules     %s, %s, illegal moves: %s", referee->rules.set->name,
            variant_name(referee->rules.variant), referee->caution ? "wcdf" : "forfeit");
    if (referee->max_plies > 0) {
        fprintf(file, ", drawn after %d plies", referee->max_plies);
    }
    write_score_rule("draw", &referee->draw, file);
    write_score_rule("resignation", &referee->resign, file);
    if (referee->tables != NULL) {
        fprintf(file, ", endgame tables of up to %d pieces", tables_pieces(referee->tables));
    }
    fprintf(file, "\nrun       concurrency %d, seed %" PRIu64, config->concurrency, config->seed);
    if (config->shards > 1) {
        fprintf(file, ", shard %d/%d", config->shard + 1, config->shards);
    }
    fputc('\n', file);
}

// ---- the schedule

static void write_opening(const Opening *opening, FILE *file) {
    char text[FEN_MAX > MOVE_TEXT_MAX ? FEN_MAX : MOVE_TEXT_MAX];
    fprintf(file, "%d:", opening->number);
    if (!position_equal(opening->start, position_start())) {
        fen_write(opening->start, text);
        fprintf(file, " %s", text);
    }
    for (int i = 0; i < opening->move_count; i++) {
        move_path_write(&opening->moves[i], text);
        fprintf(file, " %s", text);
    }
}

void report_schedule(const MatchConfig *config, const OpeningList *openings, Schedule *schedule,
                     FILE *file) {
    int64_t games = schedule_games(schedule);
    for (int64_t i = 0; i < games; i++) {
        if (!schedule_has(schedule, i)) {
            continue;
        }
        ScheduledGame game = schedule_game(schedule, i);
        fprintf(file, "game %" PRId64 ".%d  %s - %s  opening ", game.pair + 1, (int)(i % 2) + 1,
                config->engines[game.engine[BLACK]].title,
                config->engines[game.engine[WHITE]].title);
        write_opening(&openings->openings[game.opening], file);
        fputc('\n', file);
    }
}

// ---- the table

#define ELO_COLUMNS 16

// Columns on a terminal: bytes that continue a character of UTF-8 take none.
static int columns(const char *text) {
    int count = 0;
    for (; *text != '\0'; text++) {
        count += ((unsigned char)*text & 0xC0) != 0x80;
    }
    return count;
}

#define NAME_COLUMNS  40
#define NAME_TEXT_MAX (4 * NAME_COLUMNS + 1)

// A name for the table, cut where it is too long.
static const char *table_name(const char *title, char text[NAME_TEXT_MAX]) {
    if (columns(title) <= NAME_COLUMNS && strlen(title) < NAME_TEXT_MAX) {
        return title;
    }
    int count = 0;
    size_t length = 0;
    while (length + 4 < NAME_TEXT_MAX) {
        count += ((unsigned char)title[length] & 0xC0) != 0x80;
        if (count == NAME_COLUMNS || title[length] == '\0') {
            break;
        }
        length++;
    }
    snprintf(text, NAME_TEXT_MAX, "%.*s…", (int)length, title);
    return text;
}

static void write_row(const char *name, int width, const EngineTally *engine, FILE *file) {
    const int64_t *games = engine->games.count, *pairs = engine->pairs.count;
    int64_t count = played(engine);
    Stats stats = stats_of(&engine->pairs);
    char elo[ELO_TEXT_MAX], nelo[ELO_TEXT_MAX], los[STATS_TEXT_MAX], score[STATS_TEXT_MAX];
    elo_text(stats.elo, stats.elo_error, elo);
    elo_text(stats.nelo, stats.nelo_error, nelo);
    stats_text(100 * stats.los, 1, false, los);
    stats_text(count > 0 ? 100 * points(engine) / (double)count : NAN, 1, false, score);
    fprintf(file, "%s%*s", name, width - columns(name), "");
    fprintf(file, " %6" PRId64 " %5" PRId64 " %5" PRId64 " %5" PRId64 " %8.1f %9s", count, games[2],
            games[1], games[0], points(engine), score);
    fprintf(file, "  %4" PRId64 " %4" PRId64 " %5" PRId64 " %4" PRId64 " %4" PRId64, pairs[0],
            pairs[1], pairs[2], pairs[3], pairs[4]);
    fprintf(file, "  %s%*s  %s%*s  %s\n", elo, ELO_COLUMNS - columns(elo), "", nelo,
            ELO_COLUMNS - columns(nelo), "", los);
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

static void write_sprt(const MatchConfig *config, const Tally *tally, FILE *file) {
    static const char *const verdicts[] = {
        [SPRT_OPEN] = "undecided", [SPRT_H0] = "H0 is accepted", [SPRT_H1] = "H1 is accepted"};
    const StatsCounts *pairs = &tally->engines[0].pairs;
    char llr[LLR_TEXT_MAX], hypotheses[SPRT_TEXT_MAX];
    llr_text(config, tally, llr);
    sprt_text(&config->sprt, hypotheses);
    SprtVerdict verdict = sprt_verdict(&config->sprt, pairs);
    bool ended = verdict == SPRT_OPEN && tally->games_done == tally->games_total;
    fprintf(file, "sprt            %s, alpha %g, beta %g: LLR %s, %s%s\n", hypotheses,
            config->sprt.alpha, config->sprt.beta, llr, verdicts[verdict],
            ended ? ", and the rounds have ended" : "");
}

void report_table(const MatchConfig *config, const Tally *tally, double seconds, FILE *file) {
    int width = 10;
    bool faults = false;
    char duration[DURATION_MAX], name[NAME_TEXT_MAX];
    for (int i = 0; i < config->engine_count; i++) {
        int needed = columns(table_name(config->engines[i].title, name));
        width = needed > width ? needed : width;
    }
    fprintf(file,
            "\n%-*s  games     W     D     L   points   score %%    LL   LD DD+WL   WD   WW"
            "  Elo ± 95 %%        nElo ± 95 %%       LOS %%\n",
            width, "engine");
    for (int i = 0; i < config->engine_count; i++) {
        write_row(table_name(config->engines[i].title, name), width, &tally->engines[i], file);
    }
    fputc('\n', file);
    for (int i = 0; i < config->engine_count; i++) {
        write_lateness(table_name(config->engines[i].title, name), width, &tally->engines[i], file);
    }
    for (int i = 0; i < config->engine_count; i++) {
        faults |= write_faults(table_name(config->engines[i].title, name), width,
                               &tally->engines[i], file);
    }
    if (!faults) {
        fputs("faults          none\n", file);
    }
    if (tally->repeats > 0) {
        fprintf(file, "repeated games  %" PRId64 ", of the same moves as an earlier one\n",
                tally->repeats);
    }
    if (config->has_sprt) {
        write_sprt(config, tally, file);
    }
    fprintf(file, "games           %" PRId64 " of %" PRId64, tally->games_done, tally->games_total);
    if (!isnan(seconds)) {
        duration_text(seconds, duration);
        fprintf(file, " in %s", duration);
    }
    if (tally->games_before > 0) {
        fprintf(file, ", %" PRId64 " of them in earlier runs", tally->games_before);
    }
    fputc('\n', file);
}

// ---- figures without a match

static void write_figure(const char *key, double value, FILE *file) {
    char text[STATS_TEXT_MAX];
    stats_text(value, 6, false, text);
    fprintf(file, "%s %s\n", key, text);
}

void report_stats(const MatchConfig *config, FILE *file) {
    Stats stats = stats_of(&config->stats);
    write_figure("score", stats.score, file);
    write_figure("elo", stats.elo, file);
    write_figure("elo_error", stats.elo_error, file);
    write_figure("nelo", stats.nelo, file);
    write_figure("nelo_error", stats.nelo_error, file);
    write_figure("los", 100 * stats.los, file);
    if (config->has_sprt) {
        write_figure("llr", sprt_llr(&config->sprt, &config->stats), file);
        write_figure("llr_lower", sprt_lower(&config->sprt), file);
        write_figure("llr_upper", sprt_upper(&config->sprt), file);
    }
}
