#include "match/runner.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "common/alloc.h"
#include "match/page.h"
#include "match/report.h"
#include "match/slot.h"
#include "match/titles.h"

#define FAULTS_IN_ROW_MAX 5
#define TICK_MS           500

static const int signal_numbers[] = {SIGINT, SIGTERM, SIGHUP};
#define SIGNAL_COUNT 3

typedef struct {
    const Match *match;
    uv_loop_t loop;
    uv_signal_t signals[SIGNAL_COUNT];
    uv_timer_t ticker; // refreshes the status line
    Slot **slots;
    int slot_count;
    int engines_awaited; // of those started ahead of the first game
    int64_t next_game;
    bool stopping, closed;
    RunResult result;
    Error *error;
    uint64_t start_ns; // of the first game
    PageWriter page;
} Runner;

static double seconds_played(const Runner *runner) {
    return runner->start_ns == 0 ? 0 : (double)(uv_hrtime() - runner->start_ns) / 1e9;
}

static const char *title(const Runner *runner, int engine) {
    return runner->match->config->engines[engine].title;
}

// ---- stopping

static void close_all(Runner *runner, bool at_once) {
    if (runner->closed) {
        return;
    }
    runner->closed = true;
    for (int i = 0; i < runner->slot_count; i++) {
        slot_close(runner->slots[i], at_once);
    }
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        uv_close((uv_handle_t *)&runner->signals[i], NULL);
    }
    uv_close((uv_handle_t *)&runner->ticker, NULL);
    if (runner->match->journal != NULL) {
        journal_finish(runner->match->journal);
    }
}

static int games_in_flight(const Runner *runner) {
    int count = 0;
    for (int i = 0; i < runner->slot_count; i++) {
        count += !slot_is_free(runner->slots[i]);
    }
    return count;
}

static void close_if_idle(Runner *runner) {
    if (games_in_flight(runner) == 0) {
        close_all(runner, false);
    }
}

// Starts no game any more. The first reason stands.
static void stop(Runner *runner, RunResult result, const char *reason) {
    if (!runner->stopping) {
        runner->stopping = true;
        runner->result = result;
        error_set(runner->error, ERROR_STATE, "%s", reason);
    }
}

static void got_signal(uv_signal_t *handle, int number) {
    Runner *runner = handle->data;
    int in_flight = games_in_flight(runner);
    bool again = runner->stopping || number != SIGINT;
    stop(runner, RUN_STOPPED, "stopped by a signal");
    page_writer_hurry(&runner->page);
    if (again || in_flight == 0) {
        close_all(runner, true);
    } else {
        progress_note(runner->match->progress,
                      "stopping after the games in flight: %d; Ctrl-C again stops at once",
                      in_flight);
    }
}

// ---- status

static void show_status(Runner *runner) {
    const Match *match = runner->match;
    if (runner->start_ns != 0 && progress_is_due(match->progress)) {
        char status[STATUS_MAX];
        report_status(match->config, match->tally, seconds_played(runner), status);
        progress_status(match->progress, status);
    }
}

static void tick(uv_timer_t *timer) {
    Runner *runner = timer->data;
    show_status(runner);
    if (runner->start_ns != 0) {
        page_writer_tick(&runner->page, &runner->loop, seconds_played(runner));
    }
}

// ---- games

static void start_game(Runner *runner, Slot *slot) {
    const Match *match = runner->match;
    const Tally *tally = match->tally;
    while (runner->next_game < tally->numbers &&
           (tally->results[runner->next_game] != RESULT_NONE ||
            !schedule_has(match->schedule, runner->next_game))) {
        runner->next_game++; // of an earlier run or another shard
    }
    if (runner->stopping || runner->next_game == tally->numbers) {
        close_if_idle(runner);
        return;
    }
    ScheduledGame game = schedule_game(match->schedule, runner->next_game++);
    slot_play(slot, &game, &match->openings->openings[game.opening]);
}

bool match_is_decided(const MatchConfig *config, const Tally *tally) {
    return config->has_sprt && sprt_verdict(&config->sprt, &tally->engines[0].pairs) != SPRT_OPEN;
}

// A game cannot be saved, and no other could be.
static void give_up(Runner *runner, const Error *error) {
    stop(runner, RUN_STOPPED, error->message);
    close_all(runner, true);
}

// The game is final: it is counted and written to the files for people.
static void game_final(Runner *runner, const Outcome *outcome) {
    const Match *match = runner->match;
    ScheduledGame game = schedule_game(match->schedule, outcome->number);
    Error error;
    if (!record_game(match->record, outcome, &error)) {
        give_up(runner, &error);
        return;
    }
    int64_t repeats = match->tally->repeats;
    tally_game(match->tally, &game, outcome);
    digest_game(match->digest, match->tally, &game, outcome);
    if (repeats == 0 && match->tally->repeats == 1) {
        progress_note(match->progress,
                      "warning: game %" PRId64 " repeats an earlier one move for move, which says "
                      "nothing new: use more openings, or clocks",
                      game.number + 1);
    }
    if (match_is_decided(match->config, match->tally)) {
        runner->stopping = true;
        close_all(runner, true); // what is in flight can say nothing more
    }
    show_status(runner);
}

static void incident_final(Runner *runner, const Incident *incident) {
    Error error;
    digest_incident(runner->match->digest, incident);
    if (!record_incident(runner->match->record, incident, &error)) {
        give_up(runner, &error);
    }
}

static void incident_synced(Runner *runner, const char *content, size_t length) {
    Incident incident;
    Error error;
    if (!incident_read(&incident, content, length, runner->match->config->engine_count, &error)) {
        give_up(runner, &error);
        return;
    }
    incident_final(runner, &incident);
    incident_destroy(&incident);
}

static void record_synced(void *context, const char *content, size_t length) {
    Outcome outcome;
    Error error;
    if (incident_is(content, length)) {
        incident_synced(context, content, length);
        return;
    }
    if (!outcome_read(&outcome, content, length, &error)) {
        give_up(context, &error);
        return;
    }
    game_final(context, &outcome);
    outcome_destroy(&outcome);
}

static void journal_failed(void *context, const Error *error) {
    give_up(context, error);
}

// Takes the PDN text over.
static void keep_game(Runner *runner, const ScheduledGame *game, const Referee *referee,
                      char *pdn) {
    const char *const names[2] = {title(runner, game->engine[BLACK]),
                                  title(runner, game->engine[WHITE])};
    Outcome outcome;
    outcome_init(&outcome, game, referee, runner->match->openings->openings[game->opening].number,
                 names, pdn);
    if (runner->match->journal == NULL) {
        game_final(runner, &outcome);
    } else {
        size_t length;
        char *text = outcome_write(&outcome, &length);
        journal_append(runner->match->journal, text, length);
        free(text);
    }
    outcome_destroy(&outcome);
}

static void note_played(Runner *runner, const ScheduledGame *game, const Verdict *verdict) {
    const Match *match = runner->match;
    int guilty = verdict->guilty >= 0 ? game->engine[verdict->guilty] : -1;
    tally_played(match->tally, game, guilty);
    if (guilty >= 0 && match->tally->engines[guilty].faults_in_row >= FAULTS_IN_ROW_MAX) {
        char reason[ERROR_MESSAGE_MAX];
        snprintf(reason, sizeof reason, "%s failed %d times in a row, the last time by: %s",
                 title(runner, guilty), match->tally->engines[guilty].faults_in_row,
                 verdict->reason);
        stop(runner, RUN_STOPPED, reason);
    }
}

static void game_over(void *context, Slot *slot) {
    Runner *runner = context;
    const ScheduledGame *game = slot_game(slot);
    const Referee *referee = slot_referee(slot);
    Error error;
    char *pdn = record_game_text(runner->match->record, game, referee, &error);
    if (pdn == NULL) {
        give_up(runner, &error);
        return;
    }
    note_played(runner, game, &referee->verdict);
    keep_game(runner, game, referee, pdn);
    if (!runner->closed) {
        start_game(runner, slot);
    }
}

static void start_playing(Runner *runner) {
    const Match *match = runner->match;
    report_header(match->config, match->openings, match->schedule->rounds, stdout);
    fflush(stdout);
    page_writer_init(&runner->page, match);
    runner->start_ns = uv_hrtime();
    runner->stopping |= match_is_decided(match->config, match->tally); // by games of an earlier run
    if (runner->stopping) {
        close_all(runner, false);
    }
    for (int i = 0; i < runner->slot_count && !runner->stopping; i++) {
        start_game(runner, runner->slots[i]);
    }
}

// ---- engines ahead of the first game

// An engine that plays another game than the referee judges is hardly meant.
static void warn_of_contradiction(Runner *runner, int engine, const Client *client,
                                  const char *name, const char *judged, const char *argument) {
    EngineConfig *config = &runner->match->config->engines[engine];
    const ClientSetting *setting = options_find(config, name);
    if (setting != NULL && setting->value != NULL && client_offers(client, name) &&
        !text_equal_nocase(setting->value, judged)) {
        progress_note(runner->match->progress,
                      "warning: %s is told %s=%s, but the match is judged by %s: %s tells both",
                      config->title, name, setting->value, judged, argument);
    }
}

static void warn_of_options(Runner *runner, int engine, const Client *client) {
    const Match *match = runner->match;
    const EngineConfig *config = &match->config->engines[engine];
    const Rules *rules = &match->config->referee.rules;
    for (int i = -1; (i = client_unknown_option(client, i + 1)) >= 0;) {
        progress_note(match->progress, "warning: %s offers no option '%s', which is left out",
                      config->title, config->settings[i].name);
    }
    warn_of_contradiction(runner, engine, client, "Rules", rules->set->name, "--rules");
    warn_of_contradiction(runner, engine, client, "Variant", variant_name(rules->variant),
                          "--variant");
    if (options_ponders(match->config, engine) && !client_offers(client, "Ponder")) {
        progress_note(match->progress, "warning: %s offers no option 'Ponder' and will not ponder",
                      config->title);
    }
    if (rules->variant != VARIANT_ENGLISH && !client_offers(client, "Variant")) {
        progress_note(match->progress, "warning: %s offers no option 'Variant' to be told of %s",
                      config->title, variant_name(rules->variant));
    }
    if (rules->set != rule_set_default() && !client_offers(client, "Rules")) {
        progress_note(match->progress, "warning: %s offers no option 'Rules' to be told of %s",
                      config->title, rules->set->name);
    }
}

// An option for all that no engine offers is a mistake rather than one left out.
static const char *option_nobody_offers(const Runner *runner, const Slot *slot) {
    const EngineConfig *common = &runner->match->config->common;
    for (int i = 0; i < common->setting_count; i++) {
        bool offered = false;
        for (int engine = 0; engine < runner->match->config->engine_count; engine++) {
            offered |= client_offers(slot_client(slot, engine), common->settings[i].name);
        }
        if (!offered) {
            return common->settings[i].name;
        }
    }
    return NULL;
}

static void engine_started(void *context, Slot *slot, int engine) {
    Runner *runner = context;
    (void)engine;
    if (--runner->engines_awaited > 0) {
        return;
    }
    for (int i = 0; i < runner->match->config->engine_count; i++) {
        title_set(runner->match->config, i, client_name(slot_client(slot, i)));
    }
    const char *unknown = option_nobody_offers(runner, slot);
    if (unknown != NULL) {
        char reason[ERROR_MESSAGE_MAX];
        snprintf(reason, sizeof reason, "no engine offers the option '%.200s'", unknown);
        stop(runner, RUN_REFUSED, reason);
        close_all(runner, false);
        return;
    }
    for (int i = 0; i < runner->match->config->engine_count; i++) {
        warn_of_options(runner, i, slot_client(slot, i));
    }
    start_playing(runner);
}

static void start_failed(Runner *runner, int engine, RunResult result, const char *detail) {
    char reason[ERROR_MESSAGE_MAX];
    snprintf(reason, sizeof reason, "engine %d (%.100s): %s", engine + 1,
             runner->match->config->engines[engine].command, detail);
    stop(runner, result, reason);
}

// ---- faults

static void engine_cannot(void *context, Slot *slot, int engine, const Error *error) {
    Runner *runner = context;
    (void)slot;
    start_failed(runner, engine, RUN_STOPPED, error->message);
    close_if_idle(runner);
}

// Not of the game in the slot, if there is one: nobody loses by it.
static void keep_incident(Runner *runner, int engine, Fault fault, const char *detail) {
    struct timespec now;
    Incident incident = {.engine = engine, .name = title(runner, engine)};
    clock_gettime(CLOCK_REALTIME, &now);
    incident.time_ns = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    snprintf(incident.reason, sizeof incident.reason, "%s", fault_name(fault));
    snprintf(incident.detail, sizeof incident.detail, "%s", detail);
    if (runner->match->journal == NULL) {
        incident_final(runner, &incident);
    } else {
        size_t length;
        char *text = incident_write(&incident, &length);
        journal_append(runner->match->journal, text, length);
        free(text);
    }
}

static void engine_fault(void *context, Slot *slot, int engine, bool in_game, Fault fault,
                         const char *detail) {
    Runner *runner = context;
    const Match *match = runner->match;
    if (runner->start_ns == 0) {
        start_failed(runner, engine, fault == FAULT_OPTION ? RUN_REFUSED : RUN_STOPPED, detail);
        close_all(runner, true);
        return;
    }
    char headline[ERROR_MESSAGE_MAX + 200];
    const ScheduledGame *game = slot_game(slot);
    if (in_game) {
        snprintf(headline, sizeof headline,
                 "game %" PRId64 " (pair %" PRId64 ".%d): %.100s loses: %s (%s)", game->number + 1,
                 game->pair + 1, (int)(game->number % 2) + 1, title(runner, engine),
                 fault_name(fault), detail);
    } else {
        snprintf(headline, sizeof headline, "between games: %.100s: %s (%s)", title(runner, engine),
                 fault_name(fault), detail);
        keep_incident(runner, engine, fault, detail);
    }
    progress_note(match->progress, "%s", headline);
    Error error;
    if (!record_evidence(match->record, headline, client_transcript(slot_client(slot, engine)),
                         &error)) {
        stop(runner, RUN_STOPPED, error.message);
    }
}

// ---- life

static void init_handles(Runner *runner) {
    uv_loop_init(&runner->loop);
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        uv_signal_init(&runner->loop, &runner->signals[i]);
        runner->signals[i].data = runner;
        uv_signal_start(&runner->signals[i], got_signal, signal_numbers[i]);
    }
    uv_timer_init(&runner->loop, &runner->ticker);
    runner->ticker.data = runner;
    uv_timer_start(&runner->ticker, tick, TICK_MS, TICK_MS);
}

static void create_slots(Runner *runner) {
    static const SlotEvents events = {engine_started, engine_fault, game_over, engine_cannot};
    const Match *match = runner->match;
    runner->slot_count = match->config->concurrency;
    runner->slots = alloc_zeroed((size_t)runner->slot_count, sizeof *runner->slots);
    for (int i = 0; i < runner->slot_count; i++) {
        runner->slots[i] = slot_create(&runner->loop, match->config, match->tally,
                                       match->config->pin ? i : -1, &events, runner);
    }
}

static const JournalEvents journal_events = {record_synced, journal_failed};

RunResult match_run(const Match *match, Error *error) {
    Runner runner = {
        .match = match, .error = error, .engines_awaited = match->config->engine_count};
    signal(SIGPIPE, SIG_IGN); // an engine that ends while it is written to
    signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error to report
    init_handles(&runner);
    if (match->journal != NULL) {
        journal_start(match->journal, &runner.loop, &journal_events, &runner);
    }
    create_slots(&runner);
    for (int i = 0; i < match->config->engine_count && !runner.closed; i++) {
        slot_start(runner.slots[0], i);
    }
    uv_run(&runner.loop, UV_RUN_DEFAULT);
    for (int i = 0; i < runner.slot_count; i++) {
        slot_destroy(runner.slots[i]);
    }
    free(runner.slots);
    page_writer_destroy(&runner.page);
    uv_loop_close(&runner.loop);
    return runner.result;
}
