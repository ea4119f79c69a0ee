#include "frontend/bench.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "engine/engine.h"
#include "notation/fen.h"

// From games of the engine against itself: openings, middle games and endings.
static const char *const positions[] = {
    "B:W21-32:B1-12",
    "B:W11,21,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,12,14",
    "W:W17,18,22,24,25,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,11,15,26",
    "B:W11,19,21,22,25,26,28,29,30,31,32:B1,2,3,4,5,6,7,8,12,13",
    "W:W19,22,23,25,27,28,29,30,31,32:B1,2,3,4,5,7,8,11,13,18,20",
    "B:W19,22,25,27,28,29,30,31,32:B1,3,4,5,6,8,11,12,13",
    "W:W17,21,22,24,26,28,29,30,32:B1,2,3,4,5,10,11,14,15",
    "B:W18,22,25,28,29,30,31,32:B1,2,4,6,9,10,11,12",
    "W:W18,19,23,24,25,29,30,31,32:B3,4,5,8,10,11,12,13,14",
    "B:W8,18,21,24,25,28,29,30,32:B1,2,3,4,9,12,13,16",
    "W:W13,19,20,21,23,24,25,29,30:B1,2,3,6,8,9,10,12,14,22",
    "B:W19,22,24,29,30,31,32:B1,3,5,8,12,13,18",
    "W:W17,19,20,21,23,24,30,32:B1,3,6,8,10,12,14,15",
    "B:W7,12,24,29,31,32:B1,3,4,14,15",
    "W:W19,23,24,25,26,32:B6,8,11,12,14,21",
    "B:W5,16,20,22,23,30:B1,3,9,10,14,15",
    "W:WK8,12,14,22,30,32:B1,7,10,19,23,24",
    "B:WK4,15,17,21,26:B6,7,10,27",
    "W:W6,14,26:B8,12,K31",
    "B:WK7,11,16,19,21:B1,12,13,K18,28",
};

#define POSITIONS  ((int)(sizeof positions / sizeof *positions))
#define BENCH_HASH "16"
#define TABLE_HASH "256"

bool bench_read_depth(const char *text, int *depth, Error *error) {
    int64_t number;
    if (text_to_int(text, 1, DEPTH_MAX, &number) != TEXT_NUMBER) {
        return error_set(error, ERROR_INPUT, "bench: '%.40s' is not a depth from 1 to %d", text,
                         DEPTH_MAX);
    }
    *depth = (int)number;
    return true;
}

// What the listener keeps of a search.
typedef struct {
    int depth;                       // of the last finished iteration
    int64_t times_us[DEPTH_MAX + 1]; // when each was finished
} Trace;

static void note_info(void *context, const SearchInfo *info) {
    Trace *trace = context;
    if (info->has_score && info->bound == BOUND_EXACT) {
        trace->depth = info->depth;
        trace->times_us[info->depth] = info->time_us;
    }
}

static void note_answer(void *context, const SearchAnswer *answer) {
    (void)context;
    (void)answer;
}

static Engine *create(Trace *trace, const char *hash, const char *threads, Error *error) {
    Engine *engine = engine_create((SearchListener){note_info, note_answer, trace}, NULL, error);
    if (engine != NULL && (!engine_set_named(engine, "Hash", hash, error) ||
                           !engine_set_named(engine, "Threads", threads, error) ||
                           !engine_set_named(engine, "EgdbPieces", "0", error))) {
        engine_destroy(engine);
        return NULL;
    }
    return engine;
}

static bool is_set(const atomic_bool *stop) {
    return stop != NULL && atomic_load((atomic_bool *)stop);
}

// false if it was told to stop.
static bool wait_for_answer(Engine *engine, const atomic_bool *stop) {
    while (stop != NULL && !is_set(stop) && engine_is_thinking(engine)) {
        clock_sleep_us(1000);
    }
    if (is_set(stop)) {
        engine_stop(engine);
        return false;
    }
    engine_wait(engine);
    return true;
}

// Searches one of the positions from a state without memory of the others.
static bool search_position(Engine *engine, Trace *trace, int number, SearchLimits limits,
                            const atomic_bool *stop, Error *error) {
    Position p;
    Error warning;
    Game game;
    *trace = (Trace){.depth = 0};
    if (!engine_new_game(engine, error) || !fen_read(positions[number], &p, &warning, error) ||
        !game_init(&game, p, engine_rules(engine), error)) {
        return false;
    }
    if (!engine_set_game(engine, &game, error)) {
        game_destroy(&game);
        return false;
    }
    if (!engine_go(engine, limits, error)) {
        return false;
    }
    return wait_for_answer(engine, stop) || error_set(error, ERROR_STATE, "bench was stopped");
}

bool bench_run(FILE *out, int depth, const atomic_bool *stop, uint64_t *signature, Error *error) {
    Trace trace;
    Engine *engine = create(&trace, BENCH_HASH, "1", error);
    SearchLimits limits = search_limits_none();
    uint64_t total = 0;
    bool good = engine != NULL;
    int64_t start_us = clock_now_us();
    limits.depth = depth;
    for (int i = 0; i < POSITIONS && good; i++) {
        good = search_position(engine, &trace, i, limits, stop, error);
        if (good) {
            uint64_t nodes = engine_nodes(engine);
            fprintf(out, "%2d %10" PRIu64 " nodes %s\n", i + 1, nodes, positions[i]);
            total += nodes;
        }
    }
    engine_destroy(engine);
    if (good) {
        double seconds = (double)(clock_now_us() - start_us) / 1e6;
        fprintf(out, "depth %d, %.3f s, %.0f nodes/s\n", depth, seconds, (double)total / seconds);
        fflush(out);
        *signature = total;
    }
    return good;
}

// How deep a search was after this time.
static int depth_at(const Trace *trace, int64_t time_us) {
    int depth = 0;
    for (int i = 1; i <= trace->depth; i++) {
        if (trace->times_us[i] > 0 && trace->times_us[i] <= time_us) {
            depth = i;
        }
    }
    return depth;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

bool bench_depth_table(FILE *out, Error *error) {
    enum { SHORT_MS = 1000, LONG_MS = 10000 };
    Trace trace;
    Engine *engine = create(&trace, TABLE_HASH, "1", error);
    SearchLimits limits = search_limits_none();
    double at_short[POSITIONS], at_long[POSITIONS], speed[POSITIONS];
    bool good = engine != NULL && engine_set_named(engine, "MoveOverhead", "0", error);
    limits.movetime_ms = LONG_MS;
    fprintf(out, "no depth-1s depth-10s Mnodes/s position\n");
    for (int i = 0; i < POSITIONS && good; i++) {
        int64_t start_us = clock_now_us();
        good = search_position(engine, &trace, i, limits, NULL, error);
        at_short[i] = depth_at(&trace, SHORT_MS * 1000);
        at_long[i] = depth_at(&trace, INT64_MAX);
        speed[i] = (double)engine_nodes(engine) / (double)(clock_now_us() - start_us);
        fprintf(out, "%2d %8.0f %9.0f %8.2f %s\n", i + 1, at_short[i], at_long[i], speed[i],
                positions[i]);
        fflush(out);
    }
    engine_destroy(engine);
    if (good) {
        fprintf(out, "median depth %.1f at 1 s, %.1f at 10 s, %.2f M nodes/s\n",
                median(at_short, POSITIONS), median(at_long, POSITIONS), median(speed, POSITIONS));
    }
    return good;
}

// Searches a position for a while.
static bool measure(const char *threads, int number, Trace *trace, double *speed, Error *error) {
    enum { MEASURE_MS = 4000 };
    Engine *engine = create(trace, TABLE_HASH, threads, error);
    SearchLimits limits = search_limits_none();
    limits.movetime_ms = MEASURE_MS;
    int64_t start_us = clock_now_us();
    bool good = engine != NULL && search_position(engine, trace, number, limits, NULL, error);
    if (good) {
        *speed = (double)engine_nodes(engine) / (double)(clock_now_us() - start_us);
    }
    engine_destroy(engine);
    return good;
}

// The geometric mean, over all depths that both reached and the first did not reach at once, of the
// ratio of the times they took. One depth alone would be a matter of luck.
static double time_ratio(const Trace *one, const Trace *two) {
    enum { FROM_US = 200000 };
    double sum = 0;
    int count = 0;
    for (int depth = 1; depth <= one->depth && depth <= two->depth; depth++) {
        if (one->times_us[depth] >= FROM_US) {
            sum += log((double)one->times_us[depth] / (double)(two->times_us[depth] + 1));
            count++;
        }
    }
    return count == 0 ? 1 : exp(sum / count);
}

bool bench_smp(FILE *out, Error *error) {
    double speeds[POSITIONS], times[POSITIONS];
    fprintf(out,
            "no depth-1 depth-2 speed-ratio time-ratio (one thread's time over that of two)\n");
    for (int i = 0; i < POSITIONS; i++) {
        Trace one, two;
        double speed_one = 0, speed_two = 0;
        if (!measure("1", i, &one, &speed_one, error) ||
            !measure("2", i, &two, &speed_two, error)) {
            return false;
        }
        speeds[i] = speed_two / speed_one;
        times[i] = time_ratio(&one, &two);
        fprintf(out, "%2d %7d %7d %11.2f %10.2f\n", i + 1, one.depth, two.depth, speeds[i],
                times[i]);
        fflush(out);
    }
    fprintf(out, "median speed ratio %.2f, median time ratio %.2f\n", median(speeds, POSITIONS),
            median(times, POSITIONS));
    return true;
}
