// What kelso-book judges by.
#include "book/judge.h"
#include "book/material.h"
#include "search/score.h"
#include "support.h"

TEST(who_comes_out_ahead) {
    static const struct {
        const char *fen;
        int depth, ahead;
    } rows[] = {
        {"B:W21-32:B1-12", 6, 0},
        {"B:W18,32:B15,1", 1, 1},        // takes for nothing
        {"B:W18,26,31:B15,1,2", 1, 0},   // is taken back
        {"B:W18,22,25,32:B15,1", 1, -1}, // was behind before
        {"W:W5:B1", 3, -1},              // no move
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(material_ahead(position_of(rows[i].fen), rows[i].depth), rows[i].ahead);
    }
}

TEST(the_judge_forgets) {
    Judge judge;
    Error error;
    int first, other, again;
    assert_true(judge_init(&judge, JUDGE_TABLE_MIB, NULL, &error));
    Position start = position_start(), won = position_of("W:WK27:B28");
    assert_true(judge_score(&judge, start, 3000, &first, &error));
    assert_true(judge_score(&judge, won, 3000, &other, &error));
    assert_true(judge_score(&judge, start, 3000, &again, &error));
    assert_int_equal(first, again);
    assert_int_equal(other, score_won(1));
    judge_destroy(&judge);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_comes_out_ahead),
        cmocka_unit_test(the_judge_forgets),
    };
    return cmocka_run_group_tests_name("book", tests, NULL, NULL);
}
