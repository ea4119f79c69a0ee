#include "frontend/hub_level.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "notation/hub_text.h"

#define TIME_MS_MAX 1e12 // some 30 years

typedef enum { COUNT, SECONDS, FLAG } ValueKind;

typedef struct {
    const char *key;
    ValueKind kind;
    int64_t min, max; // of a COUNT; more than max is max
    void (*set)(SearchLimits *level, int64_t value);
} LevelWord;

static int64_t not_negative(int64_t value) {
    return value < 0 ? 0 : value;
}

static void set_depth(SearchLimits *level, int64_t plies) {
    level->depth = (int)plies;
}

static void set_nodes(SearchLimits *level, int64_t nodes) {
    level->nodes = (uint64_t)nodes;
}

static void set_moves(SearchLimits *level, int64_t moves) {
    level->moves_to_go = (int)moves;
}

static void set_move_time(SearchLimits *level, int64_t ms) {
    level->movetime_ms = not_negative(ms);
}

static void set_time(SearchLimits *level, int64_t ms) {
    level->time_ms = ms;
}

static void set_increment(SearchLimits *level, int64_t ms) {
    level->increment_ms = not_negative(ms);
}

static void set_infinite(SearchLimits *level, int64_t unused) {
    (void)unused;
    level->infinite = true;
}

static const LevelWord words[] = {
    {"depth", COUNT, 1, DEPTH_MAX, set_depth}, {"nodes", COUNT, 1, INT64_MAX, set_nodes},
    {"moves", COUNT, 0, 10000, set_moves},     {"move-time", SECONDS, 0, 0, set_move_time},
    {"time", SECONDS, 0, 0, set_time},         {"inc", SECONDS, 0, 0, set_increment},
    {"infinite", FLAG, 0, 0, set_infinite},
};

static const LevelWord *find_word(const char *key) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].key, key) == 0) {
            return &words[i];
        }
    }
    return NULL;
}

// As a whole number; of seconds the whole milliseconds.
static bool read_value(const LevelWord *word, const char *text, int64_t *value, Error *error) {
    double seconds;
    *value = word->max;
    if (word->kind == FLAG) {
        return true;
    }
    if (text == NULL) {
        return error_set(error, ERROR_INPUT, "level: %s needs a value", word->key);
    }
    if (word->kind == COUNT) {
        if (text_to_int(text, INT64_MIN, INT64_MAX, value) == TEXT_NO_NUMBER) {
            return error_set(error, ERROR_INPUT, "level: %s: '%.40s' is not a whole number",
                             word->key, text);
        }
        if (*text == '-' || *value < word->min) {
            return error_set(error, ERROR_INPUT, "level: %s: %.40s is less than %" PRId64,
                             word->key, text, word->min);
        }
        *value = *value > word->max ? word->max : *value;
        return true;
    }
    if (!text_to_real(text, &seconds)) {
        return error_set(error, ERROR_INPUT, "level: %s: '%.40s' is not a number of seconds",
                         word->key, text);
    }
    *value = (int64_t)fmax(-TIME_MS_MAX, fmin(TIME_MS_MAX, floor(seconds * 1000)));
    return true;
}

bool hub_level_read(SearchLimits *level, char *text, Error *error) {
    SearchLimits read = *level;
    HubWord word;
    HubWordStatus status;
    while ((status = hub_next_word(&text, &word, error)) == HUB_WORD) {
        const LevelWord *known = find_word(word.key);
        int64_t value;
        if (known == NULL) {
            continue;
        }
        if (!read_value(known, word.value, &value, error)) {
            return false;
        }
        known->set(&read, value);
    }
    if (status == HUB_WORDS_WRONG) {
        return false;
    }
    *level = read;
    return true;
}

// Whether `time` holds the increment of this move differs between clients: counting it for the
// moves to come alone is in time either way.
SearchLimits hub_level_limits(const SearchLimits *level, bool ponder) {
    SearchLimits limits = *level;
    limits.ponder = ponder;
    if (limits.moves_to_go > 0 && limits.time_ms != CLOCK_NONE) {
        int64_t most_ms = not_negative(limits.time_ms) * 17 / (10 * limits.moves_to_go);
        bool shorter = limits.movetime_ms < 0 || most_ms < limits.movetime_ms;
        limits.movetime_ms = shorter ? most_ms : limits.movetime_ms;
    }
    limits.infinite |= search_limits_are_none(&limits);
    return limits;
}
