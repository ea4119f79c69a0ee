// The openings of a match: a ballot deck or a file.
#ifndef KELSO_MATCH_OPENINGS_H
#define KELSO_MATCH_OPENINGS_H

#include "rules/game.h"

typedef struct {
    Position start;
    MovePath *moves; // owned
    int move_count;
    int number;       // of the ballot, or the place in the file, from 1
    const char *name; // "" where none is known
} Opening;

typedef struct {
    Opening *openings; // owned
    int count, capacity;
    bool ballots;              // of the three-move table: the number says all
    int64_t shorter, repeated; // games of a PDN file that were left out
} OpeningList;

#define OPENINGS_PLIES_USUAL 8

// ballots144, ballots156, ballots174, ballots2, ballots11, edge, or a file. A file whose name ends
// in .pdn holds games, of which the first `plies` half-moves (-1: the usual number) are the
// openings; games that are over before, and those that come to the position of an earlier one, are
// left out. Any other has one opening a line, either a FEN or moves from the start ("11-15 23-19
// 8-11", also with numbers, "1. 11-15 23-19 2. 8-11"); no moves behind a FEN. Blank lines and what
// follows a # are left out, as is a byte order mark. An error names the file and the line: what
// cannot be read, an opening that ends the game under these rules, a file without openings.
bool openings_load(OpeningList *list, const char *source, int plies, Rules rules, Error *error);

// Adds one, without moves, of the next number.
Opening *openings_add(OpeningList *list);

// Keeps the openings of these numbers, "57,4,10-20", in this order.
bool openings_select(OpeningList *list, const char *numbers, Error *error);

void openings_destroy(OpeningList *list);

#endif
