#include "egdb/speed.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/random.h"
#include "common/alloc.h"
#include "egdb/egdb.h"
#include "egdb/index.h"
#include "egdb/team.h"
#include "rules/moves.h"

#define ROUNDS 7

// A set of positions, and a cache that holds all their blocks or hardly any.
typedef struct {
    const char *name;
    int cache_mebibytes, positions, passes; // over them in a round
} Kind;

static const Kind kinds[] = {{"cached", 256, 4000, 500}, {"unpacked", 1, 20000, 2}};

typedef struct {
    Egdb *egdb;
    const Kind *kind;
    Position *positions; // owned
} Set;

// What one thread does: passes over the set from a place of its own.
typedef struct {
    const Set *set;
    int from;
    double times[ROUNDS]; // of a probe, in nanoseconds
    uint64_t values;      // their sum: nothing may be left out
} Prober;

// The position of this number among all of the slices.
static Position find_position(const Slice *slices, uint64_t number) {
    for (; number >= index_size(*slices); slices++) {
        number -= index_size(*slices);
    }
    return index_position(*slices, number);
}

// false, with an error, if there are no tables or no memory.
static bool set_init(Set *set, const Kind *kind, const EgdbConfig *config, Error *error) {
    Slice slices[SLICE_LIST_MAX];
    int all = slice_list(config->pieces, slices), count = 0;
    uint64_t numbers = 0;
    *set = (Set){.kind = kind};
    set->egdb = egdb_open(config->folder, config->pieces, kind->cache_mebibytes, NULL, NULL, error);
    for (int i = 0; i < all && set->egdb != NULL; i++) {
        if (egdb_head(set->egdb, EGDB_WLD, slices[i]) != NULL) {
            numbers += index_size(slices[i]);
            slices[count++] = slices[i];
        }
    }
    if (count == 0) {
        return set->egdb != NULL && error_set(error, ERROR_FILE, "%.200s: no tables of %d pieces",
                                              config->folder, config->pieces);
    }
    set->positions = alloc_zeroed((size_t)kind->positions, sizeof(Position));
    Random random = {(uint64_t)config->seed};
    for (int i = 0; i < kind->positions;) {
        Position p = find_position(slices, random_below(&random, numbers));
        if (!moves_can_capture(p, WHITE) && !moves_can_capture(p, BLACK)) {
            set->positions[i++] = p;
        }
    }
    return true;
}

static void set_destroy(Set *set) {
    egdb_close(set->egdb);
    free(set->positions);
}

static void pass(Prober *prober) {
    const Set *set = prober->set;
    for (int i = prober->from; i < set->kind->positions; i++) {
        prober->values += egdb_probe_quiet(set->egdb, set->positions[i]);
    }
    for (int i = 0; i < prober->from; i++) {
        prober->values += egdb_probe_quiet(set->egdb, set->positions[i]);
    }
}

static void measure(void *context, int worker, uint64_t item) {
    (void)worker;
    Prober *prober = (Prober *)context + item;
    const Kind *kind = prober->set->kind;
    pass(prober); // into the cache, or at least into memory
    for (int round = 0; round < ROUNDS; round++) {
        int64_t start = clock_now_us();
        for (int i = 0; i < kind->passes; i++) {
            pass(prober);
        }
        double probes = (double)kind->passes * kind->positions;
        prober->times[round] = 1000.0 * (double)(clock_now_us() - start) / probes;
    }
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool run_threads(const Set *set, int threads, FILE *out, Error *error) {
    Prober probers[TEAM_THREADS_MAX];
    double times[TEAM_THREADS_MAX * ROUNDS];
    Team *team = team_create(threads, error);
    if (team == NULL) {
        return false;
    }
    for (int i = 0; i < threads; i++) {
        probers[i] = (Prober){.set = set, .from = set->kind->positions / threads * i};
    }
    team_run(team, (uint64_t)threads, 1, measure, probers);
    team_destroy(team);
    int count = 0;
    for (int i = 0; i < threads; i++) {
        for (int round = 0; round < ROUNDS; round++) {
            times[count++] = probers[i].times[round];
        }
    }
    qsort(times, (size_t)count, sizeof *times, compare);
    fprintf(out, "%s threads %d ns %.0f\n", set->kind->name, threads, times[count / 2]);
    return true;
}

bool speed_run(const EgdbConfig *config, FILE *out, Error *error) {
    bool good = true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && good; i++) {
        Set set;
        good = set_init(&set, &kinds[i], config, error) && run_threads(&set, 1, out, error) &&
               (config->threads == 1 || run_threads(&set, config->threads, out, error));
        set_destroy(&set);
    }
    return good;
}
