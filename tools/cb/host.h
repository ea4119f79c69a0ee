// A library with the CheckerBoard interface, as an engine that speaks as much of the Hub protocol
// as kelso-match needs. While the library thinks nothing is read.
#ifndef KELSO_CB_HOST_H
#define KELSO_CB_HOST_H

#include <stdio.h>

#include "cb/level.h"
#include "cb/library.h"
#include "rules/game.h"

typedef struct {
    const CbLibrary *library;
    FILE *out;
    Game game; // of the last `pos`
    CbLevel level;
    bool new_game; // the library is to forget the last one
} CbHost;

// Library and file stay the caller's. false, with an error, if there is no memory.
bool cb_host_init(CbHost *host, const CbLibrary *library, FILE *out, Error *error);
void cb_host_destroy(CbHost *host);

// Obeys a line, which is cut; false after `quit`.
bool cb_host_line(CbHost *host, char *line);

#endif
