// A game of self-play as it stands in a data file: the quiet positions that were searched, what the
// search said of them, and the game's result.
//
// A data file is a journal (common/journal.h). Its head is a text that says how the games are made;
// each further record is one game, in the order of their numbers:
//
//     number of the game 4, result 1 (points of Black: 0 loss, 1 draw, 2 win), zero 1,
//     count of positions 2, then for each of them:
//     black pieces 4, white pieces 4, kings 4, score 2, ply of the game times two + side to move 2
#ifndef KELSO_TRAIN_RECORD_H
#define KELSO_TRAIN_RECORD_H

#include <stddef.h>

#include "rules/game.h"

typedef struct {
    Position position; // its mover cannot capture
    int score;         // of the search, from the mover; see search/score.h
    int ply;           // of the game, opening included
} ScoredPosition;

#define RECORD_POSITIONS_MAX 1000

typedef struct {
    uint32_t number;
    Result result;
    int count;
    ScoredPosition positions[RECORD_POSITIONS_MAX];
} GameRecord;

#define RECORD_HEAD_BYTES     8
#define RECORD_POSITION_BYTES 16
#define RECORD_BYTES_MAX      (RECORD_HEAD_BYTES + RECORD_POSITION_BYTES * RECORD_POSITIONS_MAX)

// Returns the length.
size_t record_write(const GameRecord *record, uint8_t bytes[RECORD_BYTES_MAX]);

// false, with an error, for bytes that are no game.
bool record_read(GameRecord *record, const uint8_t *bytes, size_t length, Error *error);

#endif
