// The opening ballots, compiled in from books/*.tsv. Numbers are those of the printed tables.
#ifndef KELSO_BOOK_BALLOTS_H
#define KELSO_BOOK_BALLOTS_H

#include <stdbool.h>

#include "rules/game.h"

typedef enum {
    BALLOT_DECK,   // three-move: the older deck of 144; two-move: the 43 in use
    BALLOT_ADDED,  // three-move: the 12 that made the deck 156
    BALLOT_BARRED, // three-move: the other 18 of the table of 174; two-move: 6
} BallotClass;

typedef struct {
    int number;
    const char *moves; // "9-13 21-17 5-9", from the start position
    BallotClass class;
    const char *name; // "" where none is known
} Ballot;

typedef struct {
    const Ballot *ballots; // in the order of their numbers, 1 … count
    int count;
} BallotTable;

BallotTable ballots_three_move(void);
BallotTable ballots_two_move(void);

// NULL if the table has no such number.
const Ballot *ballot_numbered(BallotTable table, int number);

// Behind the ballot's moves.
Position ballot_position(const Ballot *ballot);

// Plays the ballot's moves into a game that stands at the start position; false, with an error,
// only if there is no memory.
bool ballot_play(const Ballot *ballot, Game *game, Error *error);

// The first three-move ballot whose moves the game began with; NULL if there is none.
const Ballot *ballot_of_game(const Game *game);

#endif
