#include "egdb/team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"

typedef struct {
    Team *team;
    pthread_t thread;
    int number;
} Worker;

struct Team {
    int threads;
    Worker *workers; // but the caller
    pthread_mutex_t mutex;
    pthread_cond_t started, finished;
    uint64_t run;  // counts the calls of team_run; under the mutex
    int working;   // workers that have not finished it; under the mutex
    bool quitting; // under the mutex
    // The present run; written while no worker works.
    uint64_t items, batch;
    TeamTask *task;
    void *context;
    atomic_uint_fast64_t next;
};

static void work(Team *team, int number) {
    for (;;) {
        uint64_t item = atomic_fetch_add(&team->next, team->batch);
        if (item >= team->items) {
            return;
        }
        uint64_t left = team->items - item;
        uint64_t end = item + (left < team->batch ? left : team->batch);
        for (; item < end; item++) {
            team->task(team->context, number, item);
        }
    }
}

static void *worker_main(void *argument) {
    Worker *worker = argument;
    Team *team = worker->team;
    uint64_t seen = 0;
    pthread_mutex_lock(&team->mutex);
    while (!team->quitting) {
        if (team->run == seen) {
            pthread_cond_wait(&team->started, &team->mutex);
            continue;
        }
        seen = team->run;
        pthread_mutex_unlock(&team->mutex);
        work(team, worker->number);
        pthread_mutex_lock(&team->mutex);
        if (--team->working == 0) {
            pthread_cond_signal(&team->finished);
        }
    }
    pthread_mutex_unlock(&team->mutex);
    return NULL;
}

Team *team_create(int threads, Error *error) {
    Team *team = alloc_zeroed(1, sizeof *team);
    team->workers = alloc_zeroed((size_t)threads, sizeof *team->workers);
    team->threads = 1;
    pthread_mutex_init(&team->mutex, NULL);
    pthread_cond_init(&team->started, NULL);
    pthread_cond_init(&team->finished, NULL);
    for (; team->threads < threads; team->threads++) {
        Worker *worker = &team->workers[team->threads - 1];
        *worker = (Worker){.team = team, .number = team->threads};
        int failed = pthread_create(&worker->thread, NULL, worker_main, worker);
        if (failed != 0) {
            error_set(error, ERROR_MEMORY, "cannot start thread %d: %s", team->threads + 1,
                      strerror(failed));
            team_destroy(team);
            return NULL;
        }
    }
    return team;
}

void team_destroy(Team *team) {
    if (team == NULL) {
        return;
    }
    pthread_mutex_lock(&team->mutex);
    team->quitting = true;
    pthread_cond_broadcast(&team->started);
    pthread_mutex_unlock(&team->mutex);
    for (int i = 0; i < team->threads - 1; i++) {
        pthread_join(team->workers[i].thread, NULL);
    }
    pthread_cond_destroy(&team->finished);
    pthread_cond_destroy(&team->started);
    pthread_mutex_destroy(&team->mutex);
    free(team->workers);
    free(team);
}

int team_threads(const Team *team) {
    return team == NULL ? 1 : team->threads;
}

void team_run(Team *team, uint64_t items, uint64_t batch, TeamTask *task, void *context) {
    if (team_threads(team) == 1) {
        for (uint64_t item = 0; item < items; item++) {
            task(context, 0, item);
        }
        return;
    }
    pthread_mutex_lock(&team->mutex);
    team->items = items;
    team->batch = batch;
    team->task = task;
    team->context = context;
    atomic_store(&team->next, 0);
    team->working = team->threads - 1;
    team->run++;
    pthread_cond_broadcast(&team->started);
    pthread_mutex_unlock(&team->mutex);
    work(team, 0);
    pthread_mutex_lock(&team->mutex);
    while (team->working > 0) {
        pthread_cond_wait(&team->finished, &team->mutex);
    }
    pthread_mutex_unlock(&team->mutex);
}
