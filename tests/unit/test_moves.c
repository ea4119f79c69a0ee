// Legal moves by tables: whole lists, perft and divide numbers. test_oracle holds the generator
// against a second one on random positions.
#include "support.h"

#include <inttypes.h>

#include "notation/movetext.h"
#include "rules/perft.h"

// moves.tsv: fen, all moves with their paths in any order (empty: none), remark.
TEST(lists_of_moves) {
    Table table = table_open("moves.tsv", 3);
    while (table_next(&table)) {
        char found[MOVES_TEXT_MAX], wanted[MOVES_TEXT_MAX];
        moves_to_text(position_of(table.column[0]), found);
        words_sort(table.column[1], wanted);
        if (strcmp(found, wanted) != 0) {
            table_complain(&table, "moves %s, wanted %s", found, wanted);
        }
    }
}

// perft.tsv: id, fen, depth, leaves with every path counted, leaves with equal moves merged.
TEST(perft) {
    Table table = table_open("perft.tsv", 5);
    while (table_next(&table)) {
        Position p = position_of(table.column[1]);
        int depth = (int)table_number(&table, 2);
        int64_t paths = table_number(&table, 3), merged = table_number(&table, 4);
        int64_t found_paths = (int64_t)perft_paths(p, depth);
        int64_t found_merged = (int64_t)perft_merged(p, depth);
        if (found_paths != paths || found_merged != merged) {
            table_complain(&table, "perft %" PRId64 " and merged %" PRId64, found_paths,
                           found_merged);
        }
        if ((int64_t)perft_paths(position_flip(p), depth) != paths) {
            table_complain(&table, "the flipped position has another perft");
        }
    }
}

// perft-divide.tsv: id, fen, depth, a first move with its path (- where there is none), leaves
// below it.
TEST(perft_divide) {
    Table table = table_open("perft-divide.tsv", 5);
    while (table_next(&table)) {
        Position p = position_of(table.column[1]);
        const char *move = table.column[3];
        int depth = (int)table_number(&table, 2);
        int64_t wanted = table_number(&table, 4), found;
        if (strcmp(move, "-") == 0) {
            found = moves_count_paths(p);
        } else {
            char text[MOVE_TEXT_MAX];
            MovePath path;
            Error error;
            assert_true(move_read(p, move, &(Move){0}, &path, &error));
            move_path_write(&path, text);
            assert_string_equal(text, move);
            found = (int64_t)perft_paths(position_play(p, path.move), depth - 1);
        }
        if (found != wanted) {
            table_complain(&table, "%" PRId64 " leaves", found);
        }
    }
}

TEST(perft_0_is_1) {
    assert_int_equal(perft_paths(position_start(), 0), 1);
    assert_int_equal(perft_merged(position_start(), 0), 1);
    Position lost = position_of("B:W29,30:B");
    assert_int_equal(perft_paths(lost, 0), 1);
    assert_int_equal(perft_paths(lost, 1), 0);
    assert_int_equal(perft_merged(lost, 3), 0);
}

// Crowning ends a capture, and the captured men are gone, a king among them no longer one.
TEST(play_changes_what_it_must) {
    Position p = position_of("W:W11,K30:B7,K25,3");
    Position crowned = position_play(p, move_of(p, "11x2"));
    assert_true(position_equal(crowned, position_of("B:WK2,K30:BK25,3")));
    Position taken = position_play(p, move_of(p, "30x21"));
    assert_true(position_equal(taken, position_of("B:W11,K21:B3,7")));
    Position round = position_of("W:WK2:B6,7,14,15");
    assert_true(position_equal(position_play(round, move_of(round, "2x9x18x11x2")),
                               position_of("B:WK2:B")));
}

TEST(captures_are_seen_for_either_side) {
    Position p = position_of("B:W18,32:B9,K28");
    assert_false(moves_can_capture(p, BLACK));
    assert_false(moves_can_capture(p, WHITE));
    p = position_of("B:W18:B15,22");
    assert_false(moves_can_capture(p, WHITE) && moves_can_capture(p, BLACK));
    p = position_of("B:W18:B15");
    assert_true(moves_can_capture(p, BLACK));
    assert_true(moves_can_capture(p, WHITE));
    assert_true(moves_contain(p, move_of(p, "15x22")));
    assert_false(moves_contain(p, (Move){0, 14, 18}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_moves),
        cmocka_unit_test(perft),
        cmocka_unit_test(perft_divide),
        cmocka_unit_test(perft_0_is_1),
        cmocka_unit_test(play_changes_what_it_must),
        cmocka_unit_test(captures_are_seen_for_either_side),
    };
    return cmocka_run_group_tests_name("moves", tests, NULL, NULL);
}
