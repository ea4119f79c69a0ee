// Levels of the Hub protocol as the times that getmove is told.
#ifndef KELSO_CB_LEVEL_H
#define KELSO_CB_LEVEL_H

#include <stdint.h>

#include "base/error.h"

// Below 0: not said.
typedef struct {
    int64_t time_ms, increment_ms, move_time_ms, moves;
} CbLevel;

typedef struct {
    double maxtime;
    int info, moreinfo;
} CbTime;

CbLevel cb_level_none(void);

// Reads the words behind `level`, cutting the text. false, with an error, for a limit that getmove
// cannot be told: depth, nodes, none.
bool cb_level_read(CbLevel *level, char *text, Error *error);

// A number of moves for the time, which getmove cannot be told, becomes a time for each.
CbTime cb_level_time(const CbLevel *level);

#endif
