// Opening suites, written to standard output as kelso-match reads them.
#ifndef KELSO_BOOK_SUITE_H
#define KELSO_BOOK_SUITE_H

#include "book/options.h"

// What it is and the command that makes it.
void suite_write_head(const BookConfig *config);

// 11-man ballots: a man is taken off each side, and each has made one move. All there are, in an
// order by the seed.
bool suite_eleven(const BookConfig *config, Error *error);

// Random moves from the start to quiet positions in which one side is ahead by a score in the
// range. An error if no other is found in a million tries.
bool suite_edge(const BookConfig *config, Error *error);

#endif
