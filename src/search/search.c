#include "search/search.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "search/pool.h"
#include "search/root.h"
#include "search/timing.h"

#define ALIVE_EVERY_US    1000000 // a report in a search that has nothing new to say
#define FORCED_MOVE_DEPTH 6       // on a clock, a single legal move is not thought about for longer

// A search thread with what it knows of the root.
typedef struct {
    Worker worker;
    Root root;
} Thinker;

struct Search {
    SearchListener listener;
    TransTable table;
    Busy busy;
    Pool *pool;
    int threads;
    Thinker **thinkers; // owned, one for each thread; the first one reports
    Shared shared;

    SearchLimits limits;
    TimePlan plan;
    Position position;
    Root finished; // result of the iteration that shared.finished names, with several threads
    pthread_mutex_t finished_mutex;
    int64_t start_us, alive_us;
    atomic_int_fast64_t clock_us; // when the clock started; INT64_MAX while pondering

    pthread_mutex_t mutex; // guards the two below
    pthread_cond_t changed;
    enum { IDLE, RUNNING, ANSWERING } state;
    bool released; // the answer need not wait for stop or ponder hit
};

// Setting up. -------------------------------------------------------------------------------------

static void thinkers_destroy(Thinker **thinkers, int count) {
    for (int i = 0; i < count; i++) {
        worker_destroy(&thinkers[i]->worker);
        free(thinkers[i]);
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
        thinkers[i] = calloc(1, sizeof **thinkers);
        if (thinkers[i] == NULL || !worker_init(&thinkers[i]->worker, i, error)) {
            error_set(error, ERROR_MEMORY, "no memory for search thread %d of %d", i + 1, count);
            free(thinkers[i]);
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
    search->shared.table = &search->table;
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
    }
    return true;
}

static void clear_part(void *context, int number) {
    Search *search = context;
    table_clear(&search->table, number, search->threads);
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
    search_clear_table(search);
    return true;
}

void search_forget(Search *search) {
    search_clear_table(search);
    for (int i = 0; i < search->threads; i++) {
        worker_forget(&search->thinkers[i]->worker);
    }
}

// Reports. ----------------------------------------------------------------------------------------

uint64_t search_nodes(const Search *search) {
    uint64_t nodes = 0;
    for (int i = 0; i < search->threads; i++) {
        nodes += worker_nodes(&search->thinkers[i]->worker);
    }
    return nodes;
}

static SearchInfo info_now(Search *search) {
    search->alive_us = clock_now_us();
    return (SearchInfo){.position = search->position,
                        .nodes = search_nodes(search),
                        .hash_fill = table_fill(&search->table),
                        .time_us = search->alive_us - search->start_us};
}

static void report_slot(void *context, int slot, int depth) {
    Search *search = context;
    const RootMove *move = &search->thinkers[0]->root.moves[slot];
    bool searched = move->score != -SCORE_INFINITE;
    SearchInfo info = info_now(search);
    info.depth = depth;
    info.selective_depth = search->thinkers[0]->worker.selective_depth;
    info.multipv = slot + 1;
    info.score = searched ? move->score : move->previous;
    info.bound = move->bound;
    info.line = move->line.moves;
    info.line_count = move->line.count;
    search->listener.info(search->listener.context, &info);
}

static void report_without_moves(Search *search) {
    SearchInfo info = info_now(search);
    bool giveaway = search->shared.rules.variant == VARIANT_GIVEAWAY;
    info.multipv = 1;
    info.score = giveaway ? score_won(0) : score_lost(0);
    info.bound = BOUND_EXACT;
    info.line = search->thinkers[0]->root.moves[0].line.moves;
    search->listener.info(search->listener.context, &info);
}

static void report_failed(void *context, int slot, int depth) {
    Search *search = context;
    if (clock_now_us() - search->start_us > ALIVE_EVERY_US) {
        report_slot(search, slot, depth);
    }
}

// Time. -------------------------------------------------------------------------------------------

// What the clock has run, in microseconds; nothing while pondering.
static int64_t clock_run(Search *search, int64_t now) {
    int64_t start = atomic_load_explicit(&search->clock_us, memory_order_relaxed);
    return start == INT64_MAX ? INT64_MIN : now - start;
}

static void stop_workers(Search *search) {
    atomic_store_explicit(&search->shared.stop, true, memory_order_relaxed);
}

static void poll_limits(Worker *worker) {
    Search *search = worker->poll_context;
    int64_t now = clock_now_us();
    if (clock_run(search, now) >= search->plan.hard_us ||
        (search->threads > 1 && search_nodes(search) >= search->limits.nodes)) {
        stop_workers(search);
    } else if (now - search->alive_us >= ALIVE_EVERY_US) {
        SearchInfo info = info_now(search);
        search->listener.info(search->listener.context, &info);
    }
}

// Whether another iteration is not worth beginning.
static bool is_enough(Search *search, int slots, int depth, double factor) {
    const Root *root = &search->thinkers[0]->root;
    bool all_known = true;
    for (int i = 0; i < slots; i++) {
        const RootMove *move = &root->moves[i];
        all_known &= score_is_known(move->score) && score_plies(move->score) <= depth;
    }
    if (all_known) {
        return true;
    }
    if (search->plan.soft_us == INT64_MAX) {
        return false;
    }
    int64_t run = clock_run(search, clock_now_us());
    // An iteration takes longer than all before it: past six tenths it would not end in time.
    bool late = run != INT64_MIN && (double)run > 0.6 * factor * (double)search->plan.soft_us;
    return late || (root->count == 1 && depth >= FORCED_MOVE_DEPTH && run != INT64_MIN);
}

// Thinking. ---------------------------------------------------------------------------------------

static int least(int a, int b) {
    return a < b ? a : b;
}

// Threads race for each depth: who is first gives the result to all, and the others break off.
static void exchange(Search *search, Thinker *thinker) {
    Worker *worker = &thinker->worker;
    if (search->threads == 1) {
        atomic_store_explicit(&search->shared.finished, worker->depth, memory_order_relaxed);
        return;
    }
    pthread_mutex_lock(&search->finished_mutex);
    if (worker->stopped || worker_is_outrun(worker)) {
        root_copy(&thinker->root, &search->finished);
    } else {
        root_copy(&search->finished, &thinker->root);
        atomic_store_explicit(&search->shared.finished, worker->depth, memory_order_relaxed);
    }
    pthread_mutex_unlock(&search->finished_mutex);
}

// The next iteration, or the next that another thread finished. Its depth; 0 if the search is over.
static int iterate(Search *search, Thinker *thinker, RootFailed *failed) {
    Worker *worker = &thinker->worker;
    int slots = least(search->limits.multipv, thinker->root.count);
    int depth = atomic_load_explicit(&search->shared.finished, memory_order_relaxed) + 1;
    if (depth > search->limits.depth) {
        return 0;
    }
    root_search(worker, &thinker->root, slots, depth, failed, search);
    if (worker->stopped && worker_is_over(worker)) {
        return 0;
    }
    exchange(search, thinker);
    return atomic_load_explicit(&search->shared.finished, memory_order_relaxed);
}

static void deepen(Search *search, Thinker *thinker) {
    Root *root = &thinker->root;
    Settling settling = {.move = root->moves[0].move};
    int slots = least(search->limits.multipv, root->count), depth;
    Move reported = {0, 0, 0};
    while ((depth = iterate(search, thinker, report_failed)) > 0) {
        for (int slot = 0; slot < slots; slot++) {
            report_slot(search, slot, depth);
        }
        reported = root->moves[0].move;
        double factor = timing_settle(&settling, root->moves[0].move, root->moves[0].score);
        if (is_enough(search, slots, depth, factor)) {
            return;
        }
    }
    if (!move_equal(reported, root->moves[0].move)) { // the last, unfinished iteration changed it
        report_slot(search, 0, thinker->worker.depth);
    }
}

static void answer(Search *search) {
    SearchAnswer result = {.position = search->position, .count = 0};
    const Root *root = &search->thinkers[0]->root;
    if (root->count > 0) {
        const Line *line = &root->moves[0].line;
        result.count = least(line->count, 2);
        result.moves[0] = line->moves[0];
        result.moves[1] = line->moves[1];
    }
    pthread_mutex_lock(&search->mutex);
    while (!search->released) {
        pthread_cond_wait(&search->changed, &search->mutex);
    }
    search->state = ANSWERING; // whoever has read the answer may go on at once
    pthread_mutex_unlock(&search->mutex);
    search->listener.answer(search->listener.context, &result);
    pthread_mutex_lock(&search->mutex);
    search->state = IDLE;
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->mutex);
}

static void lead(Search *search, Thinker *thinker) {
    if (thinker->root.count == 0) {
        report_without_moves(search);
    } else {
        deepen(search, thinker);
    }
    stop_workers(search);
    answer(search);
}

static void think(void *context, int number) {
    Search *search = context;
    Thinker *thinker = search->thinkers[number];
    root_init(&thinker->root, &thinker->worker, &search->limits.only);
    if (number == 0) {
        lead(search, thinker);
    } else {
        while (thinker->root.count > 0 && iterate(search, thinker, NULL) > 0) {
        }
    }
}

bool search_start(Search *search, const Game *game, const SearchLimits *limits, Error *error) {
    pool_wait(search->pool);
    for (int i = 0; i < search->threads; i++) {
        Worker *worker = &search->thinkers[i]->worker;
        if (!worker_set_root(worker, game, error)) {
            return false;
        }
        worker->poll = i == 0 ? poll_limits : NULL;
        worker->poll_context = search;
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
    search->shared.busy = search->threads > 1 ? &search->busy : NULL;
    search->shared.node_limit = search->threads == 1 ? limits->nodes : UINT64_MAX;
    atomic_store(&search->shared.stop, false);
    atomic_store(&search->shared.finished, 0);
    search->released = !limits->infinite && !limits->ponder;
    search->state = RUNNING;
    pool_start(search->pool, think, search);
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
    stop_workers(search);
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
