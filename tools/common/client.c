#include "common/client.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/program.h"
#include "base/text.h"
#include "common/child.h"
#include "common/words.h"

#define QUIT_GRACE_MS 1000
#define OPTIONS_MAX   1000

typedef enum {
    STATE_STOPPED,
    STATE_STARTING, // `uci` is sent
    STATE_SETTING,  // the options and `isready` are sent
    STATE_IDLE,
    STATE_PREPARING, // `ucinewgame` and `isready` are sent
    STATE_THINKING,
    STATE_PONDERING, // `go ponder` is sent
    STATE_STOPPING,  // `stop` is sent
} State;

struct Client {
    uv_loop_t *loop;
    const ClientSetup *setup;
    const Protocol *protocol; // of the setup
    const ClientEvents *events;
    void *context;
    State state;
    Child *child; // NULL when stopped
    uv_timer_t timer;
    uint64_t deadline_ns;
    Fault late;              // the fault if the deadline passes
    uint64_t go_ns, used_ns; // of the request that its time counts for
    char expected[SAID_MOVE_MAX];
    SearchInfo info;
    char complaint[200]; // the first error said since `go`
    char name[128];
    EngineOption *options;
    int option_count;
    Transcript transcript;
};

static const char *const fault_names[] = {"option", "crash",    "no answer",
                                          "time",   "protocol", "illegal move"};

const char *fault_name(Fault fault) {
    return fault_names[fault];
}

Fault fault_named(const char *name) {
    Fault fault = FAULT_OPTION;
    while (fault < FAULT_ILLEGAL_MOVE && strcmp(name, fault_names[fault]) != 0) {
        fault++;
    }
    return fault;
}

// ---- faults and deadlines

static void end_process(Client *client, bool at_once) {
    if (client->child == NULL) {
        return;
    }
    if (at_once) {
        child_kill(client->child);
    } else {
        child_retire(client->child, client->protocol->quit, QUIT_GRACE_MS);
    }
    client->child = NULL;
    client->state = STATE_STOPPED;
    uv_timer_stop(&client->timer);
}

void client_stop(Client *client, bool at_once) {
    end_process(client, at_once);
}

static void fail(Client *client, Fault fault, const char *detail) {
    uint64_t now_ns = uv_hrtime();
    if (client->state == STATE_THINKING || client->state == STATE_STOPPING) {
        client->used_ns = now_ns - client->go_ns;
    }
    transcript_add(&client->transcript, TRANSCRIPT_FAULT, now_ns, detail);
    end_process(client, true);
    client->events->failed(client->context, client, fault, detail);
}

static void deadline_passed(uv_timer_t *timer);

static void arm(Client *client) {
    uint64_t now_ns = uv_hrtime();
    uint64_t wait_ns = client->deadline_ns > now_ns ? client->deadline_ns - now_ns : 0;
    uv_update_time(client->loop); // the loop's time stands still while it works
    uv_timer_start(&client->timer, deadline_passed, (wait_ns + 999999) / 1000000, 0);
}

// The loop's timers count whole milliseconds and may fire early: the clock decides.
static void deadline_passed(uv_timer_t *timer) {
    Client *client = timer->data;
    if (uv_hrtime() < client->deadline_ns) {
        arm(client);
        return;
    }
    char detail[300];
    double answer_s = (double)client->setup->answer_ns / 1e9;
    const char *last = transcript_last(&client->transcript, TRANSCRIPT_TOLD, 0);
    const char *before = transcript_last(&client->transcript, TRANSCRIPT_TOLD, 1);
    if (client->state == STATE_THINKING) {
        bool complained = client->complaint[0] != '\0';
        snprintf(detail, sizeof detail, "it did not move%s%s",
                 complained ? "; it said: error: " : "", client->complaint);
    } else if (client->state == STATE_STOPPING) {
        snprintf(detail, sizeof detail, "it did not answer stop");
    } else if (client->state == STATE_STARTING || before == NULL) {
        snprintf(detail, sizeof detail, "it did not answer %s within %g s (--answer)", last,
                 answer_s);
    } else {
        snprintf(detail, sizeof detail, "it did not answer %s after %.200s within %g s (--answer)",
                 last, before, answer_s);
    }
    fail(client, client->late, detail);
}

static void set_deadline(Client *client, uint64_t start_ns, uint64_t limit_ns, Fault late) {
    client->late = late;
    client->deadline_ns = limit_ns < UINT64_MAX - start_ns ? start_ns + limit_ns : UINT64_MAX;
    arm(client);
}

// ---- requests

// Writes whole lines in one go, so that the engine gets them at once. Returns when that was.
static uint64_t send_lines(Client *client, const char *lines) {
    child_write(client->child, lines, strlen(lines));
    uint64_t now_ns = uv_hrtime();
    for (const char *line = lines; *line != '\0'; line += strcspn(line, "\n") + 1) {
        transcript_add(&client->transcript, TRANSCRIPT_TOLD, now_ns, line);
    }
    return now_ns;
}

static void request(Client *client, State state, const char *lines) {
    client->state = state;
    set_deadline(client, send_lines(client, lines), client->setup->answer_ns, FAULT_NO_ANSWER);
}

void client_new_game(Client *client) {
    assert(client->state == STATE_IDLE);
    request(client, STATE_PREPARING, client->protocol->prepare);
}

static void begin_search(Client *client) {
    assert(client->state == STATE_IDLE);
    search_info_clear(&client->info);
    client->complaint[0] = '\0';
}

static void request_move(Client *client, State state, const char *lines, uint64_t limit_ns,
                         Fault late) {
    client->state = state;
    client->go_ns = send_lines(client, lines);
    set_deadline(client, client->go_ns, limit_ns, late);
}

void client_go(Client *client, const char *lines, uint64_t limit_ns, Fault late) {
    begin_search(client);
    request_move(client, STATE_THINKING, lines, limit_ns, late);
}

void client_ponder(Client *client, const char *lines) {
    begin_search(client);
    client->state = STATE_PONDERING;
    send_lines(client, lines);
}

void client_ponder_hit(Client *client, uint64_t limit_ns, Fault late) {
    assert(client->state == STATE_PONDERING);
    request_move(client, STATE_THINKING, client->protocol->ponder_hit, limit_ns, late);
}

void client_ponder_stop(Client *client, uint64_t limit_ns, Fault late) {
    assert(client->state == STATE_PONDERING);
    request_move(client, STATE_STOPPING, client->protocol->stop, limit_ns, late);
}

// ---- options

static const EngineOption *find_option(const Client *client, const char *name) {
    for (int i = 0; i < client->option_count; i++) {
        if (text_equal_nocase(client->options[i].name, name)) {
            return &client->options[i];
        }
    }
    return NULL;
}

bool client_offers(const Client *client, const char *option) {
    return find_option(client, option) != NULL;
}

int client_unknown_option(const Client *client, int index) {
    for (; index < client->setup->setting_count; index++) {
        const ClientSetting *setting = &client->setup->settings[index];
        if (setting->need == SETTING_COMMON && !client_offers(client, setting->name)) {
            return index;
        }
    }
    return -1;
}

static void forget_options(Client *client) {
    for (int i = 0; i < client->option_count; i++) {
        engine_option_destroy(&client->options[i]);
    }
    free(client->options);
    client->options = NULL;
    client->option_count = 0;
}

// Takes the option over.
static void note_option(Client *client, EngineOption *option) {
    size_t size = (size_t)(client->option_count + 1) * sizeof *client->options;
    EngineOption *options =
        client->option_count < OPTIONS_MAX ? realloc(client->options, size) : NULL;
    if (options == NULL) {
        engine_option_destroy(option);
        return;
    }
    client->options = options;
    options[client->option_count++] = *option;
}

// Sends one option. False, with an error, if the engine does not have it or does not take the
// value.
static bool send_setting(Client *client, const ClientSetting *setting, Error *error) {
    const EngineOption *option = find_option(client, setting->name);
    if (option == NULL) {
        return setting->need != SETTING_REQUIRED ||
               error_set(error, ERROR_INPUT, "it offers no option '%s'", setting->name);
    }
    if (!engine_option_takes(option, setting->value, error)) {
        return false;
    }
    const char *value = setting->value;
    size_t size = strlen(option->name) + (value == NULL ? 0 : strlen(value)) + 40;
    char *line = malloc(size);
    if (line == NULL) {
        return error_set(error, ERROR_MEMORY, "no memory for an option");
    }
    client->protocol->write_setting(line, size, option->name, value);
    send_lines(client, line);
    free(line);
    return true;
}

static void send_settings(Client *client) {
    Error error;
    for (int i = 0; i < client->setup->setting_count; i++) {
        if (!send_setting(client, &client->setup->settings[i], &error)) {
            fail(client, FAULT_OPTION, error.message);
            return;
        }
    }
    request(client, STATE_SETTING, client->protocol->settle);
}

// ---- answers

static void become_ready(Client *client) {
    client->state = STATE_IDLE;
    uv_timer_stop(&client->timer);
    client->events->ready(client->context, client);
}

static void answer_hello(Client *client, Said *said) {
    if (said->kind == SAID_NAME) {
        snprintf(client->name, sizeof client->name, "%s", said->text);
    } else if (said->kind == SAID_OPTION) {
        note_option(client, &said->option);
    } else if (said->kind == SAID_GREETED) {
        send_settings(client);
    }
}

static void answer_settings(Client *client, const Said *said) {
    if (said->kind == SAID_READY) {
        become_ready(client);
    } else if (said->kind == SAID_ERROR) {
        char detail[256];
        snprintf(detail, sizeof detail, "it said: %s", said->text);
        fail(client, FAULT_OPTION, detail);
    }
}

static void answer_move(Client *client, const Said *said) {
    uint64_t now_ns = uv_hrtime();
    bool thinking = client->state == STATE_THINKING;
    if (client->state == STATE_PONDERING) {
        fail(client, FAULT_PROTOCOL, "it moved while it pondered");
        return;
    }
    if (now_ns > client->deadline_ns) {
        fail(client, client->late, "it moved too late");
        return;
    }
    strcpy(client->expected, said->expected);
    client->used_ns = now_ns - client->go_ns;
    client->state = STATE_IDLE;
    uv_timer_stop(&client->timer);
    if (thinking) {
        client->events->moved(client->context, client, said->move);
    } else {
        client->events->stopped(client->context, client);
    }
}

static void answer_go(Client *client, const Said *said) {
    if (said->kind == SAID_ERROR && client->complaint[0] == '\0') {
        snprintf(client->complaint, sizeof client->complaint, "%s", said->text);
    } else if (said->kind == SAID_MOVE) {
        answer_move(client, said);
    }
}

static void answer(Client *client, Said *said) {
    switch (client->state) {
    case STATE_STOPPED:
        return;
    case STATE_STARTING:
        answer_hello(client, said);
        return;
    case STATE_SETTING:
        answer_settings(client, said);
        return;
    case STATE_THINKING:
    case STATE_PONDERING:
    case STATE_STOPPING:
        answer_go(client, said);
        return;
    case STATE_IDLE:
    case STATE_PREPARING:
        if (said->kind == SAID_MOVE) {
            fail(client, FAULT_PROTOCOL, "it moved out of turn");
        } else if (client->state == STATE_PREPARING && said->kind == SAID_READY) {
            become_ready(client);
        }
        return;
    }
}

static void have_line(void *context, ChildStream stream, char *line) {
    Client *client = context;
    transcript_add(&client->transcript,
                   stream == CHILD_OUTPUT ? TRANSCRIPT_SAID : TRANSCRIPT_ERRORS, uv_hrtime(), line);
    if (stream == CHILD_OUTPUT) {
        bool searching = client->state >= STATE_THINKING;
        Said said;
        SearchInfo unasked;
        client->protocol->read(line, &said, searching ? &client->info : &unasked);
        if (said.kind == SAID_OPTION && client->state != STATE_STARTING) {
            engine_option_destroy(&said.option);
        }
        answer(client, &said); // the last thing: the client may be gone
    }
}

static void line_too_long(void *context) {
    fail(context, FAULT_PROTOCOL, "it wrote a line without an end");
}

// What it said last on standard error is most likely the cause.
static void process_gone(void *context, const char *how) {
    Client *client = context;
    char detail[300];
    const char *cause = transcript_last(&client->transcript, TRANSCRIPT_ERRORS, 0);
    snprintf(detail, sizeof detail, cause == NULL ? "%s" : "%s; its last words: %.200s", how,
             cause);
    fail(client, FAULT_CRASH, detail);
}

// ---- life

Client *client_create(uv_loop_t *loop, const ClientSetup *setup, const ClientEvents *events,
                      void *context) {
    Client *client = calloc(1, sizeof *client);
    if (client != NULL) {
        client->loop = loop;
        client->setup = setup;
        client->protocol = protocol_get(setup->protocol);
        client->events = events;
        client->context = context;
        uv_timer_init(loop, &client->timer);
        client->timer.data = client;
    }
    return client;
}

static void timer_closed(uv_handle_t *handle) {
    Client *client = handle->data;
    forget_options(client);
    transcript_destroy(&client->transcript);
    free(client);
}

void client_destroy(Client *client, bool at_once) {
    end_process(client, at_once);
    uv_close((uv_handle_t *)&client->timer, timer_closed);
}

// The host that stands beside this program, with the command as its argument.
static char *hosted_command(const Client *client) {
    char path[FILE_PATH_MAX];
    char *slash = program_path(path, sizeof path) ? strrchr(path, '/') : NULL;
    *(slash == NULL ? path : slash + 1) = '\0';
    char *folder = words_quote(path), *command = NULL;
    if (folder != NULL) {
        const char *host = client->protocol->host, *library = client->setup->command;
        size_t size = strlen(folder) + strlen(host) + strlen(library) + 2;
        command = malloc(size);
        if (command != NULL) {
            snprintf(command, size, "%s%s %s", folder, host, library);
        }
        free(folder);
    }
    return command;
}

// On failure NULL, with an error.
static Child *start_child(Client *client, Error *error) {
    static const ChildEvents events = {have_line, line_too_long, process_gone};
    const ClientSetup *setup = client->setup;
    char *hosted = client->protocol->host == NULL ? NULL : hosted_command(client);
    if (client->protocol->host != NULL && hosted == NULL) {
        error_set(error, ERROR_MEMORY, "no memory for a command line");
        return NULL;
    }
    Child *child = child_start(client->loop, hosted == NULL ? setup->command : hosted,
                               setup->directory, setup->core, &events, client, error);
    free(hosted);
    return child;
}

bool client_start(Client *client, Error *error) {
    assert(client->state == STATE_STOPPED);
    transcript_destroy(&client->transcript);
    forget_options(client);
    client->name[0] = '\0';
    client->child = start_child(client, error);
    if (client->child == NULL) {
        return false;
    }
    request(client, STATE_STARTING, client->protocol->hello);
    return true;
}

bool client_is_running(const Client *client) {
    return client->state != STATE_STOPPED;
}

bool client_is_idle(const Client *client) {
    return client->state == STATE_IDLE;
}

bool client_is_thinking(const Client *client) {
    return client->state == STATE_THINKING;
}

bool client_is_pondering(const Client *client) {
    return client->state == STATE_PONDERING;
}

const char *client_expected_move(const Client *client) {
    return client->expected;
}

uint64_t client_used_ns(const Client *client) {
    return client->used_ns;
}

const SearchInfo *client_search_info(const Client *client) {
    return &client->info;
}

const char *client_name(const Client *client) {
    return client->name;
}

const Transcript *client_transcript(const Client *client) {
    return &client->transcript;
}
