#include "book/build.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/hash.h"
#include "book/ballots.h"
#include "book/files.h"
#include "book/growth.h"
#include "common/alloc.h"
#include "common/progress.h"
#include "egdb/answer.h"

#define TABLE_MIB     16
#define DECIDED       300 // hundredths of a man from which on a position is not grown
#define SAVE_EVERY_US 300000000

// A ballot's tree.
typedef struct {
    Graph graph;
    Position root;
    int64_t steps;
    bool wanted, busy, finished; // finished: there is nothing to grow any more
} Tree;

typedef struct {
    const BookConfig *config;
    Egdb *egdb; // NULL: none
    Graph base;
    pthread_mutex_t mutex; // guards all below; not held while a worker searches
    Findings findings;
    Tree *trees; // by the ballot's number less one
    int tree_count, workers;
    int64_t searches; // full ones, since the start
    bool stop, failed;
    Error error;
} Build;

static GrowthSource source_of(const Build *build) {
    return (GrowthSource){&build->findings, &build->base};
}

static void count_visits(Graph *graph, const GraphPath *path) {
    for (int i = 0; i < path->count; i++) {
        int index = graph_find(graph, path->positions[i]);
        if (index >= 0) {
            graph->nodes[index].visits++;
        }
    }
}

// A step of which the findings know all.
static bool make_step(Build *build, int number, const GraphPath *path) {
    Tree *tree = &build->trees[number];
    GrowthSource source = source_of(build);
    if (!growth_grow(&tree->graph, &source, path->positions[path->count - 1])) {
        return false;
    }
    count_visits(&tree->graph, path);
    tree->steps++;
    return true;
}

// A step from the journal. One whose searches were damaged there is made again later.
static void repeat_step(void *context, int ballot, const GraphPath *path) {
    Build *build = context;
    if (ballot >= 1 && ballot <= build->tree_count) {
        make_step(build, ballot - 1, path);
    }
}

// Choosing. ---------------------------------------------------------------------------------------

// The tree's next position to grow, by the path to it.
static void choose_path(Build *build, Tree *tree, GraphPath *path) {
    int root = graph_find(&tree->graph, tree->root);
    if (root < 0) {
        path->count = 1;
        path->positions[0] = tree->root;
        return;
    }
    graph_back_up(&tree->graph);
    for (;;) {
        graph_most_relevant(&tree->graph, root, build->config->ply_cost, DECIDED, path);
        int index =
            path->count == 0 ? -1 : graph_find(&tree->graph, path->positions[path->count - 1]);
        if (index < 0 || build->egdb == NULL ||
            egdb_answer(build->egdb, tree->graph.nodes[index].position).value == EGDB_UNKNOWN) {
            return;
        }
        tree->graph.nodes[index].closed = true; // the tables know all about it
    }
}

static bool is_open(const Build *build, const Tree *tree) {
    return tree->wanted && !tree->finished &&
           (build->config->steps == 0 || tree->steps < build->config->steps);
}

// The tree with the fewest steps that nobody works at; -1: there is none.
static int choose_tree(const Build *build) {
    int chosen = -1;
    for (int i = 0; i < build->tree_count; i++) {
        const Tree *tree = &build->trees[i];
        if (is_open(build, tree) && !tree->busy &&
            (chosen < 0 || tree->steps < build->trees[chosen].steps)) {
            chosen = i;
        }
    }
    return chosen;
}

// Working. ----------------------------------------------------------------------------------------

static void fail(Build *build, const Error *error) {
    if (!build->failed) {
        build->failed = true;
        build->error = *error;
    }
    build->stop = true;
}

// One search, with the mutex let go meanwhile; what another worker has found since is as good.
static void search(Build *build, Judge *judge, Look look, Position p) {
    Finding found;
    Error error;
    uint64_t nodes = (uint64_t)build->config->nodes / (look == LOOK_SHORT ? LOOK_SHORT_PART : 1);
    pthread_mutex_unlock(&build->mutex);
    bool good = judge_search(judge, p, nodes, &found, &error);
    pthread_mutex_lock(&build->mutex);
    build->searches += look == LOOK_FULL;
    if (good && findings_get(&build->findings, look, p) == NULL) {
        good = findings_add(&build->findings, look, p, found, &error);
    }
    if (!good) {
        fail(build, &error);
    }
}

// One step of a tree, broken off if the build is to stop.
static void grow(Build *build, Judge *judge, int number) {
    Tree *tree = &build->trees[number];
    GrowthSource source = source_of(build);
    GraphPath path;
    Look look;
    Position wanted;
    Error error;
    choose_path(build, tree, &path);
    if (path.count == 0) {
        tree->finished = true;
        return;
    }
    while (!build->stop &&
           growth_needs(&tree->graph, &source, path.positions[path.count - 1], &look, &wanted)) {
        search(build, judge, look, wanted);
    }
    if (!build->stop && make_step(build, number, &path) &&
        !findings_add_step(&build->findings, number + 1, &path, &error)) {
        fail(build, &error);
    }
}

static void work(Build *build, Judge *judge) {
    int number;
    while (!build->stop && (number = choose_tree(build)) >= 0) {
        build->trees[number].busy = true;
        grow(build, judge, number);
        build->trees[number].busy = false;
    }
}

static void *run_worker(void *context) {
    Build *build = context;
    Judge judge;
    Error error;
    bool good = judge_init(&judge, TABLE_MIB, build->egdb, &error);
    pthread_mutex_lock(&build->mutex);
    if (good) {
        work(build, &judge);
    } else {
        fail(build, &error);
    }
    build->workers--;
    pthread_mutex_unlock(&build->mutex);
    judge_destroy(&judge);
    return NULL;
}

// Saving. -----------------------------------------------------------------------------------------

// With the mutex held.
static bool save(const Build *build, int *positions, size_t *size, Error *error) {
    Graph all = {0};
    BookEntry entry;
    for (int i = 0; i < build->base.count; i++) {
        graph_entry(&build->base, i, &entry);
        graph_put(&all, &entry);
    }
    for (int i = 0; i < build->tree_count; i++) {
        for (int j = 0; j < build->trees[i].graph.count; j++) {
            graph_entry(&build->trees[i].graph, j, &entry);
            graph_put(&all, &entry);
        }
    }
    graph_back_up(&all);
    *positions = all.count;
    bool good = files_save(&all, build->config->output, size, error);
    graph_destroy(&all);
    return good;
}

// The whole. --------------------------------------------------------------------------------------

static void open_trees(Build *build) {
    BallotTable table = ballots_three_move();
    build->tree_count = table.count;
    build->trees = alloc_zeroed((size_t)table.count, sizeof *build->trees);
    for (int i = 0; i < table.count; i++) {
        build->trees[i].root = book_position(ballot_position(&table.ballots[i]));
        build->trees[i].wanted = build->config->ballots[i];
    }
}

static uint64_t hash_of_base(const Build *build) {
    uint64_t hash = 0;
    BookEntry entry;
    for (int i = 0; i < build->base.count; i++) {
        graph_entry(&build->base, i, &entry);
        hash = hash_words(hash, book_key(entry.position) ^ (uint64_t)entry.score << 8 ^
                                    (uint64_t)entry.expanded);
    }
    return hash;
}

static bool open_findings(Build *build, Error *error) {
    const BookConfig *config = build->config;
    FindingsHead head = {.what = "build",
                         .nodes = config->nodes,
                         .ply_cost = config->ply_cost,
                         .egdb_pieces = build->egdb == NULL ? 0 : egdb_pieces(build->egdb),
                         .base = hash_of_base(build)};
    return judge_weights(&head.weights, error) &&
           findings_open(&build->findings, config->output, &head, repeat_step, build, error);
}

static bool open_all(Build *build, Error *error) {
    open_trees(build);
    return (build->config->from == NULL || files_load(&build->base, build->config->from, error)) &&
           judge_open_egdb(build->config->egdb, &build->egdb, error) && open_findings(build, error);
}

static void close_all(Build *build) {
    findings_destroy(&build->findings);
    egdb_close(build->egdb);
    graph_destroy(&build->base);
    for (int i = 0; i < build->tree_count; i++) {
        graph_destroy(&build->trees[i].graph);
    }
    free(build->trees);
    pthread_mutex_destroy(&build->mutex);
}

// Where a build stands and since when.
typedef struct {
    int64_t start_us, start_steps, saved_us;
    int64_t deadline_us; // INT64_MAX: none
} Watch;

static int64_t count_steps(const Build *build, int64_t *left) {
    int64_t steps = 0;
    *left = 0;
    for (int i = 0; i < build->tree_count; i++) {
        const Tree *tree = &build->trees[i];
        steps += tree->wanted ? tree->steps : 0;
        *left += is_open(build, tree) ? build->config->steps - tree->steps : 0;
    }
    return steps;
}

// Seconds to the end; < 0: it has none.
static double seconds_left(const Build *build, const Watch *watch) {
    int64_t left, now = clock_now_us(), made = count_steps(build, &left) - watch->start_steps;
    double by_clock = (double)(watch->deadline_us - now) / 1e6;
    double by_steps =
        made == 0 ? by_clock : (double)left / (double)made * (double)(now - watch->start_us) / 1e6;
    if (build->config->steps == 0) {
        return watch->deadline_us == INT64_MAX ? -1 : by_clock;
    }
    return by_steps < by_clock ? by_steps : by_clock;
}

static void show_status(const Build *build, const Watch *watch, Progress *progress) {
    char left[64] = "";
    int64_t ignored;
    double seconds = seconds_left(build, watch);
    if (!progress_is_due(progress)) {
        return;
    }
    if (seconds >= 0 && seconds < 1e8) {
        snprintf(left, sizeof left, ", %d:%02d:%02d left", (int)seconds / 3600,
                 (int)seconds / 60 % 60, (int)seconds % 60);
    }
    char status[160];
    snprintf(status, sizeof status, "%" PRId64 " steps, %" PRId64 " searches since the start%s",
             count_steps(build, &ignored), build->searches, left);
    progress_status(progress, status);
}

// Saves a book now and then, so that what is there can be used.
static void keep_up(Build *build, Watch *watch, Progress *progress) {
    Error error;
    int positions;
    if (clock_now_us() - watch->saved_us > SAVE_EVERY_US) {
        if (!save(build, &positions, NULL, &error)) {
            fail(build, &error);
        }
        watch->saved_us = clock_now_us();
    }
    build->stop |= clock_now_us() >= watch->deadline_us;
    show_status(build, watch, progress);
}

// Looks after the workers until they have ended. A first signal stops the build, a second one ends
// the program.
static void look_after(Build *build, Watch *watch, const sigset_t *signals, Progress *progress) {
    static const struct timespec interval = {0, 50000000};
    bool working = true;
    while (working) {
        bool told = sigtimedwait(signals, NULL, &interval) > 0;
        pthread_mutex_lock(&build->mutex);
        build->stop |= told;
        if (build->workers > 0) {
            keep_up(build, watch, progress);
        }
        working = build->workers > 0;
        pthread_mutex_unlock(&build->mutex);
        if (told) {
            pthread_sigmask(SIG_UNBLOCK, signals, NULL);
        }
    }
}

static bool run_workers(Build *build, Watch *watch, Progress *progress, Error *error) {
    pthread_t *threads = alloc_zeroed((size_t)build->config->threads, sizeof *threads);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL); // the threads inherit it
    int started = 0;
    pthread_mutex_lock(&build->mutex);
    while (started < build->config->threads &&
           pthread_create(&threads[started], NULL, run_worker, build) == 0) {
        started++;
    }
    build->workers = started;
    pthread_mutex_unlock(&build->mutex);
    look_after(build, watch, &signals, progress);
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    free(threads);
    return started > 0 || error_set(error, ERROR_MEMORY, "the system has no thread left");
}

static bool finish(Build *build, const Watch *watch, Progress *progress, Error *error) {
    int positions;
    size_t size;
    if (build->failed) {
        *error = build->error;
        return false;
    }
    if (!save(build, &positions, &size, error)) {
        return false;
    }
    if (!build->config->quiet) {
        progress_note(progress, "%s: %d positions, %zu bytes; %" PRId64 " searches in %.0f s%s",
                      build->config->output, positions, size, build->searches,
                      (double)(clock_now_us() - watch->start_us) / 1e6,
                      build->stop ? "; the same command goes on" : "");
    }
    return true;
}

bool book_build(const BookConfig *config, Error *error) {
    Build build = {.config = config};
    Progress progress;
    int64_t ignored, now = clock_now_us();
    Watch watch = {.start_us = now, .saved_us = now, .deadline_us = INT64_MAX};
    pthread_mutex_init(&build.mutex, NULL);
    progress_init(&progress, stderr, config->quiet);
    bool good = open_all(&build, error);
    if (config->minutes > 0) {
        watch.deadline_us = now + config->minutes * 60000000;
    }
    watch.start_steps = count_steps(&build, &ignored);
    good = good && run_workers(&build, &watch, &progress, error) &&
           finish(&build, &watch, &progress, error);
    progress_destroy(&progress);
    close_all(&build);
    return good;
}
