// Fills a data file with games of self-play, in the order of their numbers, whatever the number of
// threads: the same settings and evaluation give the same bytes.
#ifndef KELSO_TRAIN_SELFPLAY_H
#define KELSO_TRAIN_SELFPLAY_H

#include "train/play.h"

typedef struct {
    const char *path;
    PlaySettings play;   // network and tables are filled in
    const char *network; // as network_open names it
    const char *egdb;    // folders of endgame tables, parted by colons; NULL: none
    uint32_t first;      // number of the file's first game
    int64_t games;       // that the file is to hold; INT64_MAX: no limit
    int64_t positions;   // it ends with the game that reaches so many; INT64_MAX: no limit
    int threads;
    bool quiet;
} SelfPlaySettings;

// Begins the file, or goes on with it if it was made with the same settings. false, with an error,
// if it cannot be written or was made otherwise; games that were finished before remain.
bool selfplay_run(const SelfPlaySettings *settings, Error *error);

#endif
