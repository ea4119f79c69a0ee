#include "egdb/build.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "common/alloc.h"
#include "common/progress.h"
#include "egdb/agenda.h"
#include "egdb/distance.h"
#include "egdb/folder.h"
#include "egdb/gather.h"
#include "egdb/solve.h"
#include "egdb/store.h"
#include "egdb/table_writer.h"

// What a build takes beside slices: masks, blocks on their way to a file.
#define MEMORY_BESIDE ((uint64_t)64 << 20)

typedef struct {
    const EgdbConfig *config;
    char sources[PATH_MAX]; // folder
    Team *team;
    MaskSet masks;
    SolvedSet solved;
    DistanceSet ends; // plies to the end
    bool makes_ends;  // all of them
    Solver solver;
    Agenda agenda;
    uint64_t memory;                      // limit, in bytes
    uint64_t positions, solved_positions; // of all steps, of those done
    int step;
    int64_t start_us;
    Progress progress;
    Error *error; // of what asked for the state meets
    bool failed;
} Build;

static uint64_t step_positions(const AgendaStep *step) {
    bool alone = slice_equal(step->slice, slice_swapped(step->slice));
    return index_size(step->slice) * (alone ? 1 : 2);
}

// ---- what is there

static bool has_table(Build *build, Slice s, EgdbKind kind) {
    TableHead head;
    TableStatus status = folder_head(build->config->folder, s, kind, &head, build->error);
    build->failed |= status == TABLE_BAD;
    return status == TABLE_THERE;
}

static bool wants_kind(const Build *build, Slice s, EgdbKind kind) {
    int distance_pieces = build->config->distance_pieces;
    switch (kind) {
    case EGDB_PROGRESS:
        return slice_pieces(s) <= distance_pieces;
    case EGDB_CROWNING:
        return build->config->crowning && slice_pieces(s) <= distance_pieces;
    case EGDB_END:
        return distance_pieces > 0 && slice_pieces(s) <= END_PIECES_MAX;
    default:
        return true;
    }
}

static bool has_all_kinds(Build *build, Slice s) {
    for (EgdbKind kind = 0; kind < EGDB_KINDS; kind++) {
        if (wants_kind(build, s, kind) && !has_table(build, s, kind)) {
            return false;
        }
    }
    return true;
}

// Plies to the end are looked up in those of smaller slices, of which files hold only a part: so
// the slices that have them are all made in one go, which is a matter of seconds.
static bool end_is_missing(Build *build) {
    for (int pieces = 2; pieces <= END_PIECES_MAX && pieces <= build->config->pieces; pieces++) {
        Slice slices[SLICE_LIST_MAX];
        int count = slice_list(pieces, slices);
        for (int i = 0; i < count; i++) {
            if (wants_kind(build, slices[i], EGDB_END) && !has_all_kinds(build, slices[i])) {
                return true;
            }
        }
    }
    return false;
}

static bool has_tables(void *context, Slice s) {
    Build *build = context;
    return !(build->makes_ends && wants_kind(build, s, EGDB_END)) && has_all_kinds(build, s);
}

static bool has_exact(void *context, Slice s) {
    return store_has(((Build *)context)->sources, s);
}

// ---- memory

static uint64_t held_bytes(const Build *build) {
    uint64_t bytes = 0;
    for (int i = 0; i < SLICE_IDS; i++) {
        const Solved *solved = build->solved.by_id[i];
        bytes += solved == NULL ? 0 : solved_bytes(solved->slice);
    }
    return bytes;
}

static void drop(Build *build, Slice s) {
    Solved **place = &build->solved.by_id[slice_id(s)];
    solved_destroy(*place);
    *place = NULL;
}

static bool is_needed_now(const AgendaStep *step, Slice s) {
    bool needed = slice_equal(s, step->slice) || slice_equal(s, slice_swapped(step->slice));
    for (int i = 0; i < step->need_count; i++) {
        needed |= slice_equal(s, step->needs[i]);
    }
    return needed;
}

// Drops the slice that is not needed for the longest time; false if all are needed now.
static bool drop_one(Build *build, const AgendaStep *step) {
    const Solved *furthest = NULL;
    int furthest_use = -1;
    for (int i = 0; i < SLICE_IDS; i++) {
        const Solved *solved = build->solved.by_id[i];
        if (solved == NULL || is_needed_now(step, solved->slice)) {
            continue;
        }
        int use = agenda_next_use(&build->agenda, build->step, solved->slice);
        if (use > furthest_use) {
            furthest = solved;
            furthest_use = use;
        }
    }
    if (furthest == NULL) {
        return false;
    }
    drop(build, furthest->slice);
    return true;
}

// Bytes that the step needs beside what is held.
static uint64_t step_bytes(const Build *build, const AgendaStep *step) {
    Slice s = step->slice, swapped = slice_swapped(s);
    uint64_t bytes =
        MEMORY_BESIDE + solve_workspace(s, team_threads(build->team)) + solved_bytes(s);
    bytes += slice_equal(s, swapped) ? 0 : solved_bytes(swapped);
    for (int i = 0; i < step->need_count; i++) {
        bool held = build->solved.by_id[slice_id(step->needs[i])] != NULL;
        bytes += held ? 0 : solved_bytes(step->needs[i]);
    }
    if (wants_kind(build, s, EGDB_PROGRESS)) {
        bytes += 2 * index_size(s) + distances_workspace(s, team_threads(build->team));
    }
    return bytes;
}

static bool make_room(Build *build, const AgendaStep *step, Error *error) {
    uint64_t bytes = step_bytes(build, step);
    while (held_bytes(build) + bytes > build->memory) {
        if (!drop_one(build, step)) {
            char name[SLICE_NAME_MAX];
            slice_name(step->slice, name);
            return error_set(error, ERROR_MEMORY,
                             "slice %s needs %.2f GiB, but %.2f are allowed: --memory", name,
                             (double)(held_bytes(build) + bytes) / (1 << 30),
                             (double)build->memory / (1 << 30));
        }
    }
    return true;
}

static bool load_needs(Build *build, const AgendaStep *step, Error *error) {
    for (int i = 0; i < step->need_count; i++) {
        Solved **place = &build->solved.by_id[slice_id(step->needs[i])];
        if (*place == NULL) {
            *place = store_load(build->sources, step->needs[i], build->team, error);
        }
        if (*place == NULL) {
            return false;
        }
    }
    return true;
}

// ---- files

static bool write_wld(Build *build, Slice s, Error *error) {
    const Solved *solved = build->solved.by_id[slice_id(s)];
    ValuesSource values = {solved, &build->masks, build->solver.fast};
    TableSource source = {.kind = EGDB_WLD, .slice = s, .fill = values_fill, .context = &values};
    solved_count(solved, &source.won, &source.lost);
    return table_write(&source, build->config->folder, build->team, error);
}

static bool write_distances(Build *build, const Distances *distances, EgdbKind kind, Error *error) {
    Slice s = distances->slice;
    const Solved *solved = build->solved.by_id[slice_id(s)];
    DistanceValues values = {{solved, &build->masks, build->solver.fast}, distances};
    TableSource source = {.kind = kind,
                          .slice = s,
                          .longest = distances->longest,
                          .fill = distances_fill,
                          .context = &values};
    solved_count(solved, &source.won, &source.lost);
    return table_write(&source, build->config->folder, build->team, error);
}

// Both slices' distances of a kind; those to the end stay for the slices that need them.
static bool make_distances(Build *build, Slice s, EgdbKind kind, Error *error) {
    Slice swapped = slice_swapped(s);
    bool alone = slice_equal(s, swapped);
    DistanceSet *own = alloc_zeroed(1, sizeof *own), *set = kind == EGDB_END ? &build->ends : own;
    DistanceMaker maker = {{&build->solved, &build->masks, build->solver.fast}, build->team, kind};
    bool good = distances_make(&maker, s, set, error) &&
                write_distances(build, set->by_id[slice_id(s)], kind, error) &&
                (alone || write_distances(build, set->by_id[slice_id(swapped)], kind, error));
    if (kind != EGDB_END) {
        distances_destroy(set->by_id[slice_id(s)]);
        if (!alone) {
            distances_destroy(set->by_id[slice_id(swapped)]);
        }
    }
    free(own);
    return good;
}

static bool write_tables(Build *build, Slice s, Error *error) {
    for (EgdbKind kind = EGDB_PROGRESS; kind < EGDB_KINDS; kind++) {
        if (wants_kind(build, s, kind) && !make_distances(build, s, kind, error)) {
            return false;
        }
    }
    return write_wld(build, s, error) &&
           (slice_equal(s, slice_swapped(s)) || write_wld(build, slice_swapped(s), error));
}

// Keeps what slices to come need, on disk, and lets the rest go.
static bool keep(Build *build, Slice s, Error *error) {
    bool used = build->agenda.last_use[slice_id(s)] > build->step;
    if ((used || build->config->keep_sources || build->config->has_slice) &&
        !store_has(build->sources, s) &&
        !store_save(build->sources, build->solved.by_id[slice_id(s)], build->team, error)) {
        return false;
    }
    return true;
}

static void drop_unused(Build *build) {
    for (int i = 0; i < SLICE_IDS; i++) {
        const Solved *solved = build->solved.by_id[i];
        if (solved != NULL && build->agenda.last_use[i] <= build->step) {
            drop(build, solved->slice);
        }
    }
}

// ---- steps

static void show(void *context, double share) {
    Build *build = context;
    if (!progress_is_due(&build->progress)) {
        return;
    }
    const AgendaStep *step = &build->agenda.steps[build->step];
    char name[SLICE_NAME_MAX], status[160];
    double done = (double)build->solved_positions + share * (double)step_positions(step);
    double seconds = (double)(clock_now_us() - build->start_us) / 1e6;
    double left = done > 0 ? seconds * ((double)build->positions - done) / done : 0;
    slice_name(step->slice, name);
    snprintf(status, sizeof status,
             "%s %2.0f %%, step %d of %d; %.3g of %.3g million positions, %.0f min %02.0f s left",
             name, 100 * share, build->step + 1, build->agenda.count, done / 1e6,
             (double)build->positions / 1e6, (double)((int64_t)left / 60),
             (double)((int64_t)left % 60));
    progress_status(&build->progress, status);
}

static bool do_step(Build *build, Error *error) {
    const AgendaStep *step = &build->agenda.steps[build->step];
    Slice s = step->slice, swapped = slice_swapped(s);
    if (!make_room(build, step, error) || !load_needs(build, step, error) ||
        !solve_slice(&build->solver, s, error) || !keep(build, s, error) ||
        !keep(build, swapped, error) || (step->wanted && !write_tables(build, s, error))) {
        return false;
    }
    build->solved_positions += step_positions(step);
    drop_unused(build);
    return true;
}

static bool make_folder(const char *path, Error *error) {
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           error_cannot(error, "make the folder", path);
}

static void say_again(Build *build) {
    int again = 0;
    for (int i = 0; i < build->agenda.count; i++) {
        again += build->agenda.steps[i].again;
    }
    if (again > 0 && !build->config->quiet) {
        progress_note(
            &build->progress,
            "%d pairs of slices whose tables are there are solved again: larger ones need all "
            "their values, which are not in %s",
            again, build->sources);
    }
}

static bool plan_steps(Build *build, Error *error) {
    build->error = error;
    if (build->config->has_slice) {
        build->agenda = agenda_create_single(build->config->slice);
        if (has_tables(build, build->config->slice) &&
            has_tables(build, slice_swapped(build->config->slice)) &&
            has_exact(build, build->config->slice) &&
            has_exact(build, slice_swapped(build->config->slice))) {
            build->agenda.count = 0;
        }
    } else {
        AgendaState state = {has_tables, has_exact, build};
        build->makes_ends = end_is_missing(build);
        build->agenda = agenda_create(build->config->pieces, &state);
    }
    for (int i = 0; i < build->agenda.count; i++) {
        build->positions += step_positions(&build->agenda.steps[i]);
    }
    if (build->failed) {
        Error reason = *error;
        return error_set(error, reason.code, "%.250s; without it, it is made again",
                         reason.message);
    }
    return true;
}

static void say_end(const Build *build) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double cpu = (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
                 (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    if (!build->config->quiet) {
        printf("%d pairs of slices, %" PRIu64 " positions: %.1f s, %.1f CPU s, %.2f GiB at most\n",
               build->agenda.count, build->positions,
               (double)(clock_now_us() - build->start_us) / 1e6, cpu,
               (double)usage.ru_maxrss / (1 << 20));
    }
}

static bool run(Build *build, Error *error) {
    const EgdbConfig *config = build->config;
    if (!plan_steps(build, error)) {
        return false;
    }
    say_again(build);
    if (build->agenda.count > 0 && !make_folder(build->sources, error)) {
        return false;
    }
    for (; build->step < build->agenda.count; build->step++) {
        show(build, 0);
        if (!do_step(build, error)) {
            return false;
        }
    }
    progress_destroy(&build->progress);
    say_end(build);
    if (config->keep_sources || config->has_slice) { // others may be at work beside
        return true;
    }
    return store_remove(build->sources, error) && folder_clean(config->folder, error);
}

static bool run_alone(Build *build, Error *error) {
    const EgdbConfig *config = build->config;
    int lock;
    if (!make_folder(config->folder, error) ||
        !folder_lock(config->folder, config->has_slice, &lock, error)) {
        return false;
    }
    bool good = run(build, error);
    close(lock);
    return good;
}

static void destroy(Build *build) {
    progress_destroy(&build->progress);
    solved_set_destroy(&build->solved);
    for (int i = 0; i < SLICE_IDS; i++) {
        distances_destroy(build->ends.by_id[i]);
    }
    agenda_destroy(&build->agenda);
    mask_set_destroy(&build->masks);
    team_destroy(build->team);
    free(build);
}

bool build_run(const EgdbConfig *config, Error *error) {
    Build *build = alloc_zeroed(1, sizeof *build);
    build->config = config;
    build->start_us = clock_now_us();
    build->memory = config->memory_gib > 0 ? (uint64_t)(config->memory_gib * (1 << 30))
                                           : memory_available() / 4 * 3;
    progress_init(&build->progress, stderr, config->quiet);
    snprintf(build->sources, sizeof build->sources, "%s/sources", config->folder);
    mask_set_init(&build->masks, config->has_slice ? slice_pieces(config->slice) : config->pieces);
    build->team = team_create(config->threads, error);
    build->solver =
        (Solver){&build->solved, &build->masks, build->team, gather_is_fast(), show, build};
    bool good = build->team != NULL && run_alone(build, error);
    destroy(build);
    return good;
}
