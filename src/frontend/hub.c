#include "frontend/hub.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/version.h"
#include "frontend/hub_level.h"
#include "frontend/hub_out.h"
#include "frontend/hub_params.h"
#include "notation/hub_text.h"

typedef struct {
    Front front;
    SearchLimits level; // said since the last `pos` or `go`
    bool turned;        // positions come in the frame of pydraughts
} Hub;

// The parameter of the protocol itself, besides the engine's and that of the log.
static const OptionSpec frame_param = {
    "frame", OPTION_COMBO, "standard", 0, 0, {"standard", "pydraughts", NULL}};

static void on_info(void *context, const SearchInfo *info) {
    Hub *hub = context;
    hub_out_info(&hub->front.out, info);
}

static void on_answer(void *context, const SearchAnswer *answer) {
    Hub *hub = context;
    hub_out_answer(&hub->front.out, answer);
}

// The protocol has no other line for what a person should know.
static void on_warning(void *context, const Error *warning) {
    Hub *hub = context;
    output_error(&hub->front.out, warning);
}

// Commands. ---------------------------------------------------------------------------------------

// rest: what stands behind the command; it is cut.
typedef bool CommandRun(Hub *hub, char *rest, Error *error);

static bool command_hub(Hub *hub, char *rest, Error *error) {
    Output *out = &hub->front.out;
    HubParam param;
    int count;
    const OptionSpec *options = engine_options(&count);
    (void)rest, (void)error;
    output_line(out, "id name=Kelso version=%s author=\"the Kelso authors\" country=unknown",
                version_number());
    for (int i = 0; i < count; i++) {
        hub_param_init(&param, &options[i]);
        hub_out_param(out, &param.spec);
    }
    hub_param_init(&param, &output_log_option);
    hub_out_param(out, &param.spec);
    hub_out_param(out, &frame_param);
    output_line(out, "wait");
    return true;
}

static bool command_init(Hub *hub, char *rest, Error *error) {
    (void)rest, (void)error;
    output_line(&hub->front.out, "ready");
    return true;
}

static bool command_ping(Hub *hub, char *rest, Error *error) {
    (void)rest, (void)error;
    output_line(&hub->front.out, "pong");
    return true;
}

// The values of up to two keys, NULL where one is not given; others are passed over.
static bool read_two(char *rest, const char *const keys[2], char *values[2], Error *error) {
    HubWord word;
    HubWordStatus status;
    values[0] = values[1] = NULL;
    while ((status = hub_next_word(&rest, &word, error)) == HUB_WORD) {
        for (int i = 0; i < 2; i++) {
            if (strcmp(word.key, keys[i]) == 0) {
                values[i] = word.value;
            }
        }
    }
    return status == HUB_WORDS_END;
}

static bool set_own_param(Hub *hub, const char *name, const char *value, Error *error) {
    OptionValue read;
    HubParam log;
    hub_param_init(&log, &output_log_option);
    if (strcmp(name, log.name) == 0) {
        return option_read(&log.spec, value, &read, error) &&
               output_set_log(&hub->front.out, read.text, error);
    }
    if (strcmp(name, frame_param.name) != 0) {
        return error_set(error, ERROR_INPUT, "there is no parameter '%.40s'", name);
    }
    if (!option_read(&frame_param, value, &read, error)) {
        return false;
    }
    hub->turned = read.number == 1;
    return true;
}

static bool command_set_param(Hub *hub, char *rest, Error *error) {
    static const char *const keys[2] = {"name", "value"};
    char *values[2];
    int count;
    const OptionSpec *options = engine_options(&count);
    if (!read_two(rest, keys, values, error)) {
        return false;
    }
    if (values[0] == NULL || values[1] == NULL) {
        return error_set(error, ERROR_INPUT, "set-param needs a name and a value");
    }
    for (int i = 0; i < count; i++) {
        HubParam param;
        hub_param_init(&param, &options[i]);
        if (strcmp(param.name, values[0]) == 0) {
            return hub_param_set(&param, hub->front.engine, &options[i], values[1], error);
        }
    }
    return set_own_param(hub, values[0], values[1], error);
}

static bool command_new_game(Hub *hub, char *rest, Error *error) {
    (void)rest;
    hub->level = search_limits_none();
    return engine_new_game(hub->front.engine, error);
}

static bool read_position(const Hub *hub, const char *text, Position *position, Error *error) {
    Error wrong;
    if (!hub_position_read(text, position, &wrong)) {
        return error_set(error, wrong.code, "pos: %.280s", wrong.message);
    }
    *position = hub->turned ? position_flip(*position) : *position;
    return true;
}

static bool command_pos(Hub *hub, char *rest, Error *error) {
    static const char *const keys[2] = {"pos", "moves"};
    char *values[2];
    Game game;
    Error wrong;
    Position start = position_start();
    if (!read_two(rest, keys, values, error) ||
        (values[0] != NULL && !read_position(hub, values[0], &start, error)) ||
        !game_init(&game, start, engine_rules(hub->front.engine), error)) {
        return false;
    }
    if (values[1] != NULL && !front_play(&game, values[1], hub_move_read, &wrong)) {
        game_destroy(&game);
        return error_set(error, wrong.code, "pos: %.300s", wrong.message);
    }
    if (!engine_set_game(hub->front.engine, &game, error)) {
        game_destroy(&game);
        return false;
    }
    hub->level = search_limits_none();
    return true;
}

static bool command_level(Hub *hub, char *rest, Error *error) {
    return hub_level_read(&hub->level, rest, error);
}

// `think` and `analyze` are told apart by their level, and by the book, which analysis does not
// ask.
static bool command_go(Hub *hub, char *rest, Error *error) {
    HubWord word;
    HubWordStatus status;
    bool ponder = false, no_book = false;
    while ((status = hub_next_word(&rest, &word, error)) == HUB_WORD) {
        ponder |= strcmp(word.key, "ponder") == 0;
        no_book |= strcmp(word.key, "analyze") == 0 ||
                   (strcmp(word.key, "book") == 0 && word.value != NULL &&
                    strcmp(word.value, "false") == 0);
    }
    if (status == HUB_WORDS_WRONG) {
        return false;
    }
    SearchLimits limits = hub_level_limits(&hub->level, ponder);
    limits.no_book = no_book;
    hub->level = search_limits_none();
    return engine_go(hub->front.engine, limits, error);
}

static bool command_stop(Hub *hub, char *rest, Error *error) {
    (void)rest, (void)error;
    engine_stop(hub->front.engine);
    return true;
}

static bool command_ponder_hit(Hub *hub, char *rest, Error *error) {
    (void)rest, (void)error;
    engine_ponder_hit(hub->front.engine);
    return true;
}

static bool command_quit(Hub *hub, char *rest, Error *error) {
    (void)rest, (void)error;
    hub->front.quitting = true;
    return true;
}

static const struct {
    const char *name;
    CommandRun *run;
    bool while_thinking;
} commands[] = {
    {"hub", command_hub, false},
    {"init", command_init, false},
    {"set-param", command_set_param, false},
    {"new-game", command_new_game, false},
    {"pos", command_pos, false},
    {"level", command_level, false},
    {"go", command_go, false},
    {"ping", command_ping, true},
    {"stop", command_stop, true},
    {"ponder-hit", command_ponder_hit, true},
    {"quit", command_quit, true},
    {"terminate", command_quit, true},
};

// What is unknown is passed over.
static bool take_line(Front *front, char *line, Error *error) {
    char *rest = line, *name = text_next_word(&rest);
    for (size_t i = 0; name != NULL && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            if (!commands[i].while_thinking && engine_is_thinking(front->engine)) {
                return error_set(error, ERROR_STATE, "%s: a search is running", name);
            }
            return commands[i].run((Hub *)front, rest, error);
        }
    }
    return true;
}

static void close_nothing(Front *front) {
    (void)front;
}

Front *hub_create(FILE *file, Error *error) {
    static const FrontKind kind = {hub_out_error_line, on_warning, take_line, close_nothing};
    Hub *hub = calloc(1, sizeof *hub);
    SearchListener listener = {on_info, on_answer, hub};
    if (hub != NULL) {
        hub->level = search_limits_none();
    }
    return front_init((Front *)hub, &kind, file, listener, error);
}
