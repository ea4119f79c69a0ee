// Looking at a book.
#ifndef KELSO_BOOK_INSPECT_H
#define KELSO_BOOK_INSPECT_H

#include "book/graph.h"
#include "book/options.h"

// What kelso-book probe, tree, stats and verify print. false, with an error, if something failed.
bool inspect_probe(const BookConfig *config, Error *error);
bool inspect_tree(const BookConfig *config, Error *error);
bool inspect_stats(const BookConfig *config, Error *error);
bool inspect_verify(const BookConfig *config, Error *error);

// "+0.12", "win 5", "loss 4": a score for a person.
#define SCORE_TEXT_MAX 24
void inspect_score(int score, char text[SCORE_TEXT_MAX]);

// The first lines of the book from here on, the best move of each expanded position: up to `most`
// indices of nodes, the first being that of the position itself. Ends at a position that is not
// expanded, is not there or comes again. 0 if the position is not there.
int inspect_line(const Graph *graph, Position p, int *line, int most);

#endif
