// The inside of a search: its state, and what its threads do while it runs. Private to src/search.
#ifndef KELSO_SEARCH_THINK_H
#define KELSO_SEARCH_THINK_H

#include <pthread.h>

#include "search/pool.h"
#include "search/root.h"
#include "search/search.h"
#include "search/skill.h"
#include "search/timing.h"

// A search thread with what it knows of the root.
typedef struct {
    Worker worker;
    Root root;
    int known; // the depth of the iteration whose result the root holds; 0: none yet
} Thinker;

struct Search {
    SearchListener listener;
    TransTable table;
    const Network *network; // NULL: material only
    Busy busy;
    Pool *pool;
    int threads;
    Thinker **thinkers; // owned, one for each thread; the first one reports
    Shared shared;

    Egdb *egdb;               // NULL: none
    Move table_line[PLY_MAX]; // that the endgame tables give for the root
    int table_line_count;

    SearchLimits limits;
    Random random; // of a search below full strength
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

// One thread's part of a search, as a task of the pool; the context is the Search. The first thread
// reports, keeps the time and answers.
void think_run(void *context, int number);

// A worker's look at the clock, now and then. All of them look: the first may wait for a processor.
// The context is the Search.
void think_poll(void *context, const Worker *worker);

// Tells all threads to end.
void think_stop(Search *search);

#endif
