#include "frontend/solve.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "engine/engine.h"
#include "frontend/solve_report.h"

#define JOBS_MAX    64
#define OPTIONS_MAX 32
#define DEFAULT_MS  1000

static const char usage[] =
    "kelso solve [OPTION ...] FILE  searches the positions of a file\n"
    "  --movetime MS                for each position; 1000 if nothing else limits it\n"
    "  --nodes N, --depth N         likewise\n"
    "  --jobs N                     positions at a time, 1 by default\n"
    "  --option NAME=VALUE          an option of the engine, such as Threads or Hash\n"
    "  --json                       a JSON object a line\n"
    "A line of the file: FEN [; bm MOVE ...] [; am MOVE ...] [; result win|draw|loss] [; id TEXT]\n"
    "bm: one of these moves is expected; am: none of these; result: that of the side to move, a "
    "win\n"
    "being one that is proved. Exit status: 0 all solved, 1 not all, 2 a mistake.\n";

typedef struct {
    SearchLimits limits;
    int jobs;
    bool json;
    const char *path;
    char *options[OPTIONS_MAX]; // NAME=VALUE
    int option_count;
} Wishes;

// All positions, and how far they are.
typedef struct {
    const Wishes *wishes;
    const ProblemList *list;
    FILE *out;
    Solution *solutions; // owned
    bool *done;          // owned
    pthread_mutex_t mutex;
    int next;    // to be searched
    int printed; // those before are
    bool failed; // an engine could not go on
    SolveSums sums;
} Solving;

// One engine, and the position it is at.
typedef struct {
    Solving *solving;
    Engine *engine;
    int index;
} Job;

// Arguments. --------------------------------------------------------------------------------------

static bool read_count(const char *name, const char *text, int64_t most, int64_t *count,
                       Error *error) {
    return text_to_int(text, 1, most, count) == TEXT_NUMBER ||
           error_set(error, ERROR_INPUT, "%s: '%.40s' is no number from 1 to %lld", name, text,
                     (long long)most);
}

static bool read_argument(Wishes *wishes, const char *name, char *value, Error *error) {
    int64_t number = 0;
    if (strcmp(name, "--movetime") == 0) {
        return read_count(name, value, 1000000000, &wishes->limits.movetime_ms, error);
    }
    if (strcmp(name, "--nodes") == 0) {
        bool good = read_count(name, value, INT64_MAX / 2, &number, error);
        wishes->limits.nodes = (uint64_t)number;
        return good;
    }
    if (strcmp(name, "--depth") == 0) {
        bool good = read_count(name, value, DEPTH_MAX, &number, error);
        wishes->limits.depth = (int)number;
        return good;
    }
    if (strcmp(name, "--jobs") == 0) {
        bool good = read_count(name, value, JOBS_MAX, &number, error);
        wishes->jobs = (int)number;
        return good;
    }
    if (strcmp(name, "--option") == 0 && wishes->option_count < OPTIONS_MAX) {
        wishes->options[wishes->option_count++] = value;
        return strchr(value, '=') != NULL ||
               error_set(error, ERROR_INPUT, "--option: '%.40s' is not NAME=VALUE", value);
    }
    return error_set(error, ERROR_INPUT, "unknown argument '%.40s'", name);
}

static bool read_arguments(Wishes *wishes, int count, char **arguments, Error *error) {
    *wishes = (Wishes){.limits = search_limits_none(), .jobs = 1};
    for (int i = 0; i < count; i++) {
        if (strcmp(arguments[i], "--json") == 0) {
            wishes->json = true;
        } else if (strncmp(arguments[i], "--", 2) != 0 && wishes->path == NULL) {
            wishes->path = arguments[i];
        } else if (i + 1 == count) {
            return error_set(error, ERROR_INPUT, "'%.40s' is unknown, or lacks its value",
                             arguments[i]);
        } else if (!read_argument(wishes, arguments[i], arguments[i + 1], error)) {
            return false;
        } else {
            i++;
        }
    }
    if (search_limits_are_none(&wishes->limits)) {
        wishes->limits.movetime_ms = DEFAULT_MS;
    }
    return wishes->path != NULL || error_set(error, ERROR_INPUT, "solve needs a file");
}

// Searching. --------------------------------------------------------------------------------------

static void note_info(void *context, const SearchInfo *info) {
    Job *job = context;
    Solution *solution = &job->solving->solutions[job->index];
    const Problem *problem = &job->solving->list->problems[job->index];
    solution->nodes = info->nodes;
    solution->ms = info->time_us / 1000;
    if (!info->has_score || info->multipv != 1 || info->line_count == 0) {
        return;
    }
    solution->score = info->score;
    solution->depth = info->depth;
    solution->line_count = info->line_count;
    memcpy(solution->line, info->line, (size_t)info->line_count * sizeof *info->line);
    if (!problem_is_solved(problem, info->line[0], info->score)) {
        solution->since_ms = -1;
    } else if (solution->since_ms < 0) {
        solution->since_ms = solution->ms;
        solution->since_nodes = solution->nodes;
    }
}

static void note_answer(void *context, const SearchAnswer *answer) {
    Job *job = context;
    Solution *solution = &job->solving->solutions[job->index];
    solution->has_move = answer->count > 0;
    solution->move = answer->moves[0];
    solution->solved =
        solution->has_move && problem_is_solved(&job->solving->list->problems[job->index],
                                                answer->moves[0], solution->score);
}

static void say(void *context, const Error *error) {
    (void)context;
    fprintf(stderr, "kelso: %s\n", error->message);
}

static bool set_options(Engine *engine, const Wishes *wishes, Error *error) {
    int count;
    const OptionSpec *specs = engine_options(&count);
    for (int i = 0; i < wishes->option_count; i++) {
        char name[64];
        const char *value = strchr(wishes->options[i], '=') + 1;
        snprintf(name, sizeof name, "%.*s", (int)(value - 1 - wishes->options[i]),
                 wishes->options[i]);
        const OptionSpec *spec = option_find(specs, count, name);
        if (spec == NULL) {
            return error_set(error, ERROR_INPUT, "--option: there is no option '%.40s'", name);
        }
        if (!engine_set_option(engine, spec, value, error)) {
            return false;
        }
    }
    return true;
}

// With the mutex held: prints what is done, in the order of the file.
static void print_done(Solving *solving) {
    for (; solving->printed < solving->list->count && solving->done[solving->printed];
         solving->printed++) {
        const Problem *problem = &solving->list->problems[solving->printed];
        const Solution *solution = &solving->solutions[solving->printed];
        solve_report_position(solving->out, solving->wishes->json, solving->printed + 1, problem,
                              solution);
        fflush(solving->out);
        solving->sums.positions++;
        solving->sums.judged += problem_is_judged(problem);
        solving->sums.solved += problem_is_judged(problem) && solution->solved;
        solving->sums.nodes += solution->nodes;
    }
}

static bool search_position(Job *job, Error *error) {
    Game game;
    Engine *engine = job->engine;
    if (!engine_new_game(engine, error) ||
        !game_init(&game, job->solving->list->problems[job->index].position, engine_rules(engine),
                   error)) {
        return false;
    }
    if (!engine_set_game(engine, &game, error)) {
        game_destroy(&game);
        return false;
    }
    job->solving->solutions[job->index].since_ms = -1;
    if (!engine_go(engine, job->solving->wishes->limits, error)) {
        return false;
    }
    engine_wait(engine);
    return true;
}

static void *work(void *context) {
    Job *job = context;
    Solving *solving = job->solving;
    Error error;
    pthread_mutex_lock(&solving->mutex);
    while (solving->next < solving->list->count && !solving->failed && !ferror(solving->out)) {
        job->index = solving->next++;
        pthread_mutex_unlock(&solving->mutex);
        bool good = search_position(job, &error);
        pthread_mutex_lock(&solving->mutex);
        if (!good) {
            say(NULL, &error);
            solving->failed = true;
        }
        solving->done[job->index] = good;
        print_done(solving);
    }
    pthread_mutex_unlock(&solving->mutex);
    return NULL;
}

// The caller's thread is one of them.
static bool run_jobs(Solving *solving, Job *jobs, int count, Error *error) {
    pthread_t threads[JOBS_MAX];
    int started = 1;
    for (int i = 0; i < count; i++) {
        jobs[i].solving = solving;
        jobs[i].engine =
            engine_create((SearchListener){note_info, note_answer, &jobs[i]}, say, error);
        if (jobs[i].engine == NULL || !set_options(jobs[i].engine, solving->wishes, error)) {
            return false;
        }
    }
    while (started < count && pthread_create(&threads[started], NULL, work, &jobs[started]) == 0) {
        started++;
    }
    work(&jobs[0]);
    for (int i = 1; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    return true;
}

// The exit status.
static int solve(const Wishes *wishes, const ProblemList *list, FILE *out) {
    Error error;
    Job jobs[JOBS_MAX] = {{NULL, NULL, 0}};
    Solving solving = {.wishes = wishes, .list = list, .out = out};
    int64_t start = clock_now_us();
    int status = 1;
    solving.solutions = calloc((size_t)list->count, sizeof *solving.solutions);
    solving.done = calloc((size_t)list->count, sizeof *solving.done);
    pthread_mutex_init(&solving.mutex, NULL);
    if (solving.solutions == NULL || solving.done == NULL) {
        error_set(&error, ERROR_MEMORY, "no memory for %d positions", list->count);
        say(NULL, &error);
    } else if (!run_jobs(&solving, jobs, wishes->jobs < list->count ? wishes->jobs : list->count,
                         &error)) {
        say(NULL, &error);
        status = error.code == ERROR_INPUT ? 2 : 1;
    } else {
        solving.sums.seconds = (double)(clock_now_us() - start) / 1e6;
        solve_report_sums(out, wishes->json, &solving.sums);
        bool missed = solving.failed || solving.sums.solved < solving.sums.judged;
        status = missed && !ferror(out); // else the caller says that it cannot be written
    }
    for (int i = 0; i < JOBS_MAX; i++) {
        engine_destroy(jobs[i].engine);
    }
    pthread_mutex_destroy(&solving.mutex);
    free(solving.solutions);
    free(solving.done);
    return status;
}

int solve_run(int count, char **arguments, FILE *out) {
    Error error;
    Wishes wishes;
    ProblemList list;
    if (count == 1 && strcmp(arguments[0], "--help") == 0) {
        fputs(usage, out);
        return 0;
    }
    if (!read_arguments(&wishes, count, arguments, &error)) {
        fprintf(stderr, "kelso: %s (kelso solve --help lists the arguments)\n", error.message);
        return 2;
    }
    if (!problems_read(&list, wishes.path, say, NULL)) {
        return 2;
    }
    int status = solve(&wishes, &list, out);
    problems_destroy(&list);
    return status;
}
