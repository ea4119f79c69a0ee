// The opening book as the engine plays by it. Private to src/engine.
#ifndef KELSO_ENGINE_OPENING_H
#define KELSO_ENGINE_OPENING_H

#include "base/random.h"
#include "book/book.h"
#include "rules/game.h"
#include "search/limits.h"

// All zero plays by no book.
typedef struct {
    bool in_use; // the option OwnBook
    Book book;   // closed: count is 0
    int depth;   // plies of a game in which the book is asked
    int margin;  // hundredths of a man by which a move may be worse than the best; with `varied`
    bool varied; // chooses at random
    Random random;
} Opening;

void opening_destroy(Opening *opening);

// Opens this book in place of the present one; "" closes it. false, with an error, and the present
// one stays, if it cannot be read.
bool opening_set_file(Opening *opening, const char *path, Error *error);

// Begins to play by the book, and looks for the usual one if none is named. false, with an error,
// if there is none that can be read; the game goes on without it.
bool opening_use(Opening *opening, Error *error);

// What the book says of the end of the game. In a game on a clock, or with a time for the move, and
// no other wish; in a position that has not stood on the board before; where all moves were looked
// at. false: it says nothing, and is to be searched.
bool opening_find(const Opening *opening, const Game *game, const SearchLimits *limits,
                  BookEntry *entry);

// The number of the move to play, which is not the best one only if `varied`: then the likelier the
// better it is.
int opening_choose(Opening *opening, const BookEntry *entry);

#endif
