// Which moves of a game the tables favour, the draw rules in force considered: the winner goes the
// shortest way that the rules still reward, the loser the longest, and nobody lets a result slip
// by repetition or lack of progress.
#ifndef KELSO_EGDB_ADVICE_H
#define KELSO_EGDB_ADVICE_H

#include "egdb/answer.h"
#include "rules/game.h"

typedef struct {
    Move move;
    EgdbValue value; // for the side to move, under the draw rules
    int end;         // plies to the end of a won or lost game, this move counted; -1: not known
    int rank;        // higher is better; equal: the tables do not choose between them
} EgdbAdviceMove;

typedef struct {
    EgdbValue value; // the best move's
    int count;
    EgdbAdviceMove moves[MOVES_MAX]; // all legal ones, best first
} EgdbAdvice;

// false if the tables do not know the results of all moves, or under giveaway, for which there are
// none.
bool egdb_advise(Egdb *egdb, const Game *game, EgdbAdvice *advice);

// The moves that both sides' advice leads to from the end of the game, up to `most`, as long as the
// tables choose between them. Returns how many; on lack of memory fewer.
int egdb_line(Egdb *egdb, const Game *game, Move *line, int most);

#endif
