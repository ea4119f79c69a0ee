#include "search/think.h"

#include <string.h>

#include "base/clock.h"

#define ALIVE_EVERY_US    1000000 // a report in a search that has nothing new to say
#define FORCED_MOVE_DEPTH 6       // on a clock, a single legal move is not thought about for longer

// Reports. ----------------------------------------------------------------------------------------

static uint64_t table_hits(const Search *search) {
    uint64_t hits = search->shared.root_value != EGDB_UNKNOWN; // the root's moves
    for (int i = 0; i < search->threads; i++) {
        hits += worker_table_hits(&search->thinkers[i]->worker);
    }
    return hits;
}

static SearchInfo info_now(Search *search) {
    search->alive_us = clock_now_us();
    return (SearchInfo){.position = search->position,
                        .nodes = search_nodes(search),
                        .table_hits = table_hits(search),
                        .hash_fill = table_fill(&search->table),
                        .time_us = search->alive_us - search->start_us};
}

static void report_slot(void *context, int slot, int depth) {
    Search *search = context;
    const Worker *worker = &search->thinkers[0]->worker;
    const RootMove *move = &search->thinkers[0]->root.moves[slot];
    SearchInfo info = info_now(search);
    info.depth = depth;
    info.selective_depth = worker->selective_depth;
    info.mean_depth =
        worker->leaves > 0 ? (double)worker->leaf_plies / (double)worker->leaves : depth;
    info.multipv = slot + 1;
    info.has_score = true;
    info.score = root_score(move);
    info.bound = move->least == move->most ? BOUND_EXACT : move->bound;
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
    info.has_score = true;
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

void think_stop(Search *search) {
    atomic_store_explicit(&search->shared.stop, true, memory_order_relaxed);
}

void think_poll(void *context, const Worker *worker) {
    Search *search = context;
    int64_t now = clock_now_us();
    if (clock_run(search, now) >= search->plan.hard_us) {
        think_stop(search);
    } else if (worker->number == 0 && now - search->alive_us >= ALIVE_EVERY_US) {
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
    bool only_one = root->count == 1 || root->moves[0].rank != root->moves[1].rank;
    bool late = run != INT64_MIN && (double)run > 0.6 * factor * (double)search->plan.soft_us;
    return late || (only_one && depth >= FORCED_MOVE_DEPTH && run != INT64_MIN);
}

// Thinking. ---------------------------------------------------------------------------------------

static int least(int a, int b) {
    return a < b ? a : b;
}

static int finished_depth(const Search *search) {
    return atomic_load_explicit(&((Search *)search)->shared.finished, memory_order_relaxed);
}

// Threads race for each depth: the first gives its result to all. false if another was quicker.
static bool publish(Search *search, Thinker *thinker) {
    pthread_mutex_lock(&search->finished_mutex);
    bool first = !worker_is_outrun(&thinker->worker);
    if (first) {
        if (search->threads > 1) {
            root_copy(&search->finished, &thinker->root);
        }
        thinker->known = thinker->worker.depth;
        atomic_store_explicit(&search->shared.finished, thinker->known, memory_order_relaxed);
    }
    pthread_mutex_unlock(&search->finished_mutex);
    return first;
}

// Takes over the deepest result that there is.
static void adopt(Search *search, Thinker *thinker) {
    pthread_mutex_lock(&search->finished_mutex);
    root_copy(&thinker->root, &search->finished);
    thinker->known = finished_depth(search);
    pthread_mutex_unlock(&search->finished_mutex);
}

// How many best moves are told apart.
static int slots_of(const Search *search, const Root *root) {
    int wanted = search->limits.multipv;
    if (!skill_is_full(&search->limits) && wanted < SKILL_MOVES) {
        wanted = SKILL_MOVES;
    }
    return least(wanted, root->count);
}

// One more iteration, by this thread or by one that was quicker. false when the search is over; the
// root then holds the last result, and what a broken-off iteration has changed in it.
static bool iterate(Search *search, Thinker *thinker, RootFailed *failed) {
    Worker *worker = &thinker->worker;
    int before = thinker->known;
    if (finished_depth(search) == before) {
        if (before == search->limits.depth || worker_is_over(worker)) {
            return false;
        }
        root_search(worker, &thinker->root, slots_of(search, &thinker->root), before + 1, failed,
                    search);
        if (!worker->stopped && publish(search, thinker)) {
            return true;
        }
        if (finished_depth(search) == before) {
            return false;
        }
    }
    adopt(search, thinker);
    return true;
}

// Where the endgame tables know the lengths of the best moves' games there is nothing to search.
static void report_known(Search *search, Root *root, int slots) {
    RootMove *best = &root->moves[0];
    if (search->table_line_count > 0 && move_equal(search->table_line[0], best->move)) {
        best->line.count = search->table_line_count;
        memcpy(best->line.moves, search->table_line, sizeof search->table_line);
    }
    for (int slot = 0; slot < slots; slot++) {
        report_slot(search, slot, 1);
    }
}

static void deepen(Search *search, Thinker *thinker) {
    Root *root = &thinker->root;
    Settling settling = {.move = root->moves[0].move};
    int slots = least(search->limits.multipv, root->count);
    if (root_is_known(root, slots)) {
        report_known(search, root, slots);
        return;
    }
    Move reported = {0, 0, 0};
    while (iterate(search, thinker, report_failed)) {
        for (int slot = 0; slot < slots; slot++) {
            report_slot(search, slot, thinker->known);
        }
        reported = root->moves[0].move;
        double factor = timing_settle(&settling, root->moves[0].move, root->moves[0].score);
        if (is_enough(search, slots, thinker->known, factor)) {
            return;
        }
    }
    if (!move_equal(reported, root->moves[0].move)) { // the last, broken-off iteration changed it
        report_slot(search, 0, thinker->known + 1);
    }
}

static void answer(Search *search) {
    SearchAnswer result = {.position = search->position, .count = 0};
    const Root *root = &search->thinkers[0]->root;
    if (root->count > 0) {
        int chosen =
            skill_is_full(&search->limits)
                ? 0
                : skill_choose(root, slots_of(search, root), search->limits.skill, &search->random);
        const Line *line = &root->moves[chosen].line;
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
    think_stop(search);
    answer(search);
}

void think_run(void *context, int number) {
    Search *search = context;
    Thinker *thinker = search->thinkers[number];
    root_init(&thinker->root, &thinker->worker, &search->limits.only);
    thinker->known = 0;
    worker_take_nodes(&thinker->worker);
    if (number == 0) {
        lead(search, thinker);
    } else if (thinker->root.count > 0) {
        while (iterate(search, thinker, NULL)) {
        }
    }
}
