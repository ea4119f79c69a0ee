// Scores of the search: hundredths of a man from the side to move, a result that the endgame tables
// know, or a known result as plies to the end of the game.
#ifndef KELSO_SEARCH_SCORE_H
#define KELSO_SEARCH_SCORE_H

#include <stdbool.h>
#include <stdlib.h>

#define PLY_MAX 246 // deepest node below the root

enum {
    SCORE_INFINITE = 20000,
    SCORE_WIN = 10000,                           // won, with the game's end now
    SCORE_KNOWN_MIN = SCORE_WIN - PLY_MAX,       // from here on the length is known
    SCORE_TABLE_WIN = 9500,                      // a win in the tables, reached now
    SCORE_TABLE_MIN = SCORE_TABLE_WIN - PLY_MAX, // below the root
    SCORE_TABLE_OPEN = 9100,                     // one that has still to make progress,
    SCORE_TABLE_OPEN_SPAN = 100,                 // give or take so much
    SCORE_TABLE_LEAST = SCORE_TABLE_OPEN - SCORE_TABLE_OPEN_SPAN,
    SCORE_NONE = 32000,
};

// The side to move of a node `ply` below the root has won (no ply more to come).
static inline int score_won(int ply) {
    return SCORE_WIN - ply;
}

static inline int score_lost(int ply) {
    return ply - SCORE_WIN;
}

static inline bool score_is_known(int score) {
    return abs(score) >= SCORE_KNOWN_MIN;
}

// Plies to the end for a known score, seen from the root.
static inline int score_plies(int score) {
    return SCORE_WIN - abs(score);
}

// A result, with its length or without.
static inline bool score_is_decided(int score) {
    return abs(score) >= SCORE_TABLE_LEAST;
}

static inline bool score_counts_plies(int score) {
    return abs(score) >= SCORE_TABLE_MIN;
}

// The table holds results as plies from the entry's own position.
static inline int score_to_table(int score, int ply) {
    return !score_counts_plies(score) ? score : score > 0 ? score + ply : score - ply;
}

static inline int score_from_table(int score, int ply) {
    return !score_counts_plies(score) ? score : score > 0 ? score - ply : score + ply;
}

#endif
