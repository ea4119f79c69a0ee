// What the referee writes to an engine and reads from it, in the protocol that it speaks.
#ifndef KELSO_MATCH_REQUEST_H
#define KELSO_MATCH_REQUEST_H

#include "common/protocol.h"
#include "match/limit.h"
#include "rules/game.h"

typedef struct {
    const Game *game;
    const char *position;     // the game as `position … moves …`
    const MovePath *expected; // to ponder on, played behind the game; NULL: to move
    const GameClock *clocks;  // by Side
    Side mover;               // whose limit it is
} Request;

// The lines that ask for a move, or to ponder; to be freed.
char *request_write(const Request *request, ProtocolId protocol);

// The move that the text names in this position. false, with an error, if it names none, or two.
bool request_read_move(Position position, ProtocolId protocol, const char *text, MovePath *path,
                       Error *error);

#endif
