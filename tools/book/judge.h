// The engine's search as a judge of positions: one thread and a fixed number of nodes, so that it
// says the same on every machine.
#ifndef KELSO_BOOK_JUDGE_H
#define KELSO_BOOK_JUDGE_H

#include "search/search.h"

typedef struct {
    Search *search;
    Network *network; // the program's own; owned
    int score;        // of the latest finished iteration
} Judge;

// false, with an error, if there is no memory; to be destroyed in any case. The judge stays where
// it is until then.
bool judge_init(Judge *judge, Error *error);
void judge_destroy(Judge *judge);

// The score of a position with a legal move, as of search/score.h, without memory of earlier ones.
bool judge_score(Judge *judge, Position position, uint64_t nodes, int *score, Error *error);

#endif
