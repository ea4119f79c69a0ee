// A team of threads that share out the items of a loop.
#ifndef KELSO_EGDB_TEAM_H
#define KELSO_EGDB_TEAM_H

#include "base/error.h"

#include <stdint.h>

#define TEAM_THREADS_MAX 256

typedef struct Team Team;

// Does one item; worker is 0 … threads - 1, and no two items at a time have the same.
typedef void TeamTask(void *context, int worker, uint64_t item);

// The calling thread is the first of the team. NULL, with an error, if a thread cannot be started.
Team *team_create(int threads, Error *error);
void team_destroy(Team *team);
int team_threads(const Team *team);

// Does the items 0 … items - 1 in any order, `batch` at a time, and returns when all are done.
// Without a team (NULL) the caller does them alone, in order, as worker 0.
void team_run(Team *team, uint64_t items, uint64_t batch, TeamTask *task, void *context);

#endif
