#include "match/slot.h"

#include <assert.h>
#include <stdlib.h>

#include "common/alloc.h"

typedef enum {
    SLOT_FREE,
    SLOT_STARTING,  // waits for both engines to be up
    SLOT_PREPARING, // both are told of a new game
    SLOT_PLAYING,
} SlotState;

typedef struct {
    Slot *slot;
    int index;
    ClientSetup setup;
    Client *client; // NULL: not needed yet
} SlotEngine;

struct Slot {
    uv_loop_t *loop;
    const MatchConfig *config;
    Tally *tally;
    const SlotEvents *events;
    void *context;
    SlotEngine *engines; // by engine
    SlotState state;
    ScheduledGame game;
    Referee referee;
    bool has_referee;
    Move expected; // by the side that ponders, if one does
};

static Client *player(const Slot *slot, Side side) {
    return slot->engines[slot->game.engine[side]].client;
}

// ---- the course of a game

static void game_over(Slot *slot) {
    slot->state = SLOT_FREE;
    for (int side = BLACK; side <= WHITE; side++) {
        Client *client = player(slot, (Side)side);
        if (client_is_pondering(client)) {
            client_ponder_stop(client, (uint64_t)slot->config->answer_ns, FAULT_NO_ANSWER);
        } else if (client_is_thinking(client)) {
            client_stop(client, false); // about a game that is over
        }
    }
    slot->events->over(slot->context, slot);
}

static void engine_fault(Slot *slot, int engine, Fault fault, const char *detail) {
    Side side = slot->game.engine[BLACK] == engine ? BLACK : WHITE;
    bool in_game = slot->state != SLOT_FREE && slot->game.engine[side] == engine;
    if (in_game) {
        referee_fault(&slot->referee, side, fault_name(fault), detail);
    }
    tally_fault(slot->tally, engine, fault);
    slot->events->fault(slot->context, slot, engine, in_game, fault, detail);
    if (in_game && slot->state != SLOT_FREE) { // the event may have closed the slot
        game_over(slot);
    }
}

static Client *mover(const Slot *slot) {
    return player(slot, referee_mover(&slot->referee));
}

static uint64_t limit_ns(const Slot *slot) {
    return (uint64_t)referee_deadline_ns(&slot->referee);
}

static Fault fault_if_late(const Slot *slot) {
    bool timed = game_clock_is_timed(&slot->referee.clocks[referee_mover(&slot->referee)]);
    return timed ? FAULT_TIME : FAULT_NO_ANSWER;
}

static void ask(Slot *slot) {
    char *lines = referee_request(&slot->referee);
    client_go(mover(slot), lines, limit_ns(slot), fault_if_late(slot));
    free(lines);
}

// As ask, of an engine that ponders, perhaps on another move than was played.
static void ask_on(Slot *slot) {
    if (!client_is_pondering(mover(slot))) {
        ask(slot);
    } else if (move_equal(referee_last_move(&slot->referee), slot->expected)) {
        client_ponder_hit(mover(slot), limit_ns(slot), fault_if_late(slot));
    } else {
        client_ponder_stop(mover(slot), limit_ns(slot), fault_if_late(slot));
    }
}

// The engine has moved and may think on, about the answer that it expects.
static void ponder(Slot *slot, const SlotEngine *engine) {
    if (options_ponders(slot->config, engine->index) && client_offers(engine->client, "Ponder")) {
        const char *expected = client_expected_move(engine->client);
        char *lines = referee_ponder_request(&slot->referee, expected, &slot->expected);
        if (lines != NULL) {
            client_ponder(engine->client, lines);
        }
        free(lines);
    }
}

static bool both_idle(const Slot *slot) {
    return client_is_idle(player(slot, BLACK)) && client_is_idle(player(slot, WHITE));
}

static void go_on_if_idle(Slot *slot) {
    if (!both_idle(slot)) {
        return;
    }
    if (slot->state == SLOT_STARTING) {
        slot->state = SLOT_PREPARING;
        client_new_game(player(slot, BLACK));
        client_new_game(player(slot, WHITE));
    } else {
        slot->state = SLOT_PLAYING;
        ask(slot);
    }
}

// ---- what the engines do

static void client_ready(void *context, Client *client) {
    SlotEngine *engine = context;
    Slot *slot = engine->slot;
    (void)client;
    if (slot->state == SLOT_FREE) {
        slot->events->started(slot->context, slot, engine->index);
    } else {
        go_on_if_idle(slot);
    }
}

static void client_moved(void *context, Client *client, const char *move) {
    SlotEngine *engine = context;
    Slot *slot = engine->slot;
    int64_t used_ns = (int64_t)client_used_ns(client);
    referee_note_time(&slot->referee, used_ns);
    RefereeAnswer answer = referee_move(&slot->referee, move, used_ns, client_search_info(client));
    if (answer == REFEREE_ASK_AGAIN) {
        ask(slot);
    } else if (answer == REFEREE_GO_ON) {
        ask_on(slot);
        ponder(slot, engine);
    } else if (slot->referee.verdict.guilty >= 0) {
        char detail[ERROR_MESSAGE_MAX];
        snprintf(detail, sizeof detail, "%s", slot->referee.verdict.detail);
        client_stop(client, true);
        engine_fault(slot, engine->index, FAULT_ILLEGAL_MOVE, detail);
    } else {
        game_over(slot);
    }
}

// What it pondered on was not played.
static void client_stopped(void *context, Client *client) {
    Slot *slot = ((SlotEngine *)context)->slot;
    if (slot->state == SLOT_PLAYING && client == mover(slot)) {
        int64_t used_ns = (int64_t)client_used_ns(client);
        referee_note_time(&slot->referee, used_ns);
        referee_spend(&slot->referee, used_ns);
        ask(slot);
    } else if (slot->state == SLOT_STARTING) {
        go_on_if_idle(slot);
    }
}

static void client_failed(void *context, Client *client, Fault fault, const char *detail) {
    SlotEngine *engine = context;
    Slot *slot = engine->slot;
    if (fault == FAULT_TIME && slot->state == SLOT_PLAYING && client == mover(slot)) {
        referee_note_time(&slot->referee, (int64_t)client_used_ns(client));
    }
    engine_fault(slot, engine->index, fault, detail);
}

// ---- starting

static bool start(SlotEngine *engine, Error *error) {
    static const ClientEvents events = {client_ready, client_moved, client_stopped, client_failed};
    Slot *slot = engine->slot;
    if (engine->client == NULL) {
        engine->client = client_create(slot->loop, &engine->setup, &events, engine);
        if (engine->client == NULL) {
            return error_set(error, ERROR_MEMORY, "no memory for another engine");
        }
    }
    return client_is_running(engine->client) || client_start(engine->client, error);
}

void slot_start(Slot *slot, int engine) {
    Error error;
    if (!start(&slot->engines[engine], &error)) {
        slot->events->cannot(slot->context, slot, engine, &error);
    }
}

void slot_play(Slot *slot, const ScheduledGame *game, const Opening *opening) {
    assert(slot->state == SLOT_FREE);
    const Limit *limits[2];
    for (int side = BLACK; side <= WHITE; side++) {
        limits[side] = &slot->config->engines[game->engine[side]].limit;
    }
    if (slot->has_referee) {
        referee_destroy(&slot->referee);
    }
    slot->game = *game;
    referee_init(&slot->referee, &slot->config->referee, opening, limits);
    slot->has_referee = true;
    slot->state = SLOT_STARTING;
    for (int side = BLACK; side <= WHITE; side++) {
        slot->referee.protocols[side] = slot->config->engines[game->engine[side]].protocol;
    }
    for (int side = BLACK; side <= WHITE; side++) {
        Error error;
        if (!start(&slot->engines[game->engine[side]], &error)) {
            slot->state = SLOT_FREE;
            slot->events->cannot(slot->context, slot, game->engine[side], &error);
            return;
        }
    }
    go_on_if_idle(slot);
}

// ---- life

Slot *slot_create(uv_loop_t *loop, const MatchConfig *config, Tally *tally, int core,
                  const SlotEvents *events, void *context) {
    Slot *slot = alloc_zeroed(1, sizeof *slot);
    *slot = (Slot){.loop = loop,
                   .config = config,
                   .tally = tally,
                   .events = events,
                   .context = context,
                   .engines = alloc_zeroed((size_t)config->engine_count, sizeof *slot->engines)};
    for (int i = 0; i < config->engine_count; i++) {
        const EngineConfig *engine = &config->engines[i];
        slot->engines[i] = (SlotEngine){.slot = slot,
                                        .index = i,
                                        .setup = {.protocol = engine->protocol,
                                                  .command = engine->command,
                                                  .directory = engine->directory,
                                                  .core = core,
                                                  .settings = engine->settings,
                                                  .setting_count = engine->setting_count,
                                                  .answer_ns = (uint64_t)config->answer_ns}};
    }
    return slot;
}

void slot_close(Slot *slot, bool at_once) {
    slot->state = SLOT_FREE;
    for (int i = 0; i < slot->config->engine_count; i++) {
        if (slot->engines[i].client != NULL) {
            client_destroy(slot->engines[i].client, at_once);
            slot->engines[i].client = NULL;
        }
    }
}

void slot_destroy(Slot *slot) {
    if (slot->has_referee) {
        referee_destroy(&slot->referee);
    }
    free(slot->engines);
    free(slot);
}

bool slot_is_free(const Slot *slot) {
    return slot->state == SLOT_FREE;
}

const ScheduledGame *slot_game(const Slot *slot) {
    return &slot->game;
}

const Referee *slot_referee(const Slot *slot) {
    return &slot->referee;
}

const Client *slot_client(const Slot *slot, int engine) {
    return slot->engines[engine].client;
}
