// The position: what is refused, the turned board, the hash.
#include "support.h"

#include "notation/fen.h"

typedef struct {
    Position position;
    const char *reason; // part of the message; NULL: accepted
} Check;

static const uint32_t few = 0x00000030U, many = 0x0001FFF0U; // 2 and 13 pieces in mid-board

TEST(check_names_what_is_illegal) {
    const Check checks[] = {
        {position_start(), NULL},
        {{{few, 0}, 0, BLACK}, NULL},
        {{{0, few}, few, WHITE}, NULL},
        {{{few, few}, 0, BLACK}, "square 5 holds a piece of both sides"},
        {{{few, 0}, 0x00000100U, BLACK}, "square 9 is marked a king but holds no piece"},
        {{{0, 0}, 0, BLACK}, "the board is empty"},
        {{{many, 0}, 0, WHITE}, "Black has 13 pieces"},
        {{{few << 16, many}, 0, WHITE}, "White has 13 pieces"},
        {{{0x20000000U, few}, 0, BLACK}, "Black has a man on its own king row, square 30"},
        {{{few, 0x00000008U}, 0, BLACK}, "White has a man on its own king row, square 4"},
        {{{0x20000000U, 0x00000008U}, 0x20000008U, BLACK}, NULL}, // kings may stand there
        {{{0x00000008U, 0x20000000U}, 0, BLACK}, NULL},           // and men of the other side
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        Error error = {.code = ERROR_NONE};
        bool legal = position_check(checks[i].position, &error);
        if (checks[i].reason == NULL) {
            assert_true(legal);
            continue;
        }
        assert_false(legal);
        assert_int_equal(error.code, ERROR_INPUT);
        if (strstr(error.message, checks[i].reason) == NULL) {
            fail_msg("'%s' does not say '%s'", error.message, checks[i].reason);
        }
    }
}

TEST(start_position) {
    char fen[FEN_MAX];
    fen_write(position_start(), fen);
    assert_string_equal(fen, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
}

TEST(flip_turns_board_and_colours) {
    char fen[FEN_MAX];
    fen_write(position_flip(position_of("B:W18,K32:B2,K9")), fen);
    assert_string_equal(fen, "W:WK24,31:BK1,15");
    fen_write(position_flip(position_start()), fen);
    assert_string_equal(fen, "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
}

TEST(flip_twice_is_the_same) {
    Random random = {1};
    for (int i = 0; i < 2000; i++) {
        Position p = random_placement(&random), flipped = position_flip(p);
        Error error;
        assert_true(position_check(flipped, &error));
        assert_false(position_equal(p, flipped)); // the side to move differs at least
        assert_true(position_equal(p, position_flip(flipped)));
    }
}

// Every change of one square or of the side must show; equal positions have equal hashes.
TEST(hash_tells_positions_apart) {
    const char *const fens[] = {"B:W18,21:B2,9",  "W:W18,21:B2,9", "B:W18,21:B2,10",
                                "B:WK18,21:B2,9", "B:W18,21:B9",   "B:W9,18:B2,21",
                                "B:W18,21:B2,K9", "B:W21:B2,9,18"};
    size_t count = sizeof fens / sizeof *fens;
    for (size_t i = 0; i < count; i++) {
        uint64_t hash = position_hash(position_of(fens[i]));
        assert_true(hash == position_hash(position_of(fens[i])));
        for (size_t j = 0; j < i; j++) {
            assert_true(hash != position_hash(position_of(fens[j])));
        }
    }
}

// The value may stand in files: XXH3 of the four words (Black, White, kings, side), little-endian,
// computed with the xxHash library over those bytes.
TEST(hash_is_the_same_everywhere) {
    assert_true(position_hash(position_start()) == 0xF570018A94C16C5CU);
}

TEST(hash_follows_the_position_not_the_way_to_it) {
    Position one = position_start(), two = position_start();
    one = position_play(one, move_of(one, "9-13"));
    one = position_play(one, move_of(one, "21-17"));
    one = position_play(one, move_of(one, "11-15"));
    two = position_play(two, move_of(two, "11-15"));
    two = position_play(two, move_of(two, "21-17"));
    two = position_play(two, move_of(two, "9-13"));
    assert_true(position_equal(one, two));
    assert_true(position_hash(one) == position_hash(two));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_names_what_is_illegal),
        cmocka_unit_test(start_position),
        cmocka_unit_test(flip_turns_board_and_colours),
        cmocka_unit_test(flip_twice_is_the_same),
        cmocka_unit_test(hash_tells_positions_apart),
        cmocka_unit_test(hash_is_the_same_everywhere),
        cmocka_unit_test(hash_follows_the_position_not_the_way_to_it),
    };
    return cmocka_run_group_tests_name("position", tests, NULL, NULL);
}
