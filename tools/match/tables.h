// Endgame tables as the referee asks them: what the result of a game is by best play, the draw
// rules included.
#ifndef KELSO_MATCH_TABLES_H
#define KELSO_MATCH_TABLES_H

#include "base/error.h"
#include "common/progress.h"
#include "rules/game.h"

typedef struct Tables Tables;

// The tables in these folders, parted by colons, of up to `pieces` pieces; 0: all there are. NULL,
// with an error, if there is none of so many, or a file is damaged. The rule set must outlive them.
Tables *tables_open(const char *folders, int pieces, const RuleSet *set, Error *error);
void tables_close(Tables *tables); // NULL: nothing happens

// Where it is noted if a file turns out to be damaged later; its positions are not known then.
void tables_note_to(Tables *tables, Progress *progress);

// The most pieces of any table.
int tables_pieces(const Tables *tables);

// Which results and plies are there: other tables would end other games.
uint64_t tables_hash(const Tables *tables);

// The result that neither side can prevent from the present position on; RESULT_NONE if it is not
// known. Positions with captures are searched out.
//
// A draw of the tables is one under any draw rule. A win is one if the winner has the time for it:
//   - its plies to the end are known, and reached before the count without progress is;
//   - or its plies to the next capture or man's move are, under rules that begin the count again
//     then, and all positions of so few pieces come to their next in time.
// On both ways no position comes twice, so that repetition takes no win away either, unless
// positions have been on the board before, since the last capture or man's move, so often that
// coming once more would draw.
Result tables_result(const Tables *tables, const Game *game);

#endif
