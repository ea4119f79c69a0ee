// Plays games of the engine against itself, one at a time.
#ifndef KELSO_TRAIN_PLAY_H
#define KELSO_TRAIN_PLAY_H

#include "base/random.h"
#include "search/search.h"
#include "train/record.h"

// What decides how games go; a game depends on these, what evaluation and tables say, and its
// number alone. Several players may share them.
typedef struct {
    uint64_t seed;
    int nodes;              // of a move, on the average: each is up to a quarter more or less
    const Network *network; // NULL: material only
    Egdb *egdb;             // a game is over where these know the result; NULL: none
} PlaySettings;

// One searcher with what its last search said.
typedef struct {
    PlaySettings settings;
    Search *search; // owned
    Random random;
    Move move;
    int score;
    int decided; // plies in a row, up to now, whose score was far from even for the same side
} Player;

// player must not move until it is destroyed. false, with an error, if there is no memory; there is
// then nothing to destroy.
bool player_init(Player *player, PlaySettings settings, Error *error);
void player_destroy(Player *player);

// Plays the game with this number from its opening to its end. false, with an error, if there is no
// memory.
bool player_play(Player *player, uint32_t number, GameRecord *record, Error *error);

#endif
