#include "search/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// A search node takes some 3 KiB, under a sanitizer several times that, and 250 of them may stand
// on each other.
#define STACK_BYTES ((size_t)16 << 20)

typedef struct {
    Pool *pool;
    int number;
    pthread_t thread;
} Member;

struct Pool {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    PoolTask *task;
    void *context;
    unsigned round; // counts tasks: a member does each once
    int busy;
    bool ending;
    int count;
    Member members[];
};

static void *member_run(void *argument) {
    Member *member = argument;
    Pool *pool = member->pool;
    unsigned done = 0;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->round == done && !pool->ending) {
            pthread_cond_wait(&pool->changed, &pool->mutex);
        }
        if (pool->round == done) {
            break;
        }
        done = pool->round;
        PoolTask *task = pool->task;
        void *context = pool->context;
        pthread_mutex_unlock(&pool->mutex);
        task(context, member->number);
        pthread_mutex_lock(&pool->mutex);
        pool->busy--;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

static int start_thread(Member *member) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    int failure = pthread_create(&member->thread, &attributes, member_run, member);
    pthread_attr_destroy(&attributes);
    return failure;
}

Pool *pool_create(int threads, Error *error) {
    Pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof *pool->members);
    if (pool == NULL) {
        error_set(error, ERROR_MEMORY, "no memory for %d threads", threads);
        return NULL;
    }
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->changed, NULL);
    for (int i = 0; i < threads; i++) {
        Member *member = &pool->members[i];
        *member = (Member){.pool = pool, .number = i};
        int failure = start_thread(member);
        if (failure != 0) {
            error_set(error, ERROR_MEMORY, "cannot start thread %d of %d: %s", i + 1, threads,
                      strerror(failure));
            pool_destroy(pool);
            return NULL;
        }
        pool->count++;
    }
    return pool;
}

void pool_destroy(Pool *pool) {
    if (pool == NULL) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    pool->ending = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->count; i++) {
        pthread_join(pool->members[i].thread, NULL);
    }
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

static void wait_locked(Pool *pool) {
    while (pool->busy > 0) {
        pthread_cond_wait(&pool->changed, &pool->mutex);
    }
}

void pool_start(Pool *pool, PoolTask *task, void *context) {
    pthread_mutex_lock(&pool->mutex);
    wait_locked(pool);
    pool->task = task;
    pool->context = context;
    pool->busy = pool->count;
    pool->round++;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
}

void pool_wait(Pool *pool) {
    pthread_mutex_lock(&pool->mutex);
    wait_locked(pool);
    pthread_mutex_unlock(&pool->mutex);
}
