// The regular form of a game record.
#ifndef KELSO_PDN_NORMAL_H
#define KELSO_PDN_NORMAL_H

#include "notation/pdn_read.h"

// Writes the game with the seven usual tags first (Event, Site, Date, Round, Black, White, Result;
// ? for one that is missing), then its other tags, each once; Result, GameType and FEN as the game
// has them.
bool normal_write(FILE *file, const PdnRead *read, Error *error);

#endif
