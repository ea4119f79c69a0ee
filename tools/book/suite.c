#include "book/suite.h"

#include <stdio.h>
#include <string.h>

void suite_write_head(const BookConfig *config) {
    if (config->kind == SUITE_ELEVEN) {
        printf("# 11-man ballots: a man is taken off each side, and each has made one move. Nobody "
               "loses a man by\n# force within %d half-moves.\n",
               config->depth);
    } else {
        printf("# %d to %d random moves from the start to quiet positions near the edge of a "
               "decision: one side is\n# ahead by %d to %d hundredths of a man, as %lld nodes say; "
               "behind # its score for the side to move.\n",
               config->min_plies, config->max_plies, config->min_score, config->max_score,
               (long long)config->nodes);
    }
    const char *slash = strrchr(config->argv[0], '/');
    printf("# Made by: %s", slash == NULL ? config->argv[0] : slash + 1);
    for (int i = 1; i < config->argc; i++) {
        printf(" %s", config->argv[i]);
    }
    printf(", where the seed is %lld\n", (long long)config->seed);
}
