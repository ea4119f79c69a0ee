#include "match/request.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"
#include "notation/hub_text.h"
#include "notation/movetext.h"

// ---- native

static char *write_native(const Request *request) {
    char more[MOVE_TEXT_MAX + 1] = " ", go[GO_LINE_MAX];
    size_t size = strlen(request->position) + sizeof more + sizeof go + 2;
    char *lines = alloc_zeroed(size, 1);
    if (request->expected != NULL) {
        move_path_write(request->expected, more + 1);
    }
    go_line_write(request->clocks, request->mover, request->expected != NULL, go);
    snprintf(lines, size, "%s%s\n%s", request->position, request->expected == NULL ? "" : more, go);
    return lines;
}

static bool read_native(Position position, const char *text, MovePath *path, Error *error) {
    Move move;
    return move_read(position, text, &move, path, error);
}

// ---- Hub

#define SECOND_NS 1000000000

// Seconds, rounded down to milliseconds.
static double seconds(int64_t ns) {
    return (double)(ns / (SECOND_NS / 1000)) / 1000;
}

// An engine adds the increment to the time that it is told before it moves.
static void write_clock(const GameClock *clock, char *line, size_t size) {
    int64_t increment_ns = clock->limit->increment_ns, left_ns = clock->remaining_ns - increment_ns;
    int length = snprintf(line, size, "level time=%.3f inc=%.3f",
                          seconds(left_ns > 0 ? left_ns : 0), seconds(increment_ns));
    if (clock->limit->moves > 0) {
        snprintf(line + length, size - (size_t)length, " moves=%d", clock->moves_left);
    }
}

static void write_level(const GameClock *clock, char *line, size_t size) {
    const Limit *limit = clock->limit;
    switch (limit->kind) {
    case LIMIT_CLOCK:
        write_clock(clock, line, size);
        break;
    case LIMIT_MOVETIME:
        snprintf(line, size, "level move-time=%.3f", seconds(limit->movetime_ns));
        break;
    case LIMIT_NODES:
        snprintf(line, size, "level nodes=%" PRId64, limit->count);
        break;
    case LIMIT_DEPTH:
        snprintf(line, size, "level depth=%" PRId64, limit->count);
        break;
    }
}

static char *write_hub(const Request *request) {
    const Game *game = request->game;
    size_t moves_size = (size_t)(game->count + 1) * HUB_MOVE_MAX, length = 0;
    size_t size = moves_size + HUB_POSITION_MAX + GO_LINE_MAX + 64;
    char *moves = alloc_zeroed(moves_size, 1), *lines = alloc_zeroed(size, 1);
    char move[HUB_MOVE_MAX], position[HUB_POSITION_MAX], level[GO_LINE_MAX];
    for (int i = 1; i < game->count + (request->expected != NULL); i++) {
        hub_move_write(i < game->count ? game->plies[i].move : request->expected->move, move);
        length +=
            (size_t)snprintf(moves + length, moves_size - length, i == 1 ? "%s" : " %s", move);
    }
    hub_position_write(game->plies[0].position, position);
    length = (size_t)snprintf(lines, size, "pos pos=%s", position);
    if (*moves != '\0') {
        length = hub_add_word(lines, size, length, "moves", moves);
    }
    write_level(&request->clocks[request->mover], level, sizeof level);
    snprintf(lines + length, size - length, "\n%s\ngo %s\n", level,
             request->expected == NULL ? "think" : "ponder");
    free(moves);
    return lines;
}

// Hub names no path: the first of the move.
static bool read_hub(Position position, const char *text, MovePath *path, Error *error) {
    Move move;
    return hub_move_read(position, text, &move, error) && moves_first_path(position, move, path);
}

// ---- the table

static const struct {
    char *(*write)(const Request *request);
    bool (*read_move)(Position position, const char *text, MovePath *path, Error *error);
} protocols[PROTOCOLS] = {
    [PROTOCOL_NATIVE] = {write_native, read_native},
    [PROTOCOL_HUB] = {write_hub, read_hub},
    [PROTOCOL_CB] = {write_hub, read_hub},
};

char *request_write(const Request *request, ProtocolId protocol) {
    return protocols[protocol].write(request);
}

bool request_read_move(Position position, ProtocolId protocol, const char *text, MovePath *path,
                       Error *error) {
    return protocols[protocol].read_move(position, text, path, error);
}
