#include "common/protocol.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "notation/hub_text.h"

// The word, "" for none, cut to what may be a move.
static void copy_word(char copy[SAID_MOVE_MAX], const char *word) {
    snprintf(copy, SAID_MOVE_MAX, "%s", word == NULL ? "" : word);
}

static bool is(const char *word, const char *name) {
    return word != NULL && strcmp(word, name) == 0;
}

// ---- native

static int native_write_setting(char *line, size_t size, const char *name, const char *value) {
    return value == NULL ? snprintf(line, size, "setoption name %s\n", name)
                         : snprintf(line, size, "setoption name %s value %s\n", name, value);
}

// The words behind `bestmove`.
static void native_read_move(char *rest, Said *said) {
    copy_word(said->move, text_next_word(&rest));
    if (is(text_next_word(&rest), "ponder")) {
        copy_word(said->expected, text_next_word(&rest));
    }
}

static void native_read(char *line, Said *said, SearchInfo *info) {
    static const char error[] = "string error";
    char *rest = line, *word = text_next_word(&rest);
    *said = (Said){.kind = SAID_NOTHING};
    if (is(word, "id")) {
        said->kind = is(text_next_word(&rest), "name") ? SAID_NAME : SAID_NOTHING;
        said->text = text_trim(rest);
    } else if (is(word, "option")) {
        said->kind = engine_option_read(&said->option, rest) ? SAID_OPTION : SAID_NOTHING;
    } else if (is(word, "uciok")) {
        said->kind = SAID_GREETED;
    } else if (is(word, "readyok")) {
        said->kind = SAID_READY;
    } else if (is(word, "info") && strncmp(rest, error, strlen(error)) == 0) {
        said->kind = SAID_ERROR;
        rest += strlen(error);
        said->text = text_trim(rest + (*rest == ':'));
    } else if (is(word, "info")) {
        said->kind = SAID_INFO;
        search_info_read(info, rest);
    } else if (is(word, "bestmove")) {
        said->kind = SAID_MOVE;
        native_read_move(rest, said);
    }
}

// ---- Hub

static int hub_write_setting(char *line, size_t size, const char *name, const char *value) {
    size_t length = (size_t)snprintf(line, size, "set-param");
    length = hub_add_word(line, size, length, "name", name);
    length = hub_add_word(line, size, length, "value", value == NULL ? "true" : value);
    return (int)length + snprintf(line + length, size - length, "\n");
}

// The values of these keys, NULL where one is not given.
static void read_words(char *rest, const char *const *keys, int count, char **values) {
    HubWord word;
    Error error;
    memset(values, 0, (size_t)count * sizeof *values);
    while (hub_next_word(&rest, &word, &error) == HUB_WORD) {
        for (int i = 0; i < count; i++) {
            values[i] = strcmp(word.key, keys[i]) == 0 ? word.value : values[i];
        }
    }
}

// In men; beyond 90 a won game, 100 less a hundredth for each ply.
static void hub_read_score(SearchInfo *info, double men) {
    bool known = fabs(men) > 90 && fabs(men) <= 100;
    info->score_kind = !known ? SCORE_CP : men > 0 ? SCORE_WIN : SCORE_LOSS;
    info->score = llround(100 * (known ? 100 - fabs(men) : men));
}

static void hub_read_info(char *rest, SearchInfo *info) {
    static const char *const keys[] = {"score", "depth", "nodes", "time", "multi-pv"};
    char *values[5];
    double men, seconds;
    SearchInfo read;
    search_info_clear(&read);
    read_words(rest, keys, 5, values);
    if (values[0] == NULL || values[4] != NULL || !text_to_real(values[0], &men) ||
        fabs(men) > 1e6) {
        return;
    }
    hub_read_score(&read, men);
    if (values[1] != NULL) {
        text_to_int(values[1], 0, INT64_MAX, &read.depth);
    }
    if (values[2] != NULL) {
        text_to_int(values[2], 0, INT64_MAX, &read.nodes);
    }
    if (values[3] != NULL && text_to_real(values[3], &seconds) && seconds >= 0 && seconds < 1e9) {
        read.time_ms = llround(1000 * seconds);
    }
    *info = read;
}

static bool hub_read_param(char *rest, EngineOption *option) {
    static const char *const keys[] = {"name", "type", "min", "max", "values"};
    static const struct {
        const char *type, *native;
    } types[] = {{"bool", "check"}, {"int", "spin"}, {"enum", "combo"}};
    char *values[5], text[2048];
    read_words(rest, keys, 5, values);
    if (values[0] == NULL) {
        return false;
    }
    size_t length = (size_t)snprintf(text, sizeof text, "name %.200s type ", values[0]);
    const char *native = "string";
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        native = is(values[1], types[i].type) ? types[i].native : native;
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "%s", native);
    for (int i = 2; i < 4 && strcmp(native, "spin") == 0; i++) {
        if (values[i] != NULL) {
            length += (size_t)snprintf(text + length, sizeof text - length, " %s %.40s", keys[i],
                                       values[i]);
        }
    }
    char *choices = strcmp(native, "combo") == 0 ? values[4] : NULL, *choice;
    while (choices != NULL && (choice = text_next_word(&choices)) != NULL &&
           length + strlen(choice) + 6 < sizeof text) {
        length += (size_t)snprintf(text + length, sizeof text - length, " var %s", choice);
    }
    return engine_option_read(option, text);
}

static void hub_read(char *line, Said *said, SearchInfo *info) {
    static const char *const keys[] = {"name", "message", "move", "ponder"};
    char *rest = line, *word = text_next_word(&rest), *values[4];
    *said = (Said){.kind = SAID_NOTHING};
    if (is(word, "param")) {
        said->kind = hub_read_param(rest, &said->option) ? SAID_OPTION : SAID_NOTHING;
    } else if (is(word, "info")) {
        said->kind = SAID_INFO;
        hub_read_info(rest, info);
    } else if (is(word, "wait")) {
        said->kind = SAID_GREETED;
    } else if (is(word, "ready") || is(word, "pong")) {
        said->kind = SAID_READY;
    } else if (is(word, "id") || is(word, "error") || is(word, "done")) {
        said->kind = *word == 'i' ? SAID_NAME : *word == 'e' ? SAID_ERROR : SAID_MOVE;
        read_words(rest, keys, 4, values);
        const char *text = values[*word == 'i' ? 0 : 1];
        said->text = text == NULL ? "error" : text;
        copy_word(said->move, values[2]);
        copy_word(said->expected, values[3]);
    }
}

// ---- the table

#define HUB_WORDS                                                                                  \
    "hub\n", "init\n", "new-game\nping\n", "ponder-hit\n", "stop\n", "quit\n", hub_write_setting,  \
        hub_read

static const Protocol protocols[PROTOCOLS] = {
    [PROTOCOL_NATIVE] = {"native", NULL, "uci\n", "isready\n", "ucinewgame\nisready\n",
                         "ponderhit\n", "stop\n", "quit\n", native_write_setting, native_read},
    [PROTOCOL_HUB] = {"hub", NULL, HUB_WORDS},
    [PROTOCOL_CB] = {"cb", "kelso-cb", HUB_WORDS},
};

const Protocol *protocol_get(ProtocolId id) {
    return &protocols[id];
}

bool protocol_named(const char *name, ProtocolId *id) {
    for (int i = 0; i < PROTOCOLS; i++) {
        if (strcmp(protocols[i].name, name) == 0) {
            *id = (ProtocolId)i;
            return true;
        }
    }
    return false;
}
