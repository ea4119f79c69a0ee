// kelso-book build: grows a tree for each ballot, and joins the trees to a book.
//
// A tree grows step by step, and depends on nothing but its ballot, the nodes of a search, what a
// ply costs, the endgame tables and the book it goes on from: not on the other trees, the number of
// workers or time. So books of different ballots, merged, are the book of all of them.
#ifndef KELSO_BOOK_BUILD_H
#define KELSO_BOOK_BUILD_H

#include "book/options.h"

// false, with an error, if something failed; what was searched is in the journal then.
bool book_build(const BookConfig *config, Error *error);

#endif
