#include "match/limit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/args.h"

#define MS_NS 1000000

bool limit_read_clock(const char *text, Limit *limit, Error *error) {
    char copy[64];
    if (strlen(text) >= sizeof copy) {
        return error_set(error, ERROR_INPUT, "too long");
    }
    strcpy(copy, text);
    Limit read = {.kind = LIMIT_CLOCK};
    char *base = copy, *slash = strchr(copy, '/'), *plus = strchr(copy, '+');
    if (plus != NULL) {
        *plus = '\0';
        if (!args_read_seconds(plus + 1, &read.increment_ns, error)) {
            return false;
        }
    }
    if (slash != NULL) {
        int64_t moves;
        *slash = '\0';
        base = slash + 1;
        if (!args_read_int(copy, 1, 10000, &moves, error)) {
            return false;
        }
        read.moves = (int)moves;
    }
    if (!args_read_seconds(base, &read.base_ns, error)) {
        return false;
    }
    if (read.base_ns + read.increment_ns == 0) {
        return error_set(error, ERROR_INPUT, "'%s' leaves no time to move", text);
    }
    *limit = read;
    return true;
}

void limit_text(const Limit *limit, char text[LIMIT_TEXT_MAX]) {
    int length = 0;
    switch (limit->kind) {
    case LIMIT_CLOCK:
        if (limit->moves > 0) {
            length = snprintf(text, LIMIT_TEXT_MAX, "%d/", limit->moves);
        }
        snprintf(text + length, (size_t)(LIMIT_TEXT_MAX - length), "%.9g+%.9g",
                 (double)limit->base_ns / 1e9, (double)limit->increment_ns / 1e9);
        break;
    case LIMIT_MOVETIME:
        snprintf(text, LIMIT_TEXT_MAX, "%.9g s a move", (double)limit->movetime_ns / 1e9);
        break;
    case LIMIT_NODES:
        snprintf(text, LIMIT_TEXT_MAX, "%" PRId64 " nodes a move", limit->count);
        break;
    case LIMIT_DEPTH:
        snprintf(text, LIMIT_TEXT_MAX, "depth %" PRId64, limit->count);
        break;
    }
}

void game_clock_init(GameClock *clock, const Limit *limit) {
    *clock = (GameClock){limit, limit->base_ns, limit->moves};
    if (limit->base_ns == 0) {
        clock->remaining_ns = limit->increment_ns; // else the first move had no time
    }
}

bool game_clock_is_timed(const GameClock *clock) {
    return clock->limit->kind == LIMIT_CLOCK || clock->limit->kind == LIMIT_MOVETIME;
}

int64_t game_clock_allowed_ns(const GameClock *clock) {
    return clock->limit->kind == LIMIT_CLOCK ? clock->remaining_ns : clock->limit->movetime_ns;
}

int64_t game_clock_deadline_ns(const GameClock *clock, const Patience *patience) {
    switch (clock->limit->kind) {
    case LIMIT_CLOCK:
        return clock->remaining_ns + patience->margin_ns;
    case LIMIT_MOVETIME:
        return clock->limit->movetime_ns + MOVETIME_TOLERANCE_NS + patience->margin_ns;
    default:
        return patience->hang_ns;
    }
}

void game_clock_moved(GameClock *clock, int64_t used_ns) {
    if (clock->limit->kind != LIMIT_CLOCK) {
        return;
    }
    int64_t left_ns = clock->remaining_ns - used_ns;
    clock->remaining_ns = (left_ns > 0 ? left_ns : 0) + clock->limit->increment_ns;
    if (clock->limit->moves > 0 && --clock->moves_left == 0) {
        clock->moves_left = clock->limit->moves;
        clock->remaining_ns += clock->limit->base_ns;
    }
}

void go_line_write(const GameClock clocks[2], Side mover, bool ponder, char line[GO_LINE_MAX]) {
    const GameClock *own = &clocks[mover];
    int length = snprintf(line, GO_LINE_MAX, ponder ? "go ponder" : "go");
    for (int side = WHITE; side >= BLACK && own->limit->kind == LIMIT_CLOCK; side--) {
        if (clocks[side].limit->kind == LIMIT_CLOCK) {
            char letter = side == WHITE ? 'w' : 'b';
            length += snprintf(line + length, (size_t)(GO_LINE_MAX - length),
                               " %ctime %" PRId64 " %cinc %" PRId64, letter,
                               clocks[side].remaining_ns / MS_NS, letter,
                               clocks[side].limit->increment_ns / MS_NS);
        }
    }
    char *end = line + length;
    size_t room = (size_t)(GO_LINE_MAX - length);
    switch (own->limit->kind) {
    case LIMIT_CLOCK:
        if (own->limit->moves > 0) {
            snprintf(end, room, " movestogo %d\n", own->moves_left);
        } else {
            snprintf(end, room, "\n");
        }
        break;
    case LIMIT_MOVETIME:
        snprintf(end, room, " movetime %" PRId64 "\n", own->limit->movetime_ns / MS_NS);
        break;
    case LIMIT_NODES:
        snprintf(end, room, " nodes %" PRId64 "\n", own->limit->count);
        break;
    case LIMIT_DEPTH:
        snprintf(end, room, " depth %" PRId64 "\n", own->limit->count);
        break;
    }
}
