// kelso-book add: puts the positions of recorded games into a book.
#ifndef KELSO_BOOK_ADD_H
#define KELSO_BOOK_ADD_H

#include "book/options.h"

// The first --plies positions of each game are expanded, and the one behind them searched; each
// game counts as a visit. false, with an error, if something failed; no book is written then, and
// the searches are in the journal.
bool book_add(const BookConfig *config, Error *error);

#endif
