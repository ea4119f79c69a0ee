// What the endgame tables say in a search, under the draw rules in force. Private to src/search.
//
// Where the root itself is in the tables its moves are ranked by them (egdb/advice.h), and the
// search chooses among the best. It must not stop at what it knows of the root already: a won
// position is searched until a capture or a man's move has been made, a drawn one to its depth.
#ifndef KELSO_SEARCH_ENDINGS_H
#define KELSO_SEARCH_ENDINGS_H

#include "search/root.h"

typedef enum {
    ENDING_UNKNOWN,
    ENDING_SCORE, // the node's score is known
    ENDING_OPEN,  // won or lost as the root is, and no progress has been made: the search goes on
} Ending;

// *score is set for ENDING_SCORE. For ENDING_OPEN it is the score of a leaf, if the evaluation is
// put in with endings_leaf.
Ending endings_probe(Worker *worker, Node *node, int *score);

// The score of a leaf that is ENDING_OPEN, from the evaluation of it.
int endings_leaf(int score, int eval);

// Makes the root's moves ranked, if there is advice.
void endings_rank(Root *root, const EgdbAdvice *advice, int draw_score);

#endif
