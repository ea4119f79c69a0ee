// Solved slices: their counts, the values of positions against those they lead to, and that neither
// threads nor the processor's instructions change them.
#include "egdb_support.h"

TEST(counts_of_two_to_four_pieces) {
    Endgames tables;
    endgames_solve(&tables, 4, 1, gather_is_fast());
    Table table = table_open("egdb-counts.tsv", 8);
    while (table_next(&table)) {
        int64_t number[8];
        for (int i = 0; i < 8; i++) {
            number[i] = table_number(&table, i);
        }
        Slice s = {(int)number[0], (int)number[1], (int)number[2], (int)number[3]};
        uint64_t won, lost, size = index_size(s);
        solved_count(tables.solved.by_id[slice_id(s)], &won, &lost);
        if (size != (uint64_t)number[4] || won != (uint64_t)number[5] ||
            size - won - lost != (uint64_t)number[6] || lost != (uint64_t)number[7]) {
            table_complain(&table, "won %d, lost %d of %d", (int)won, (int)lost, (int)size);
        }
    }
    endgames_destroy(&tables);
}

// Of the mover, from the positions that the moves lead to.
static void value_of_moves(const Endgames *tables, Position p, bool *won, bool *lost) {
    MoveList list;
    moves_generate(p, &list);
    *won = false;
    *lost = true;
    for (int i = 0; i < list.count; i++) {
        Position next = position_play(p, list.moves[i]);
        bool opponent_won = false, opponent_lost = true;
        if (next.pieces[next.side] != 0) {
            solved_look_up(tables->solved.by_id[slice_id(slice_of(next))], next, &opponent_won,
                           &opponent_lost);
        }
        *won |= opponent_lost;
        *lost &= opponent_won;
    }
}

// A value agrees with those of the positions after it; that cycles of draws are no wins is in the
// counts.
TEST(values_follow_from_moves) {
    Endgames tables;
    Random random = {1};
    endgames_solve(&tables, 4, 1, gather_is_fast());
    for (int pieces = 2; pieces <= 4; pieces++) {
        Slice slices[SLICE_LIST_MAX];
        int count = slice_list(pieces, slices);
        for (int i = 0; i < 2000 * count; i++) {
            Slice s = slices[i % count];
            Position p = index_position(s, random_below(&random, index_size(s)));
            bool won, lost, follows_won, follows_lost;
            p = random_below(&random, 2) ? p : position_flip(p);
            solved_look_up(tables.solved.by_id[slice_id(s)], p, &won, &lost);
            value_of_moves(&tables, p, &follows_won, &follows_lost);
            assert_false(won && lost);
            assert_int_equal(won, follows_won);
            assert_int_equal(lost, follows_lost);
        }
    }
    endgames_destroy(&tables);
}

static void assert_same(const Endgames *a, const Endgames *b) {
    int compared = 0;
    for (int i = 0; i < SLICE_IDS; i++) {
        const Solved *first = a->solved.by_id[i], *second = b->solved.by_id[i];
        assert_int_equal(first == NULL, second == NULL);
        if (first != NULL) {
            compared++;
            assert_memory_equal(first->win, second->win, first->bytes);
            assert_memory_equal(first->loss, second->loss, first->bytes);
        }
    }
    assert_int_equal(compared, 4 + 12 + 25);
}

TEST(threads_and_instructions_change_nothing) {
    Endgames one, two, plain;
    endgames_solve(&one, 4, 1, gather_is_fast());
    endgames_solve(&two, 4, 2, gather_is_fast());
    endgames_solve(&plain, 4, 2, false);
    assert_same(&one, &two);
    assert_same(&one, &plain);
    endgames_destroy(&one);
    endgames_destroy(&two);
    endgames_destroy(&plain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_of_two_to_four_pieces),
        cmocka_unit_test(values_follow_from_moves),
        cmocka_unit_test(threads_and_instructions_change_nothing),
    };
    return cmocka_run_group_tests_name("egdb_solve", tests, NULL, NULL);
}
