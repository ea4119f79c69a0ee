// From solved endgames to tables: what is needed when, the values as files have them, distances,
// and the values kept on disk for larger slices.
#include "egdb_support.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "egdb/agenda.h"
#include "egdb/distance.h"
#include "egdb/store.h"

// ---- needs and agenda

static bool is_in(const Slice *slices, int count, Slice s) {
    for (int i = 0; i < count; i++) {
        if (slice_equal(slices[i], s)) {
            return true;
        }
    }
    return false;
}

TEST(needs_hold_whatever_a_move_leads_to) {
    Random random = {1};
    int leading_out = 0;
    for (int i = 0; i < 20000; i++) {
        Position p = endgames_random(&random, 7);
        Slice s = slice_of(p), needs[NEEDS_MAX];
        int count = needs_of(s, needs);
        MoveList list;
        moves_generate(p, &list);
        for (int j = 0; j < list.count; j++) {
            Position next = position_play(p, list.moves[j]);
            Slice after = slice_of(next);
            if (next.pieces[next.side] != 0 && !slice_equal(after, slice_swapped(s))) {
                leading_out++;
                assert_true(is_in(needs, count, after));
            }
        }
    }
    assert_true(leading_out > 5000);
}

// For the callbacks: tables of the missing ones are not there; exact values are if they are small.
typedef struct {
    const Slice *missing;
    int missing_count;
    int exact_pieces; // exact values of up to so many pieces are there
} There;

static bool has_tables(void *context, Slice s) {
    const There *there = context;
    return !is_in(there->missing, there->missing_count, s);
}

static bool has_exact(void *context, Slice s) {
    return slice_pieces(s) <= ((There *)context)->exact_pieces;
}

static bool has_nothing(void *context, Slice s) {
    (void)context, (void)s;
    return false;
}

TEST(an_agenda_solves_what_is_needed_before_it_is) {
    AgendaState there_is = {has_nothing, has_nothing, NULL};
    Agenda agenda = agenda_create(6, &there_is);
    bool done[SLICE_IDS] = {false};
    assert_int_equal(agenda.count, 3 + 6 + 14 + 22 + 37);
    for (int i = 0; i < agenda.count; i++) {
        const AgendaStep *step = &agenda.steps[i];
        assert_true(step->wanted && !step->again);
        for (int j = 0; j < step->need_count; j++) {
            assert_true(done[slice_id(step->needs[j])]);
            assert_true(agenda.last_use[slice_id(step->needs[j])] >= i);
        }
        done[slice_id(step->slice)] = done[slice_id(slice_swapped(step->slice))] = true;
    }
    agenda_destroy(&agenda);
}

TEST(an_agenda_leaves_out_what_is_there) {
    There all = {0};
    AgendaState there_is = {has_tables, has_exact, &all};
    Agenda agenda = agenda_create(6, &there_is);
    assert_int_equal(agenda.count, 0);
    agenda_destroy(&agenda);
}

// Kings only: 0m3k-0m1k and its swapped one need the slices of two kings.
TEST(an_agenda_solves_again_what_larger_slices_need) {
    Slice missing = {0, 3, 0, 1}, need = {0, 2, 0, 1};
    There there = {&missing, 1, 3};
    AgendaState there_is = {has_tables, has_exact, &there};
    Agenda agenda = agenda_create(5, &there_is);
    assert_int_equal(agenda.count, 1);
    assert_true(slice_equal(agenda.steps[0].slice, missing));
    agenda_destroy(&agenda);
    there.exact_pieces = 0;
    agenda = agenda_create(5, &there_is);
    assert_int_equal(agenda.count, 3);
    assert_int_equal(slice_pieces(agenda.steps[0].slice), 2);
    assert_true(agenda.steps[0].again && !agenda.steps[0].wanted);
    assert_true(agenda.steps[2].wanted && !agenda.steps[2].again);
    assert_int_equal(agenda_next_use(&agenda, 0, need), 2);
    assert_int_equal(agenda_next_use(&agenda, 2, need), INT_MAX);
    agenda_destroy(&agenda);
}

// ---- values

static unsigned plain_value(const Solved *solved, Position p) {
    bool won, lost;
    solved_look_up(solved, p, &won, &lost);
    if (moves_can_capture(p, BLACK) || moves_can_capture(p, WHITE)) {
        return EGDB_ANY;
    }
    return won ? EGDB_WIN : lost ? EGDB_LOSS : EGDB_DRAW;
}

static void check_values(const ValuesSource *source, Slice s, uint64_t first, uint32_t count) {
    uint8_t *values = malloc(count);
    values_fill(source, first, count, values);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(values[i], plain_value(source->solved, index_position(s, first + i)));
    }
    free(values);
}

TEST(values_stand_in_the_order_of_the_index) {
    Endgames endgames;
    Random random = {2};
    endgames_solve(&endgames, 4, 1, gather_is_fast());
    for (int pieces = 2; pieces <= 4; pieces++) {
        Slice slices[SLICE_LIST_MAX];
        int count = slice_list(pieces, slices);
        for (int i = 0; i < count; i++) {
            Slice s = slices[i];
            uint64_t size = index_size(s);
            ValuesSource source = {endgames.solved.by_id[slice_id(s)], &endgames.masks,
                                   i % 2 == 0 && gather_is_fast()};
            if (pieces < 4) {
                check_values(&source, s, 0, (uint32_t)size);
            }
            for (int j = 0; j < 5; j++) {
                uint64_t first = random_below(&random, size), left = size - first;
                check_values(&source, s, first, (uint32_t)(left < 1000 ? left : 1000));
            }
        }
    }
    endgames_destroy(&endgames);
}

// ---- distances

static DistanceSet *all_distances(const Endgames *endgames, EgdbKind kind, int pieces_max,
                                  int threads) {
    Error error;
    DistanceSet *set = calloc(1, sizeof *set);
    Team *team = team_create(threads, &error);
    DistanceMaker maker = {{&endgames->solved, &endgames->masks, gather_is_fast()}, team, kind};
    for (int pieces = 2; pieces <= pieces_max; pieces++) {
        Slice slices[SLICE_LIST_MAX];
        int count = slice_list(pieces, slices);
        for (int i = 0; i < count; i++) {
            if (set->by_id[slice_id(slices[i])] == NULL &&
                !distances_make(&maker, slices[i], set, &error)) {
                fail_msg("%s", error.message);
            }
        }
    }
    team_destroy(team);
    return set;
}

static void distance_set_destroy(DistanceSet *set) {
    for (int i = 0; i < SLICE_IDS; i++) {
        distances_destroy(set->by_id[i]);
    }
    free(set);
}

static unsigned plies_of(const DistanceSet *set, Position p) {
    Slice s = slice_of(p);
    return p.pieces[p.side] == 0 ? 0 : set->by_id[slice_id(s)]->plies[index_of(s, p)];
}

// From those of the positions that the moves lead to.
static unsigned plies_from_moves(const Endgames *endgames, const DistanceSet *set, EgdbKind kind,
                                 Position p, bool won) {
    MoveList list;
    unsigned best = won ? UINT_MAX : 0;
    moves_generate(p, &list);
    for (int i = 0; i < list.count; i++) {
        Move move = list.moves[i];
        Position next = position_play(p, move);
        bool man = !(p.kings & square_bit(move.from));
        bool crowned = man && (next.kings & square_bit(move.to));
        bool ends = kind == EGDB_PROGRESS   ? move.captured != 0 || man
                    : kind == EGDB_CROWNING ? move.captured != 0 || crowned
                                            : false;
        bool opponent_won = false, opponent_lost = true;
        if (next.pieces[next.side] != 0) {
            solved_look_up(endgames->solved.by_id[slice_id(slice_of(next))], next, &opponent_won,
                           &opponent_lost);
        }
        unsigned plies = ends ? 1 : 1 + plies_of(set, next);
        if (won && opponent_lost && plies < best) {
            best = plies;
        } else if (!won && plies > best) {
            best = plies;
        }
    }
    return best;
}

static void check_distances(const Endgames *endgames, EgdbKind kind, unsigned longest) {
    DistanceSet *set = all_distances(endgames, kind, 4, 1),
                *other = all_distances(endgames, kind, 3, 2);
    Random random = {3};
    unsigned found = 0;
    for (int i = 0; i < 30000; i++) {
        Position p = endgames_random(&random, 4);
        bool won, lost;
        solved_look_up(endgames->solved.by_id[slice_id(slice_of(p))], p, &won, &lost);
        unsigned plies = plies_of(set, p);
        if (slice_pieces(slice_of(p)) <= 3) { // other threads, the same
            assert_int_equal(plies, plies_of(other, p));
        }
        assert_int_equal(plies, won || lost ? plies_from_moves(endgames, set, kind, p, won)
                                            : DISTANCE_NONE);
    }
    for (int i = 0; i < SLICE_IDS; i++) {
        found = set->by_id[i] != NULL && set->by_id[i]->longest > found ? set->by_id[i]->longest
                                                                        : found;
    }
    assert_int_equal(found, longest);
    distance_set_destroy(set);
    distance_set_destroy(other);
}

// The longest ways: 109 plies to the end, of the same solver as the counts; 37 to progress and 73
// to a capture or crowning for the winner, of another solver.
TEST(distances_follow_from_moves) {
    Endgames endgames;
    endgames_solve(&endgames, 4, 1, gather_is_fast());
    check_distances(&endgames, EGDB_PROGRESS, 38);
    check_distances(&endgames, EGDB_END, 109);
    check_distances(&endgames, EGDB_CROWNING, 73);
    endgames_destroy(&endgames);
}

TEST(a_wrong_value_is_found_by_the_distances) {
    Endgames endgames;
    Error error;
    Slice s = {0, 1, 0, 1};
    DistanceSet *set = calloc(1, sizeof *set);
    endgames_solve(&endgames, 2, 1, gather_is_fast());
    Position p = position_of("W:WK1:BK32"); // each in its double corner's line: a draw
    Solved *solved = endgames.solved.by_id[slice_id(s)];
    bool won, lost;
    solved_look_up(solved, p, &won, &lost);
    assert_true(!won && !lost);
    solved->loss[0] |= 1;
    DistanceMaker maker = {{&endgames.solved, &endgames.masks, false}, NULL, EGDB_PROGRESS};
    assert_false(distances_make(&maker, s, set, &error));
    assert_string_equal(error.message, "0m1k-0m1k: a value contradicts the moves");
    distance_set_destroy(set);
    endgames_destroy(&endgames);
}

// ---- the store

TEST(a_store_gives_back_what_was_saved) {
    char folder[] = "/tmp/kelso-store-XXXXXX", path[64];
    Endgames endgames;
    Error error;
    Slice s = {1, 1, 0, 2};
    endgames_solve(&endgames, 4, 1, gather_is_fast());
    const Solved *solved = endgames.solved.by_id[slice_id(s)];
    assert_non_null(mkdtemp(folder));
    assert_false(store_has(folder, s));
    assert_true(store_save(folder, solved, NULL, &error));
    assert_true(store_has(folder, s));
    Solved *loaded = store_load(folder, s, NULL, &error);
    assert_non_null(loaded);
    assert_memory_equal(loaded->win, solved->win, solved->bytes);
    assert_memory_equal(loaded->loss, solved->loss, solved->bytes);
    solved_destroy(loaded);
    snprintf(path, sizeof path, "%s/1m1k-0m2k.exact", folder);
    for (int i = 0; i < 60; i++) { // any byte flipped
        FILE *file = fopen(path, "r+");
        fseek(file, 0, SEEK_END);
        long at = i * 7 % ftell(file);
        fseek(file, at, SEEK_SET);
        int byte = fgetc(file);
        fseek(file, at, SEEK_SET);
        fputc(byte ^ 1, file);
        fclose(file);
        assert_null(store_load(folder, s, NULL, &error));
        assert_non_null(strstr(error.message, path));
        file = fopen(path, "r+");
        fseek(file, at, SEEK_SET);
        fputc(byte, file);
        fclose(file);
    }
    assert_true(store_remove(folder, &error));
    assert_int_not_equal(access(folder, F_OK), 0);
    endgames_destroy(&endgames);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(needs_hold_whatever_a_move_leads_to),
        cmocka_unit_test(an_agenda_solves_what_is_needed_before_it_is),
        cmocka_unit_test(an_agenda_leaves_out_what_is_there),
        cmocka_unit_test(an_agenda_solves_again_what_larger_slices_need),
        cmocka_unit_test(values_stand_in_the_order_of_the_index),
        cmocka_unit_test(distances_follow_from_moves),
        cmocka_unit_test(a_wrong_value_is_found_by_the_distances),
        cmocka_unit_test(a_store_gives_back_what_was_saved),
    };
    return cmocka_run_group_tests_name("egdb_build", tests, NULL, NULL);
}
