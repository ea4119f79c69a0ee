// What the tables know of any position: those in which a side can capture are searched out.
#ifndef KELSO_EGDB_ANSWER_H
#define KELSO_EGDB_ANSWER_H

#include "egdb/egdb.h"

// For the side to move, by best play without draw rules. Plies are those of won and lost positions
// (FORMAT.md); -1: not known.
typedef struct {
    EgdbValue value;
    int progress, end;
} EgdbAnswer;

// EGDB_UNKNOWN where a table is missing, or captures and threats lead too far.
EgdbAnswer egdb_answer(Egdb *egdb, Position p);

// Puts the answers for all moves' positions together to that of the position before.
// `child[i]` is that after moves[i]; with no move the position is lost.
EgdbAnswer egdb_combine(Position p, const Move *moves, const EgdbAnswer *child, int count);

static inline EgdbValue egdb_value_turned(EgdbValue value) {
    return value == EGDB_WIN ? EGDB_LOSS : value == EGDB_LOSS ? EGDB_WIN : value;
}

#endif
