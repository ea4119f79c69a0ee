// An entry of the opening book: what is known of one position and its mirror image.
#ifndef KELSO_BOOK_ENTRY_H
#define KELSO_BOOK_ENTRY_H

#include "rules/moves.h"

#define BOOK_SCORE_MAX 10000
#define BOOK_DEPTH_MAX 127

typedef struct {
    Move move;
    int score; // for the side that makes it
} BookMove;

// Scores are hundredths of a man for the side to move; 10000 less N is a win in N plies, and -10000
// plus N a loss.
typedef struct {
    Position position;
    int score;       // the first move's; without a move -10000
    int depth;       // plies of the search of this position
    bool expanded;   // all legal moves are here, else only the best one by the search
    uint32_t visits; // how often the builder went through it: a statistic
    int count;
    BookMove moves[MOVES_MAX]; // in the order of book_move_compare
} BookEntry;

// The position with Black to move, turned if it has to be. So the book knows it.
static inline Position book_position(Position p) {
    return p.side == BLACK ? p : position_flip(p);
}

// The same move on the board turned by 180 degrees.
Move book_move_turn(Move move);

// XXH3, with a seed of the book's own, of the boards of a book_position.
uint64_t book_key(Position p);

// < 0 if a stands before b: best first; of equal ones by from, to and what is captured.
int book_move_compare(const BookMove *a, const BookMove *b);

// Whether the entry is as said above: a legal position with Black to move, legal moves in order,
// each once, the first of which has the entry's score; all of them if it is expanded.
bool book_entry_check(const BookEntry *entry, Error *error);

// The entry as the other side sees it.
void book_entry_turn(BookEntry *entry);

#endif
