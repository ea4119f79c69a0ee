// Games that endgame tables decide: compared with a search of the whole game under draw rules, to
// the last ply.
#include "egdb_tables.h"

#include <stdlib.h>
#include <unistd.h>

#include "egdb/index.h"
#include "match/tables.h"

static char folder[TABLES_FOLDER_MAX];
static Slice slices[SLICE_LIST_MAX];
static int slice_count;

static Tables *open_tables(const char *folders, const RuleSet *set) {
    Error error;
    Tables *tables = tables_open(folders, 0, set, &error);
    if (tables == NULL) {
        fail_msg("%s", error.message);
    }
    return tables;
}

// ---- the whole game, by position and count of plies without progress

typedef struct {
    const RuleSet *set;
    uint8_t *known[SLICE_IDS]; // 0, or 1 + the EgdbValue of the side to move
} Solver;

static Solver *solver_create(const RuleSet *set) {
    Solver *solver = calloc(1, sizeof *solver);
    assert_non_null(solver);
    solver->set = set;
    for (int i = 0; i < slice_count; i++) {
        solver->known[slice_id(slices[i])] =
            calloc(index_size(slices[i]), (size_t)set->no_progress_plies);
    }
    return solver;
}

static void solver_destroy(Solver *solver) {
    for (int i = 0; i < slice_count; i++) {
        free(solver->known[slice_id(slices[i])]);
    }
    free(solver);
}

static EgdbValue solve(Solver *solver, Position p, int count);

static EgdbValue solve_moves(Solver *solver, Position p, int count) {
    MoveList list;
    EgdbValue best = EGDB_LOSS;
    moves_generate(p, &list);
    for (int i = 0; i < list.count && best != EGDB_WIN; i++) {
        bool progress = move_is_progress(solver->set, p, list.moves[i]);
        Position next = position_play(p, list.moves[i]);
        EgdbValue value = solve(solver, next, progress ? 0 : count + 1);
        best = value == EGDB_LOSS ? EGDB_WIN : value == EGDB_DRAW ? EGDB_DRAW : best;
    }
    return best;
}

static EgdbValue solve(Solver *solver, Position p, int count) {
    if (!moves_exist(p)) {
        return EGDB_LOSS;
    }
    if (count >= solver->set->no_progress_plies) {
        return EGDB_DRAW;
    }
    Slice s = slice_of(p);
    uint8_t *known =
        &solver->known[slice_id(s)]
                      [index_of(s, p) * (uint64_t)solver->set->no_progress_plies + (uint64_t)count];
    if (*known == 0) {
        *known = (uint8_t)(1 + solve_moves(solver, p, count));
    }
    return (EgdbValue)(*known - 1);
}

// ---- comparison

static Game game_at(Position p, const RuleSet *set, int count) {
    Game game;
    Error error;
    assert_true(game_init(&game, p, (Rules){set, VARIANT_ENGLISH}, &error));
    game.plies[0].no_progress_plies = count;
    return game;
}

static EgdbValue judged(const Tables *tables, Position p, const RuleSet *set, int count) {
    Game game = game_at(p, set, count);
    Result result = tables_result(tables, &game);
    game_destroy(&game);
    return result == RESULT_NONE                   ? EGDB_UNKNOWN
           : result == RESULT_DRAW                 ? EGDB_DRAW
           : result == result_won_by((Side)p.side) ? EGDB_WIN
                                                   : EGDB_LOSS;
}

typedef struct {
    int decided, open; // of the won and lost ones without draw rules
    int missed;        // of the open ones those that are won or lost with them, too
} Counts;

static Counts compare(const Tables *tables, const RuleSet *set, int positions) {
    Solver *solver = solver_create(set);
    Random random = {1};
    Counts counts = {0};
    for (int i = 0; i < positions; i++) {
        Slice s = slices[random_below(&random, (uint64_t)slice_count)];
        Position p = index_position(s, random_below(&random, index_size(s)));
        p = random_below(&random, 2) == 0 ? p : position_flip(p);
        int count = (int)random_below(&random, (uint64_t)set->no_progress_plies);
        EgdbValue found = judged(tables, p, set, count), right = solve(solver, p, count);
        if (egdb_tables_ending(p).value == 'd') {
            assert_int_equal(found, EGDB_DRAW);
            assert_int_equal(right, EGDB_DRAW);
        } else if (found == EGDB_UNKNOWN) {
            counts.open++;
            counts.missed += right != EGDB_DRAW;
        } else {
            counts.decided++;
            assert_int_equal(found, right);
        }
    }
    solver_destroy(solver);
    return counts;
}

TEST(what_the_tables_decide_is_so_under_the_draw_rules) {
    static const int limits[] = {4, 10, 24};
    for (int i = 0; i < 6; i++) {
        const RuleSet set = {"test", 3, limits[i / 2], i % 2 == 0};
        Tables *tables = open_tables(folder, &set);
        Counts counts = compare(tables, &set, 4000);
        assert_true(counts.decided > 100 && counts.open > 100);
        tables_close(tables);
    }
}

TEST(with_time_enough_nothing_is_left_open) {
    const RuleSet *set = rule_set_named("wcdf");
    Tables *tables = open_tables(folder, set);
    Counts counts = compare(tables, set, 2000);
    assert_true(counts.decided > 500);
    assert_true(counts.open < counts.decided / 4); // with a high count
    assert_int_equal(counts.missed, 0);
    tables_close(tables);
}

TEST(results_without_plies_decide_draws_only) {
    char results[] = "/tmp/kelso-results-XXXXXX";
    egdb_tables_link_results(TABLES_THREE_PIECES, folder, results);
    const RuleSet *set = rule_set_named("wcdf");
    Tables *tables = open_tables(results, set), *all = open_tables(folder, set);
    assert_int_equal(judged(tables, position_of("W:WK1:BK32"), set, 0), EGDB_DRAW);
    assert_int_equal(judged(tables, position_of("W:WK1,K5:BK32"), set, 0), EGDB_UNKNOWN);
    assert_int_equal(judged(all, position_of("W:WK1,K5:BK32"), set, 0), EGDB_WIN);
    assert_true(tables_hash(tables) != tables_hash(all));
    tables_close(tables);
    tables_close(all);
    egdb_tables_unlink_results(TABLES_THREE_PIECES, results);
}

// ---- repetition

static Result result_after(const Tables *tables, const RuleSet *set, const char *moves) {
    Game game = game_at(position_of("W:WK1,K5:BK32"), set, 0);
    play_all(&game, moves);
    Result result = tables_result(tables, &game);
    game_destroy(&game);
    return result;
}

TEST(a_position_that_could_come_again_leaves_a_win_open) {
    const RuleSet *wcdf = rule_set_named("wcdf"), *fifty = rule_set_named("fifty");
    Tables *tables = open_tables(folder, wcdf), *older = open_tables(folder, fifty);
    static const char once[] = "1-6 32-28 6-1", twice[] = "1-6 32-28 6-1 28-32";
    assert_int_equal(result_after(tables, wcdf, ""), RESULT_WHITE_WINS);
    assert_int_equal(result_after(tables, wcdf, once), RESULT_WHITE_WINS);
    assert_int_equal(result_after(tables, wcdf, twice), RESULT_NONE);
    assert_int_equal(result_after(older, fifty, twice), RESULT_WHITE_WINS); // draws the fourth time
    tables_close(tables);
    tables_close(older);
}

TEST(tables_that_are_not_there) {
    Error error;
    const RuleSet *set = rule_set_named("wcdf");
    assert_null(tables_open("/nowhere", 0, set, &error));
    assert_string_equal(error.message, "there is no endgame table in /nowhere");
    assert_null(tables_open(folder, 4, set, &error));
    assert_non_null(strstr(error.message, "have 3 pieces at most, not 4"));
    Tables *tables = tables_open(folder, 2, set, &error);
    assert_int_equal(tables_pieces(tables), 2);
    assert_int_equal(judged(tables, position_of("W:WK1,K5:BK32"), set, 0), EGDB_UNKNOWN);
    tables_close(tables);
    char path[TABLES_FOLDER_MAX + 32];
    snprintf(path, sizeof path, "%s/0m1k-0m1k.wld", folder);
    char kept[TABLES_FOLDER_MAX + 40];
    snprintf(kept, sizeof kept, "%s.kept", path);
    assert_int_equal(rename(path, kept), 0);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("no table", file);
    fclose(file);
    assert_null(tables_open(folder, 0, set, &error));
    assert_non_null(strstr(error.message, path));
    assert_int_equal(rename(kept, path), 0);
}

static int make(void **state) {
    (void)state;
    egdb_tables_write(TABLES_THREE_PIECES, folder);
    slice_count = egdb_tables_slices(TABLES_THREE_PIECES, slices);
    return 0;
}

static int clear(void **state) {
    (void)state;
    egdb_tables_remove(TABLES_THREE_PIECES, folder);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_tables_decide_is_so_under_the_draw_rules),
        cmocka_unit_test(with_time_enough_nothing_is_left_open),
        cmocka_unit_test(results_without_plies_decide_draws_only),
        cmocka_unit_test(a_position_that_could_come_again_leaves_a_win_open),
        cmocka_unit_test(tables_that_are_not_there),
    };
    return cmocka_run_group_tests(tests, make, clear);
}
