#include "search/search.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/memory.h"
#include "search/think.h"

#define NODE_GRANT 64 // of a node limit, to each of several threads at a time

// Setting up. -------------------------------------------------------------------------------------

static void thinkers_destroy(Thinker **thinkers, int count) {
    for (int i = 0; i < count; i++) {
        worker_destroy(&thinkers[i]->worker);
        memory_aligned_free(thinkers[i]);
    }
    free(thinkers);
}

static Thinker **thinkers_create(int count, Error *error) {
    Thinker **thinkers = calloc((size_t)count, sizeof *thinkers);
    if (thinkers == NULL) {
        error_set(error, ERROR_MEMORY, "no memory for %d search threads", count);
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        thinkers[i] = memory_aligned(alignof(Thinker), sizeof **thinkers); // for vectors
        if (thinkers[i] == NULL || !worker_init(&thinkers[i]->worker, i, error)) {
            error_set(error, ERROR_MEMORY, "no memory for search thread %d of %d", i + 1, count);
            memory_aligned_free(thinkers[i]);
            thinkers_destroy(thinkers, i);
            return NULL;
        }
    }
    return thinkers;
}

Search *search_create(SearchListener listener, Error *error) {
    Search *search = calloc(1, sizeof *search);
    if (search == NULL) {
        error_set(error, ERROR_MEMORY, "no memory for a search");
        return NULL;
    }
    search->listener = listener;
    search->random = (Random){(uint64_t)clock_now_us()};
    search->shared.table = &search->table;
    search->shared.poll = think_poll;
    search->shared.poll_context = search;
    pthread_mutex_init(&search->mutex, NULL);
    pthread_mutex_init(&search->finished_mutex, NULL);
    pthread_cond_init(&search->changed, NULL);
    if (!search_set_threads(search, 1, error) || !search_set_table(search, 1, error)) {
        search_destroy(search);
        return NULL;
    }
    return search;
}

void search_destroy(Search *search) {
    if (search == NULL) {
        return;
    }
    search_stop(search);
    pool_destroy(search->pool);
    thinkers_destroy(search->thinkers, search->threads);
    table_destroy(&search->table);
    pthread_cond_destroy(&search->changed);
    pthread_mutex_destroy(&search->mutex);
    pthread_mutex_destroy(&search->finished_mutex);
    free(search);
}

bool search_set_threads(Search *search, int threads, Error *error) {
    Thinker **thinkers = thinkers_create(threads, error);
    Pool *pool = thinkers == NULL ? NULL : pool_create(threads, error);
    if (pool == NULL) {
        thinkers_destroy(thinkers, thinkers == NULL ? 0 : threads);
        return false;
    }
    pool_destroy(search->pool);
    thinkers_destroy(search->thinkers, search->threads);
    search->pool = pool;
    search->thinkers = thinkers;
    search->threads = threads;
    for (int i = 0; i < threads; i++) {
        thinkers[i]->worker.shared = &search->shared;
        evaluator_init(&thinkers[i]->worker.evaluator, search->network);
    }
    return true;
}

static void clear_part(void *context, int number) {
    Search *search = context;
    table_clear(&search->table, number, search->threads);
}

static void touch_part(void *context, int number) {
    Search *search = context;
    table_touch(&search->table, number, search->threads);
}

void search_clear_table(Search *search) {
    pool_start(search->pool, clear_part, search);
    pool_wait(search->pool);
}

bool search_set_table(Search *search, int mebibytes, Error *error) {
    pool_wait(search->pool);
    if (!table_resize(&search->table, mebibytes, error)) {
        return false;
    }
    pool_start(search->pool, touch_part, search);
    pool_wait(search->pool);
    return true;
}

void search_forget(Search *search) {
    search_clear_table(search);
    for (int i = 0; i < search->threads; i++) {
        worker_forget(&search->thinkers[i]->worker);
    }
}

void search_set_network(Search *search, const Network *network) {
    search->network = network;
    for (int i = 0; i < search->threads; i++) {
        evaluator_init(&search->thinkers[i]->worker.evaluator, network);
    }
    search_forget(search);
}

void search_set_egdb(Search *search, Egdb *egdb) {
    pool_wait(search->pool);
    search->egdb = egdb;
}

uint64_t search_nodes(const Search *search) {
    uint64_t nodes = 0;
    for (int i = 0; i < search->threads; i++) {
        nodes += worker_nodes(&search->thinkers[i]->worker);
    }
    return nodes;
}

// Under giveaway the tables are not asked.
static void ask_tables(Search *search, const Game *game) {
    Shared *shared = &search->shared;
    Position p = game_position(game);
    bool any = game->rules.variant == VARIANT_ENGLISH && search->egdb != NULL &&
               skill_is_full(&search->limits);
    shared->egdb = any ? search->egdb : NULL;
    shared->root_value = EGDB_UNKNOWN;
    search->table_line_count = 0;
    if (any && bits_count(p.pieces[BLACK] | p.pieces[WHITE]) <= egdb_pieces(search->egdb) &&
        egdb_advise(search->egdb, game, &shared->advice)) {
        shared->root_value = shared->advice.value;
        search->table_line_count = egdb_line(search->egdb, game, search->table_line, PLY_MAX);
    }
}

static bool prepare(Search *search, const Game *game, const SearchLimits *limits, Error *error) {
    pool_wait(search->pool);
    for (int i = 0; i < search->threads; i++) {
        Worker *worker = &search->thinkers[i]->worker;
        if (!worker_set_root(worker, game, error)) {
            return false;
        }
        history_age(&worker->history);
    }
    table_age(&search->table);
    search->limits = *limits;
    search->plan = timing_plan(limits, game->count - 1);
    search->position = game_position(game);
    search->start_us = search->alive_us = clock_now_us();
    atomic_store(&search->clock_us, limits->ponder ? INT64_MAX : search->start_us);
    search->shared.rules = game->rules;
    search->shared.root_side = (Side)search->position.side;
    search->shared.contempt = limits->contempt;
    ask_tables(search, game);
    search->shared.busy = search->threads > 1 ? &search->busy : NULL;
    uint64_t nodes = limits->nodes;
    if (!skill_is_full(limits) && skill_nodes(limits->skill) < nodes) {
        nodes = skill_nodes(limits->skill);
    }
    search->shared.nodes_limited = nodes != UINT64_MAX;
    atomic_store(&search->shared.nodes_left, nodes);
    search->shared.node_grant = search->threads == 1 ? nodes : NODE_GRANT;
    atomic_store(&search->shared.stop, false);
    atomic_store(&search->shared.finished, 0);
    search->released = !limits->infinite && !limits->ponder;
    search->state = RUNNING;
    return true;
}

bool search_start(Search *search, const Game *game, const SearchLimits *limits, Error *error) {
    if (!prepare(search, game, limits, error)) {
        return false;
    }
    pool_start(search->pool, think_run, search);
    return true;
}

bool search_run(Search *search, const Game *game, const SearchLimits *limits, Error *error) {
    assert(search->threads == 1 && !limits->infinite && !limits->ponder);
    if (!prepare(search, game, limits, error)) {
        return false;
    }
    think_run(search, 0);
    return true;
}

bool search_is_running(Search *search) {
    pthread_mutex_lock(&search->mutex);
    bool running = search->state == RUNNING;
    pthread_mutex_unlock(&search->mutex);
    return running;
}

static void release(Search *search) {
    pthread_mutex_lock(&search->mutex);
    search->released = true;
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->mutex);
}

void search_stop(Search *search) {
    think_stop(search);
    release(search);
    search_wait(search);
}

void search_wait(Search *search) {
    pthread_mutex_lock(&search->mutex);
    while (search->state != IDLE) {
        pthread_cond_wait(&search->changed, &search->mutex);
    }
    pthread_mutex_unlock(&search->mutex);
}

void search_ponder_hit(Search *search) {
    if (atomic_load(&search->clock_us) == INT64_MAX) {
        atomic_store(&search->clock_us, clock_now_us());
        if (!search->limits.infinite) {
            release(search);
        }
    }
}
