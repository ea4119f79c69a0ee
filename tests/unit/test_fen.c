// FEN: what is read and as what, what is refused and why.
#include "support.h"

#include "notation/fen.h"

// fen-good.tsv: text, the strict text, words of the warning (empty: none).
TEST(good_texts) {
    Table table = table_open("fen-good.tsv", 3);
    while (table_next(&table)) {
        Position position = {0};
        Error warning, error = {.code = ERROR_NONE};
        char strict[FEN_MAX];
        const char *words = table.column[2];
        if (!fen_read(table.column[0], &position, &warning, &error)) {
            table_complain(&table, "refused: %s", error.message);
            continue;
        }
        fen_write(position, strict);
        if (strcmp(strict, table.column[1]) != 0) {
            table_complain(&table, "read as %s", strict);
        }
        if ((warning.code != ERROR_NONE) != (words[0] != '\0')) {
            table_complain(&table, "warning: %s", warning.code ? warning.message : "none");
        } else if (words[0] != '\0' && strstr(warning.message, words) == NULL) {
            table_complain(&table, "the warning is '%s'", warning.message);
        }
        assert_true(position_check(position, &error));
    }
}

// fen-bad.tsv: text, words that the error must contain.
TEST(bad_texts) {
    Table table = table_open("fen-bad.tsv", 2);
    while (table_next(&table)) {
        Position before = position_of("W:WK3,22:B1,K14"), position = before;
        Error warning, error = {.code = ERROR_NONE};
        if (fen_read(table.column[0], &position, &warning, &error)) {
            table_complain(&table, "not refused");
            continue;
        }
        if (error.code != ERROR_INPUT || strstr(error.message, table.column[1]) == NULL) {
            table_complain(&table, "the error is '%s'", error.message);
        }
        if (!position_equal(position, before)) {
            table_complain(&table, "the position has changed");
        }
    }
}

TEST(random_positions_come_back) {
    Random random = {7};
    for (int i = 0; i < 20000; i++) {
        Position p = random_placement(&random), again = {0};
        char text[FEN_MAX], second[FEN_MAX];
        Error warning, error;
        fen_write(p, text);
        assert_true(fen_read(text, &again, &warning, &error));
        assert_int_equal(warning.code, ERROR_NONE);
        assert_true(position_equal(p, again));
        fen_write(again, second);
        assert_string_equal(text, second);
    }
}

TEST(longest_text_fits) {
    Position p = {{0x00FF0F00U, 0xF00000FFU}, 0xFFFFFFFFU, WHITE}; // as many digits as can be
    p.kings = p.pieces[BLACK] | p.pieces[WHITE];
    char text[FEN_MAX];
    fen_write(p, text);
    assert_string_equal(text, "W:WK1,K2,K3,K4,K5,K6,K7,K8,K29,K30,K31,K32:"
                              "BK9,K10,K11,K12,K17,K18,K19,K20,K21,K22,K23,K24");
}

// A long or hostile text is an error, not a crash; the message is one line of plain text.
TEST(errors_are_one_line) {
    char text[3000];
    Position position = position_start();
    Error warning, error;
    memset(text, '9', sizeof text);
    memcpy(text, "W:W", 3);
    text[sizeof text - 1] = '\0';
    assert_false(fen_read(text, &position, &warning, &error));
    const char *const texts[] = {"W:W1\n2:B3", "W:W1\x01:B3", "W:W1,\xC3\xA9:B3", "\x7F"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_false(fen_read(texts[i], &position, &warning, &error));
        for (const char *c = error.message; *c != '\0'; c++) {
            assert_in_range(*c, ' ', '~');
        }
    }
    assert_true(position_equal(position, position_start()));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_texts),
        cmocka_unit_test(bad_texts),
        cmocka_unit_test(random_positions_come_back),
        cmocka_unit_test(longest_text_fits),
        cmocka_unit_test(errors_are_one_line),
    };
    return cmocka_run_group_tests_name("fen", tests, NULL, NULL);
}
