#include "cb/level.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "notation/cb_board.h"
#include "notation/hub_text.h"

#define CLOCK_MAX 0xFFFF // units that a clock can show

CbLevel cb_level_none(void) {
    return (CbLevel){-1, -1, -1, -1};
}

bool cb_level_read(CbLevel *level, char *text, Error *error) {
    CbLevel read = cb_level_none();
    const struct {
        const char *key;
        int64_t *value;
        double scale;
    } words[] = {{"time", &read.time_ms, 1000},
                 {"inc", &read.increment_ms, 1000},
                 {"move-time", &read.move_time_ms, 1000},
                 {"moves", &read.moves, 1}};
    HubWord word;
    HubWordStatus status;
    while ((status = hub_next_word(&text, &word, error)) == HUB_WORD) {
        double number;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            if (strcmp(words[i].key, word.key) == 0 && word.value != NULL &&
                text_to_real(word.value, &number)) {
                *words[i].value = llround(fmax(0, fmin(number, 1e9)) * words[i].scale);
            }
        }
    }
    if (status == HUB_WORDS_WRONG) {
        return false;
    }
    if (read.time_ms < 0 && read.move_time_ms < 0) {
        return error_set(error, ERROR_INPUT, "level: a library takes a clock or a move-time only");
    }
    *level = read;
    return true;
}

static int clock_field(int64_t ms, int unit_ms) {
    int64_t units = ms / unit_ms;
    return (int)(units > CLOCK_MAX ? CLOCK_MAX : units);
}

CbTime cb_level_time(const CbLevel *level) {
    int64_t increment_ms = level->increment_ms > 0 ? level->increment_ms : 0;
    int64_t left_ms = level->time_ms + increment_ms; // it is added before each move
    if (level->move_time_ms >= 0) {
        return (CbTime){(double)level->move_time_ms / 1000, CB_INFO_EXACT, 0};
    }
    if (level->moves > 0) {
        return (CbTime){0.9 * (double)left_ms / 1000 / (double)level->moves, CB_INFO_EXACT, 0};
    }
    int unit = 1, unit_ms = 1;
    for (; unit < 3 && (left_ms > CLOCK_MAX * unit_ms || increment_ms > CLOCK_MAX * unit_ms);
         unit++) {
        unit_ms *= 10;
    }
    uint32_t clock = (uint32_t)clock_field(left_ms, unit_ms) << 16 |
                     (uint32_t)clock_field(increment_ms, unit_ms);
    return (CbTime){(double)(left_ms / 30 + increment_ms) / 1000, unit << CB_INFO_UNIT, (int)clock};
}
