#include "match/json_out.h"

#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"

// The object as a line; it is released.
static char *line_of(json_t *object) {
    char *text = json_text(object);
    size_t size = strlen(text) + 2;
    char *line = alloc_zeroed(size, 1);
    snprintf(line, size, "%s\n", text);
    free(text);
    return line;
}

static int plies_of(const char *position) {
    const char *moves = strstr(position, " moves");
    int count = 0;
    for (; moves != NULL && (moves = strchr(moves + 1, ' ')) != NULL; count++) {
    }
    return count;
}

char *json_game(const Outcome *outcome) {
    static const char *const used[] = {"black_seconds", "white_seconds"};
    static const char *const late[] = {"black_lateness_seconds", "white_lateness_seconds"};
    json_t *game = json_object();
    json_set_text(game, "type", "game");
    json_set_int(game, "game", outcome->number + 1);
    json_set_int(game, "pair", outcome->number / 2 + 1);
    json_set_text(game, "black", outcome->names[BLACK]);
    json_set_text(game, "white", outcome->names[WHITE]);
    json_set_int(game, "opening", outcome->opening_number);
    json_set_text(game, "result", result_name(outcome->result));
    json_set_text(game, "reason", outcome->reason);
    if (outcome->guilty >= 0) {
        json_set_text(game, "fault_of", outcome->guilty == BLACK ? "black" : "white");
        json_set_text(game, "detail", outcome->detail);
    }
    json_set_int(game, "plies", plies_of(outcome->position));
    json_set_text(game, "position", outcome->position);
    for (int side = BLACK; side <= WHITE; side++) {
        json_set_real(game, used[side], (double)outcome->times[side].used_ns / 1e9);
        if (outcome->times[side].timed) {
            json_set_real(game, late[side], (double)outcome->times[side].lateness_ns / 1e9);
        }
    }
    return line_of(game);
}

char *json_incident(const Incident *incident) {
    json_t *fault = json_object();
    json_set_text(fault, "type", "fault");
    json_set_text(fault, "engine", incident->name);
    json_set_text(fault, "reason", incident->reason);
    json_set_text(fault, "detail", incident->detail);
    return line_of(fault);
}

static json_t *faults_of(const EngineTally *tally) {
    json_t *faults = json_object();
    for (int i = 0; i < FAULT_KINDS; i++) {
        if (tally->faults[i] > 0) {
            json_set_int(faults, fault_name((Fault)i), tally->faults[i]);
        }
    }
    return faults;
}

static json_t *engine_of(const char *title, const EngineTally *tally) {
    json_t *engine = json_object();
    Stats stats = stats_of(&tally->pairs);
    const int64_t *games = tally->games.count;
    json_set_text(engine, "name", title);
    json_set_int(engine, "wins", games[2]);
    json_set_int(engine, "draws", games[1]);
    json_set_int(engine, "losses", games[0]);
    json_object_set_new(engine, "pairs", json_counts(tally->pairs.count, STATS_PAIRS));
    json_set_real(engine, "elo", stats.elo);
    json_set_real(engine, "elo_error", stats.elo_error);
    json_set_real(engine, "nelo", stats.nelo);
    json_set_real(engine, "nelo_error", stats.nelo_error);
    json_set_real(engine, "los", 100 * stats.los);
    if (tally->timed) {
        json_set_real(engine, "worst_lateness_seconds", (double)tally->worst_lateness_ns / 1e9);
    }
    json_object_set_new(engine, "faults", faults_of(tally));
    return engine;
}

static json_t *sprt_of(const Sprt *sprt, const StatsCounts *pairs) {
    static const char *const verdicts[] = {
        [SPRT_OPEN] = "open", [SPRT_H0] = "H0", [SPRT_H1] = "H1"};
    json_t *test = json_object();
    json_set_text(test, "model", sprt->model == SPRT_NORMALIZED ? "normalized" : "logistic");
    json_set_real(test, "elo0", sprt->elo0);
    json_set_real(test, "elo1", sprt->elo1);
    json_set_real(test, "llr", sprt_llr(sprt, pairs));
    json_set_real(test, "llr_lower", sprt_lower(sprt));
    json_set_real(test, "llr_upper", sprt_upper(sprt));
    json_set_text(test, "verdict", verdicts[sprt_verdict(sprt, pairs)]);
    return test;
}

json_t *json_summary_object(const MatchConfig *config, const Tally *tally) {
    json_t *summary = json_object(), *engines = json_array();
    json_set_text(summary, "type", "summary");
    json_set_int(summary, "games", tally->games_done);
    json_set_int(summary, "games_planned", tally->games_total);
    json_set_int(summary, "repeated_games", tally->repeats);
    json_set_int(summary, "seed", (int64_t)config->seed);
    for (int i = 0; i < config->engine_count; i++) {
        json_array_append_new(engines, engine_of(config->engines[i].title, &tally->engines[i]));
    }
    json_object_set_new(summary, "engines", engines);
    if (config->has_sprt) {
        json_object_set_new(summary, "sprt", sprt_of(&config->sprt, &tally->engines[0].pairs));
    }
    return summary;
}

char *json_summary(const MatchConfig *config, const Tally *tally) {
    return line_of(json_summary_object(config, tally));
}
