#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "book/material.h"
#include "book/suite.h"
#include "common/alloc.h"
#include "common/hash_set.h"
#include "common/progress.h"
#include "notation/fen.h"
#include "rules/moves.h"

typedef struct {
    Position *positions; // owned
    int count, capacity;
    HashSet seen;
} Ballots;

static void add(Ballots *ballots, Position position) {
    if (hash_set_add(&ballots->seen, position_hash(position)) && moves_exist(position)) {
        ballots->positions = alloc_grow(ballots->positions, &ballots->capacity, ballots->count + 1,
                                        sizeof *ballots->positions);
        ballots->positions[ballots->count++] = position;
    }
}

// What comes of the start without two men when each side has moved.
static void add_moves(Ballots *ballots, Position start) {
    MoveList first, second;
    moves_generate(start, &first);
    for (int i = 0; i < first.count; i++) {
        Position middle = position_play(start, first.moves[i]);
        moves_generate(middle, &second);
        for (int j = 0; j < second.count; j++) {
            add(ballots, position_play(middle, second.moves[j]));
        }
    }
}

static void find_all(Ballots *ballots) {
    Position full = position_start();
    for (int black = 0; black < SQUARE_COUNT; black++) {
        for (int white = 0; white < SQUARE_COUNT; white++) {
            if ((full.pieces[BLACK] & square_bit(black)) &&
                (full.pieces[WHITE] & square_bit(white))) {
                Position start = full;
                start.pieces[BLACK] &= ~square_bit(black);
                start.pieces[WHITE] &= ~square_bit(white);
                add_moves(ballots, start);
            }
        }
    }
}

static void shuffle(Ballots *ballots, uint64_t seed) {
    Random random = {seed};
    for (int i = ballots->count - 1; i > 0; i--) {
        int other = (int)random_below(&random, (uint64_t)i + 1);
        Position moved = ballots->positions[i];
        ballots->positions[i] = ballots->positions[other];
        ballots->positions[other] = moved;
    }
}

bool suite_eleven(const BookConfig *config, Error *error) {
    Ballots ballots = {0};
    Progress progress;
    int64_t made = 0;
    find_all(&ballots);
    shuffle(&ballots, (uint64_t)config->seed);
    progress_init(&progress, stderr, config->quiet);
    for (int i = 0; i < ballots.count && (config->count == 0 || made < config->count); i++) {
        char text[FEN_MAX];
        if (material_ahead(ballots.positions[i], config->depth) == 0) {
            fen_write(ballots.positions[i], text);
            puts(text);
            made++;
        }
        snprintf(text, sizeof text, "%lld made, %d of %d looked at", (long long)made, i + 1,
                 ballots.count);
        progress_status(&progress, text);
    }
    progress_destroy(&progress);
    free(ballots.positions);
    hash_set_destroy(&ballots.seen);
    return made >= config->count ||
           error_set(error, ERROR_INPUT, "there are only %lld ballots", (long long)made);
}
