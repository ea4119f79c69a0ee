#include "egdb/solve.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "common/alloc.h"
#include "egdb/gather.h"
#include "egdb/kings.h"
#include "egdb/men.h"
#include "egdb/order.h"

// What one thread works in.
typedef struct {
    uint64_t *rows; // owned; three rows of values
    uint32_t words; // of a row
    MovesSpace space;
} Rows;

typedef struct {
    const Solver *solver;
    Slice slices[2]; // the slice and its swapped one
    Solved *tables[2];
    Sources sources;
    PartOrder order;
    uint32_t words;  // of the longest row
    Rows *rows;      // by worker; owned
    KingPart *kings; // by worker, if both sides have kings; owned
    int king_parts;
    const uint32_t *parts; // of the level in work
    atomic_uint_fast64_t parts_done;
} Job;

// One part in work: what both sides see.
typedef struct {
    Job *job;
    View views[2];
    uint64_t numbers[2]; // of the part in both slices
    KingPart *kings;
} PartJob;

static RowValues row_values(const Rows *rows) {
    return (RowValues){.outcome = {rows->rows, rows->rows + rows->words},
                       .capture = rows->rows + 2 * (size_t)rows->words};
}

// ---- parts in which one side has no kings, or none has: one look at all moves is enough

static void solve_men(PartJob *part, int side) {
    Solved *table = part->job->tables[side];
    uint64_t bit = part->numbers[side];
    bool won, lost;
    men_solve(&part->job->sources, &part->views[side], &won, &lost);
    solved_write(table->win, bit, &(uint64_t){won}, 1);
    solved_write(table->loss, bit, &(uint64_t){lost}, 1);
}

// Solves the part for a side in one row of bits.
static void solve_row(PartJob *part, int side, int worker) {
    Job *job = part->job;
    const View *view = &part->views[side];
    Solved *table = job->tables[side];
    if (view->slice.own_kings + view->slice.opp_kings == 0) {
        solve_men(part, side);
        return;
    }
    Rows *rows = &job->rows[worker];
    RowValues values = row_values(rows);
    moves_row(&job->sources, view, 0, &values, &rows->space);
    uint64_t *block = values.outcome.block, bit = part->numbers[side] * table->part_bits;
    solved_write(table->win, bit, values.outcome.win, view->masks->bits);
    for (uint32_t i = 0; i < view->masks->words; i++) {
        block[i] = view->masks->all[i] & ~block[i];
    }
    solved_write(table->loss, bit, block, view->masks->bits);
}

// ---- parts in which both sides have kings

typedef struct {
    PartJob *part;
    int side;
} SideJob;

// Sets up one row of a side's matrices.
static void prepare_row(void *context, int worker, uint64_t item) {
    const SideJob *side_job = context;
    PartJob *part = side_job->part;
    Job *job = part->job;
    const View *view = &part->views[side_job->side];
    KingSide *side = &part->kings->sides[side_job->side];
    RowValues values = row_values(&job->rows[worker]);
    uint32_t row = (uint32_t)item;
    uint32_t kings = (uint32_t)scatter(job->sources.fast, side->placements[row], view->free);
    moves_row(&job->sources, view, kings, &values, &job->rows[worker].space);
    const uint64_t *invalid = matrix_row(&side->invalid, row);
    uint64_t *win = matrix_row(&side->win, row), *loss = matrix_row(&side->loss, row);
    uint64_t *can_win = matrix_row(&side->can_win, row);
    uint64_t *can_lose = matrix_row(&side->can_lose, row);
    for (uint32_t i = 0; i < side->win.stride; i++) {
        uint64_t valid = view->masks->all[i] & ~invalid[i], capture = values.capture[i];
        uint64_t unblocked = valid & ~values.outcome.block[i];
        win[i] = values.outcome.win[i] | invalid[i];
        loss[i] = capture & unblocked;
        can_win[i] = valid & ~capture & ~win[i];
        can_lose[i] = unblocked & ~capture;
    }
}

// Writes one row of a side's table: the turned matrix, without the invalid placements.
static void store_row(void *context, int worker, uint64_t item) {
    const SideJob *side_job = context;
    PartJob *part = side_job->part;
    Job *job = part->job;
    Solved *table = job->tables[side_job->side];
    const KingSide *side = &part->kings->sides[side_job->side];
    uint32_t row = (uint32_t)item;
    // The rows of the turned matrix are the opponent's own rows.
    const Matrix *invalid = &part->kings->sides[1 - side_job->side].invalid;
    const uint64_t *win = matrix_row(&side->win_turned, row);
    uint64_t *valid_win = job->rows[worker].rows;
    for (uint32_t i = 0; i < side->win_turned.stride; i++) {
        valid_win[i] = win[i] & ~matrix_row(invalid, row)[i];
    }
    uint64_t bit = part->numbers[side_job->side] * table->part_bits;
    bit += (uint64_t)row * table->row_bits;
    solved_write(table->win, bit, valid_win, table->row_bits);
    solved_write(table->loss, bit, matrix_row(&side->loss_turned, row), table->row_bits);
}

// Alone (team NULL, as this worker), or with all threads at the rows of this part.
static void solve_kings(PartJob *part, int worker, Team *team) {
    part->kings = &part->job->kings[team == NULL ? worker : 0];
    for (int i = 0; i < 2; i++) {
        SideJob side = {part, i};
        king_side_connect(&part->kings->sides[i], part->views[i].free);
        if (team != NULL) {
            team_run(team, part->kings->sides[i].rows, 8, prepare_row, &side);
            continue;
        }
        for (uint32_t row = 0; row < part->kings->sides[i].rows; row++) {
            prepare_row(&side, worker, row);
        }
    }
    king_part_solve(part->kings, team);
    bool same = slice_equal(part->job->slices[0], part->job->slices[1]) &&
                part->numbers[0] == part->numbers[1];
    for (int i = 0; i < (same ? 1 : 2); i++) {
        SideJob side = {part, i};
        if (team != NULL) {
            team_run(team, part->kings->sides[i].bits, 8, store_row, &side);
            continue;
        }
        for (uint32_t row = 0; row < part->kings->sides[i].bits; row++) {
            store_row(&side, worker, row);
        }
    }
}

// ---- a slice

static void solve_part(Job *job, uint64_t number, int worker, Team *team) {
    PartMen men = part_men(&job->sources, job->slices[0], number), swapped = {men.opp, men.own};
    PartJob part = {.job = job};
    part.numbers[0] = number;
    part.numbers[1] = part_of(&job->sources, job->slices[1], swapped);
    part.views[0] = view_of(&job->sources, job->slices[0], men, 2 * number + 1);
    part.views[1] = view_of(&job->sources, job->slices[1], swapped, 2 * number + 2);
    if (job->kings != NULL) {
        solve_kings(&part, worker, team);
        return;
    }
    // The side without kings first: the other's kings move to positions that it solves.
    int first = job->slices[0].own_kings == 0 ? 0 : 1;
    bool same = slice_equal(job->slices[0], job->slices[1]) && part.numbers[0] == part.numbers[1];
    solve_row(&part, first, worker);
    if (!same) {
        solve_row(&part, 1 - first, worker);
    }
}

// worker 0 is the calling thread.
static void say_progress(Job *job, int worker) {
    const Solver *solver = job->solver;
    uint64_t done = atomic_fetch_add_explicit(&job->parts_done, 1, memory_order_relaxed) + 1;
    if (worker == 0 && solver->progress != NULL) {
        uint64_t parts = job->order.level[ORDER_LEVELS];
        solver->progress(solver->context, (double)done / (double)parts);
    }
}

static void part_task(void *context, int worker, uint64_t item) {
    Job *job = context;
    solve_part(job, job->parts[item], worker, NULL);
    say_progress(job, worker);
}

// Levels of few parts are solved part after part, with all threads at each.
static void solve_level(Job *job, uint64_t parts) {
    Team *team = job->solver->team;
    int threads = team_threads(team);
    if (job->kings == NULL || job->king_parts == threads) {
        team_run(team, parts, parts > 1024 * (uint64_t)threads ? 64 : 1, part_task, job);
        return;
    }
    for (uint64_t i = 0; i < parts; i++) {
        solve_part(job, job->parts[i], 0, team);
        say_progress(job, 0);
    }
}

static uint64_t largest_level(const PartOrder *order) {
    uint64_t largest = 0;
    for (int i = 0; i < ORDER_LEVELS; i++) {
        uint64_t parts = order->level[i + 1] - order->level[i];
        largest = parts > largest ? parts : largest;
    }
    return largest;
}

static bool job_workspaces(Job *job, Error *error) {
    Slice s = job->slices[0];
    int threads = team_threads(job->solver->team), squares = index_free_squares(s);
    uint32_t own = combination_count(squares, s.own_kings);
    uint32_t opp = combination_count(squares, s.opp_kings);
    job->words = ((own > opp ? own : opp) + 63) / 64;
    job->rows = alloc_zeroed((size_t)threads, sizeof *job->rows);
    for (int i = 0; i < threads; i++) {
        Rows *rows = &job->rows[i];
        rows->words = job->words;
        rows->rows = alloc_zeroed(3 * (size_t)job->words, sizeof *rows->rows);
        rows->space.scratch = alloc_zeroed(moves_scratch(job->words), sizeof(uint64_t));
    }
    if (s.own_kings == 0 || s.opp_kings == 0) {
        return true;
    }
    // A workspace for each thread where many parts can be solved side by side.
    job->king_parts = largest_level(&job->order) >= 4 * (uint64_t)threads ? threads : 1;
    job->kings = alloc_zeroed((size_t)job->king_parts, sizeof *job->kings);
    for (int i = 0; i < job->king_parts; i++) {
        if (!king_part_init(&job->kings[i], job->sources.masks, squares, s.own_kings,
                            s.opp_kings)) {
            return error_set(error, ERROR_MEMORY, "no memory for a part of %u x %u", own, opp);
        }
    }
    return true;
}

static void job_destroy(Job *job) {
    for (int i = 0; i < job->king_parts; i++) {
        king_part_destroy(&job->kings[i]);
    }
    for (int i = 0; job->rows != NULL && i < team_threads(job->solver->team); i++) {
        free(job->rows[i].rows);
        free(job->rows[i].space.scratch);
    }
    free(job->rows);
    free(job->kings);
    part_order_destroy(&job->order);
}

uint64_t solve_workspace(Slice s, int threads) {
    int squares = index_free_squares(s);
    uint64_t kings = s.own_kings == 0 || s.opp_kings == 0
                         ? 0
                         : king_part_bytes(squares, s.own_kings, s.opp_kings);
    uint64_t king_parts = index_parts(s) >= 4 * (uint64_t)threads ? (uint64_t)threads : 1;
    return part_order_bytes(s) + king_parts * kings;
}

bool solve_slice(const Solver *solver, Slice s, Error *error) {
    Job job = {.solver = solver, .slices = {s, slice_swapped(s)}};
    job.sources = (Sources){solver->solved, solver->masks, solver->fast};
    for (int i = 0; i < 2; i++) {
        Solved **place = &solver->solved->by_id[slice_id(job.slices[i])];
        if (*place == NULL) {
            *place = solved_create(job.slices[i], error);
        }
        job.tables[i] = *place;
        if (job.tables[i] == NULL) {
            return false;
        }
    }
    job.order = part_order_create(&job.sources, s);
    bool done = job_workspaces(&job, error);
    for (int level = 0; done && level < ORDER_LEVELS; level++) {
        job.parts = job.order.parts + job.order.level[level];
        solve_level(&job, job.order.level[level + 1] - job.order.level[level]);
    }
    job_destroy(&job);
    return done;
}
