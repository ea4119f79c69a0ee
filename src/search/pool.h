// Threads that sleep until there is a task, which all of them then do.
#ifndef KELSO_SEARCH_POOL_H
#define KELSO_SEARCH_POOL_H

#include "base/error.h"

typedef struct Pool Pool;

// number: 0 … threads - 1.
typedef void PoolTask(void *context, int number);

// NULL, with an error, if the system refuses a thread or memory.
Pool *pool_create(int threads, Error *error);

// Waits for the running task.
void pool_destroy(Pool *pool);

// Waits until the threads sleep, then wakes them all for this task and returns.
void pool_start(Pool *pool, PoolTask *task, void *context);

// Waits until the threads sleep.
void pool_wait(Pool *pool);

#endif
