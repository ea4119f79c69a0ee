// The arguments of the native protocol's longer commands. Private to src/frontend.
#ifndef KELSO_FRONTEND_NATIVE_PARSE_H
#define KELSO_FRONTEND_NATIVE_PARSE_H

#include "rules/game.h"
#include "search/limits.h"

// `startpos|fen FEN|ballot N [moves …]`. The game is new and becomes the caller's; *warning has a
// code other than ERROR_NONE if there is something to say. false, with an error, leaves no game.
bool native_parse_position(char *text, Rules rules, Game *game, Error *warning, Error *error);

typedef struct {
    SearchLimits limits;
    int perft; // depth to count leaves to; -1: search
} NativeGo;

// The arguments of `go` in this position.
bool native_parse_go(char *text, Position position, NativeGo *go, Error *error);

#endif
