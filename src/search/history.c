#include "search/history.h"

#include <stdlib.h>

#define BONUS_MAX 1600

int history_score(const History *history, Side side, int previous, Move move) {
    int index = history_index(move);
    int score = history->quiet[side][index];
    return previous < 0 ? score : score + history->reply[side][previous][index];
}

// Moves a value towards ±HISTORY_MAX, the slower the nearer it is.
static void shift(int16_t *value, int bonus) {
    *value = (int16_t)(*value + bonus - *value * abs(bonus) / HISTORY_MAX);
}

static void reward(History *history, Side side, int previous, Move move, int bonus) {
    int index = history_index(move);
    shift(&history->quiet[side][index], bonus);
    if (previous >= 0) {
        shift(&history->reply[side][previous][index], bonus);
    }
}

void history_update(History *history, Side side, int previous, Move best, const Move *tried,
                    int tried_count, int depth) {
    int bonus = 16 * depth * depth;
    bonus = bonus > BONUS_MAX ? BONUS_MAX : bonus;
    reward(history, side, previous, best, bonus);
    for (int i = 0; i < tried_count; i++) {
        reward(history, side, previous, tried[i], -bonus);
    }
}

void history_age(History *history) {
    int16_t *values = &history->quiet[0][0];
    for (size_t i = 0; i < sizeof *history / sizeof *values; i++) {
        values[i] /= 2;
    }
}
