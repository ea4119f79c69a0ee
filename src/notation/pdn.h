// Game records in PDN (GameType 21). 1-0 means that Black, the first mover, won.
#ifndef KELSO_NOTATION_PDN_H
#define KELSO_NOTATION_PDN_H

#include <stdio.h>

#include "rules/game.h"

typedef struct {
    const char *name, *value;
} PdnTag;

// Comments are text without braces, of one line or many; where they break is not kept.
typedef struct {
    // Written in this order. GameType, Result and, for a set-up position, FEN are added and need
    // not be among them.
    const PdnTag *tags;
    int tag_count;
    const char *preface; // a comment before the first move, or NULL
    const Game *game;
    const MovePath *paths;    // as played, one for each move, or NULL: then the first of each
    char *const *annotations; // behind each move: NULL or "$1 $16"; NULL: none at all
    char *const *comments;    // behind each move: NULL or a comment; NULL: none at all
    Result result;
} PdnGame;

// Writes one game and a blank line behind it. false, with an error, if the file refuses; nothing is
// flushed.
bool pdn_write(FILE *file, const PdnGame *game, Error *error);

#endif
