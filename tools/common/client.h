// An engine as a process on a libuv loop.
//
//     client_create -> client_start -> ready -> client_new_game -> ready -> client_go -> moved …
//                      client_ponder -> client_ponder_hit -> moved, or client_ponder_stop ->
//                      stopped
//
// Each request has one absolute deadline on the monotonic clock, which no output can put off. A
// fault of the engine kills it and is reported once; client_start then starts it again.
#ifndef KELSO_COMMON_CLIENT_H
#define KELSO_COMMON_CLIENT_H

#include <uv.h>

#include "common/engine_info.h"
#include "common/protocol.h"
#include "common/transcript.h"

typedef enum {
    FAULT_OPTION,       // it does not offer or take an option
    FAULT_CRASH,        // it ended, or closed its output
    FAULT_NO_ANSWER,    // silent until the deadline of a request that is not on a clock
    FAULT_TIME,         // late on the clock
    FAULT_PROTOCOL,     // two moves for one `go`, a move out of turn, a line without an end
    FAULT_ILLEGAL_MOVE, // found by the referee, who then calls client_stop
} Fault;

// "crash", "time", …: a word for messages and records.
const char *fault_name(Fault fault);

// The fault of this name; any for a word that is none.
Fault fault_named(const char *name);

typedef enum {
    SETTING_REQUIRED,  // an engine without this option is a fault
    SETTING_COMMON,    // meant for several engines: left out, and named in client_unknown_option
    SETTING_IF_OFFERED // left out silently
} SettingNeed;

typedef struct {
    const char *name, *value; // value NULL: a button
    SettingNeed need;
} ClientSetting;

typedef struct {
    ProtocolId protocol;
    const char *command;
    const char *directory; // NULL: the present one
    int core;              // as of child_start
    const ClientSetting *settings;
    int setting_count;
    uint64_t answer_ns; // to answer all but a request to move
} ClientSetup;

typedef struct Client Client;

// Events are the last thing the client does in a step, so they may call anything here.
typedef struct {
    void (*ready)(void *context, Client *client); // for client_start and client_new_game
    void (*moved)(void *context, Client *client, const char *move);
    void (*stopped)(void *context, Client *client); // for client_ponder_stop
    void (*failed)(void *context, Client *client, Fault fault, const char *detail);
} ClientEvents;

// NULL if there is no memory. Setup and events must outlive the client.
Client *client_create(uv_loop_t *loop, const ClientSetup *setup, const ClientEvents *events,
                      void *context);

// Ends the process (at once, or politely as client_stop) and frees the client, when the loop runs.
void client_destroy(Client *client, bool at_once);

// Starts the process, sends the options and waits for readyok. False, with an error, if there is
// nothing to start. Only without a process.
bool client_start(Client *client, Error *error);

bool client_is_running(const Client *client);
bool client_is_idle(const Client *client);     // runs, and no request is open
bool client_is_thinking(const Client *client); // about the answer to client_go or client_ponder_hit

// Tells of a new game and waits for readyok. Only when idle.
void client_new_game(Client *client);

// Sends the lines (`position …` and `go …`, each with its newline) and waits for the best move. An
// answer later than limit_ns is this fault. Only when idle.
void client_go(Client *client, const char *lines, uint64_t limit_ns, Fault late);

// Sends the lines (`position …` and `go ponder …`): the engine thinks until one of the next two
// calls, and a move before that is a fault. Only when idle.
void client_ponder(Client *client, const char *lines);
bool client_is_pondering(const Client *client);

// The move pondered on was played: sends `ponderhit` and waits for the best move, as client_go.
void client_ponder_hit(Client *client, uint64_t limit_ns, Fault late);

// It was not, or the game is over: sends `stop` and waits for a move that is of no use.
void client_ponder_stop(Client *client, uint64_t limit_ns, Fault late);

// The answer that the engine expects to its last move, as it said; "" if it said none.
const char *client_expected_move(const Client *client);

// From the writing of the last `go`, `ponderhit` or `stop` to the reading of its answer, or to the
// fault.
uint64_t client_used_ns(const Client *client);

// What was said about the search of the last move.
const SearchInfo *client_search_info(const Client *client);

// Ends the process without an event: at once with everything it started, or by `quit` with a
// second's grace. Nothing happens if it does not run.
void client_stop(Client *client, bool at_once);

// Known once it was ready. The name the engine gives itself, "" if none.
const char *client_name(const Client *client);
bool client_offers(const Client *client, const char *option);

// The first SETTING_COMMON that the engine does not offer at or behind this index; -1: none.
int client_unknown_option(const Client *client, int index);

const Transcript *client_transcript(const Client *client);

#endif
