#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "book/judge.h"
#include "book/material.h"
#include "book/suite.h"
#include "common/hash_set.h"
#include "common/progress.h"
#include "notation/movetext.h"
#include "search/score.h"

#define PLIES_MAX      40
#define FIRST_LOOK     20 // the first look at a position has so many times fewer nodes
#define TRIES_MAX      1000000
#define MATERIAL_DEPTH 6
#define COUNT_DEFAULT  1000

typedef struct {
    MovePath moves[PLIES_MAX];
    int count;
    Position end;
} Line;

typedef struct {
    const BookConfig *config;
    Random random;
    HashSet seen;
    Judge judge;
} Maker;

// Plays random moves. False where they end if a capture is on there, or a side is ahead in pieces
// by force: nearly all that no search need look at.
static bool play_at_random(Maker *maker, Line *line) {
    const BookConfig *config = maker->config;
    int range = config->max_plies - config->min_plies + 1;
    int plies = config->min_plies + (int)random_below(&maker->random, (uint64_t)range);
    line->end = position_start();
    for (line->count = 0; line->count < plies; line->count++) {
        MovePathList list;
        moves_generate_paths(line->end, &list);
        if (list.count == 0) {
            return false;
        }
        line->moves[line->count] = list.paths[random_below(&maker->random, (uint64_t)list.count)];
        line->end = position_play(line->end, line->moves[line->count].move);
    }
    return moves_exist(line->end) && !moves_can_capture(line->end, (Side)line->end.side) &&
           material_ahead(line->end, MATERIAL_DEPTH) == 0;
}

// *fits: whether so many nodes see one side ahead by as much as is wanted.
static bool look(Maker *maker, Position position, int64_t nodes, int *score, bool *fits,
                 Error *error) {
    if (!judge_score(&maker->judge, position, (uint64_t)nodes, score, error)) {
        return false;
    }
    *fits = abs(*score) >= maker->config->min_score && abs(*score) <= maker->config->max_score;
    return true;
}

// The next line that is wanted. false, with an error, if there is none, or no memory.
static bool find_line(Maker *maker, Line *line, int *score, Error *error) {
    int64_t nodes = maker->config->nodes;
    for (int i = 0; i < TRIES_MAX; i++) {
        bool fits;
        if (!play_at_random(maker, line) || !hash_set_add(&maker->seen, position_hash(line->end))) {
            continue;
        }
        if (!look(maker, line->end, nodes / FIRST_LOOK, score, &fits, error) ||
            (fits && !look(maker, line->end, nodes, score, &fits, error))) {
            return false;
        }
        if (fits) {
            return true;
        }
    }
    return error_set(error, ERROR_INPUT, "no further opening was found in %d tries", TRIES_MAX);
}

static void write_line(const Line *line, int score) {
    for (int i = 0; i < line->count; i++) {
        char text[MOVE_TEXT_MAX];
        move_path_write(&line->moves[i], text);
        printf("%s ", text);
    }
    printf("# %+d\n", score);
}

bool suite_edge(const BookConfig *config, Error *error) {
    Maker maker = {.config = config, .random = {(uint64_t)config->seed}};
    int64_t wanted = config->count > 0 ? config->count : COUNT_DEFAULT;
    Progress progress;
    bool good = judge_init(&maker.judge, JUDGE_TABLE_MIB, NULL, error);
    progress_init(&progress, stderr, config->quiet);
    for (int64_t made = 0; good && made < wanted; made++) {
        Line line;
        int score;
        char status[64];
        good = find_line(&maker, &line, &score, error);
        if (good) {
            write_line(&line, score);
        }
        snprintf(status, sizeof status, "%lld of %lld made, %zu looked at", (long long)made,
                 (long long)wanted, maker.seen.count);
        progress_status(&progress, status);
    }
    progress_destroy(&progress);
    judge_destroy(&maker.judge);
    hash_set_destroy(&maker.seen);
    return good;
}
