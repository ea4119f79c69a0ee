// Game records in PDN (GameType 21). 1-0 means that Black, the first mover, won.
#ifndef KELSO_NOTATION_PDN_H
#define KELSO_NOTATION_PDN_H

#include <stdio.h>

#include "rules/game.h"

typedef struct {
    const char *name, *value;
} PdnTag;

// What stands behind one move: NULL or text without braces, which becomes a comment.
typedef struct {
    const PdnTag
        *tags;     // written in this order; GameType, Result and, for a set-up position, FEN are
    int tag_count; // added and need not be among them
    const Game *game;
    const MovePath
        *paths; // the paths as played, one for each move, or NULL: then the first of each
    char *const *comments; // one for each move, or NULL
    Result result;
} PdnGame;

// Writes one game and a blank line behind it. false, with an error, if the file refuses; nothing is
// flushed.
bool pdn_write(FILE *file, const PdnGame *game, Error *error);

#endif
