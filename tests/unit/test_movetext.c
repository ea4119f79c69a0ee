// Moves as text: what is read and as what, what is refused and why.
#include "support.h"

#include "notation/fen.h"
#include "notation/movetext.h"

static void check_row(Table *table, Position p, const char *text, const char *wanted) {
    Move move = {0}, before = move;
    MovePath path;
    Error error = {.code = ERROR_NONE};
    char strict[MOVE_TEXT_MAX];
    bool fails = strncmp(wanted, "error: ", 7) == 0;
    if (!move_read(p, text, &move, &path, &error)) {
        if (!fails || strstr(error.message, wanted + 7) == NULL) {
            table_complain(table, "the error is '%s'", error.message);
        }
        assert_int_equal(error.code, ERROR_INPUT);
        assert_true(move_equal(move, before));
        return;
    }
    move_path_write(&path, strict);
    if (strcmp(strict, wanted) != 0) {
        table_complain(table, "read as %s", strict);
    }
    assert_true(move_equal(path.move, move));
    assert_true(moves_contain(p, move));
}

// movetexts.tsv: fen, text, the strict text of the path read or `error: words of the message`.
TEST(table_of_texts) {
    Table table = table_open("movetexts.tsv", 3);
    while (table_next(&table)) {
        check_row(&table, position_of(table.column[0]), table.column[1], table.column[2]);
    }
}

static void check_paths(Position p) {
    MovePathList list;
    char text[MOVE_TEXT_MAX], fen[FEN_MAX];
    fen_write(p, fen);
    moves_generate_paths(p, &list);
    for (int i = 0; i < list.count; i++) {
        Move move;
        MovePath path;
        Error error;
        move_path_write(&list.paths[i], text);
        if (!move_read(p, text, &move, &path, &error)) {
            fail_msg("%s: %s", fen, error.message);
        }
        assert_true(move_equal(move, list.paths[i].move));
        assert_int_equal(path.count, list.paths[i].count);
        assert_memory_equal(path.squares, list.paths[i].squares, (size_t)path.count);
    }
}

// Every strict text is read as its own path, and the text of a move as that move.
TEST(random_moves_come_back) {
    Random random = {11};
    for (int i = 0; i < 20000; i++) {
        Position p = random_placement(&random);
        MoveList list;
        check_paths(p);
        moves_generate(p, &list);
        for (int j = 0; j < list.count; j++) {
            char text[MOVE_TEXT_MAX];
            move_write(p, list.moves[j], text);
            assert_true(move_equal(move_of(p, text), list.moves[j]));
        }
    }
}

// Nine jumps: the longest text there is.
TEST(longest_move_fits) {
    Position p = position_of("W:WK4:B6,7,8,14,15,16,22,23,24");
    MovePathList list;
    size_t longest = 0;
    moves_generate_paths(p, &list);
    for (int i = 0; i < list.count; i++) {
        char text[MOVE_TEXT_MAX];
        move_path_write(&list.paths[i], text);
        longest = strlen(text) > longest ? strlen(text) : longest;
    }
    assert_in_range(longest, 20, MOVE_TEXT_MAX - 1);
}

TEST(path_may_be_left_out_by_the_caller) {
    Move move;
    Error error;
    assert_true(move_read(position_start(), "11-15", &move, NULL, &error));
    assert_int_equal(move.from, 10);
    assert_int_equal(move.to, 14);
}

TEST(errors_are_one_line) {
    char text[2000];
    Move move = {0};
    Error error;
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    assert_false(move_read(position_start(), text, &move, NULL, &error));
    assert_in_range(strlen(error.message), 1, 160);
    assert_false(move_read(position_start(), "11-\n15", &move, NULL, &error));
    assert_null(strchr(error.message, '\n'));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_of_texts),      cmocka_unit_test(random_moves_come_back),
        cmocka_unit_test(longest_move_fits),   cmocka_unit_test(path_may_be_left_out_by_the_caller),
        cmocka_unit_test(errors_are_one_line),
    };
    return cmocka_run_group_tests_name("movetext", tests, NULL, NULL);
}
