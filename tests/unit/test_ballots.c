// The opening ballots: complete, legal, distinct.
#include "support.h"

#include "book/ballots.h"

static Game start_game(void) {
    Game game;
    Error error;
    Rules rules = {rule_set_default(), VARIANT_ENGLISH};
    assert_true(game_init(&game, position_start(), rules, &error));
    return game;
}

static void check_table(BallotTable table, int count, int plies) {
    Position reached[200];
    assert_int_equal(table.count, count);
    for (int i = 0; i < count; i++) {
        const Ballot *ballot = &table.ballots[i];
        Game game = start_game();
        Error error = {.code = ERROR_NONE};
        assert_int_equal(ballot->number, i + 1);
        assert_ptr_equal(ballot_numbered(table, i + 1), ballot);
        if (!ballot_play(ballot, &game, &error)) {
            fail_msg("ballot %d: %s", ballot->number, error.message);
        }
        assert_int_equal(game.count, plies + 1);
        reached[i] = game_position(&game);
        for (int j = 0; j < i; j++) {
            if (position_equal(reached[i], reached[j])) {
                fail_msg("ballots %d and %d reach the same position", i + 1, j + 1);
            }
        }
        game_destroy(&game);
    }
    assert_null(ballot_numbered(table, 0));
    assert_null(ballot_numbered(table, -1));
    assert_null(ballot_numbered(table, count + 1));
}

static int count_class(BallotTable table, BallotClass class) {
    int count = 0;
    for (int i = 0; i < table.count; i++) {
        count += table.ballots[i].class == class;
    }
    return count;
}

TEST(three_move_table) {
    check_table(ballots_three_move(), 174, 3);
    assert_int_equal(count_class(ballots_three_move(), BALLOT_DECK), 144);
    assert_int_equal(count_class(ballots_three_move(), BALLOT_ADDED), 12);
    assert_int_equal(count_class(ballots_three_move(), BALLOT_BARRED), 18);
}

TEST(two_move_table) {
    check_table(ballots_two_move(), 49, 2);
    assert_int_equal(count_class(ballots_two_move(), BALLOT_DECK), 43);
    assert_int_equal(count_class(ballots_two_move(), BALLOT_ADDED), 0);
    assert_int_equal(count_class(ballots_two_move(), BALLOT_BARRED), 6);
}

typedef struct {
    int number;
    const char *moves, *name;
    BallotClass class;
} Known;

// A few that every player knows, and the ends of the table.
TEST(known_ballots) {
    static const Known rows[] = {
        {1, "9-13 21-17 5-9", "", BALLOT_DECK},
        {8, "9-13 22-18 11-15", "Edinburgh Single", BALLOT_DECK},
        {6, "9-13 22-18 10-14", "Inferno", BALLOT_ADDED},
        {156, "11-16 24-19 10-15", "", BALLOT_BARRED},
        {153, "11-16 23-19 16x23", "Black Widow", BALLOT_ADDED},
        {174, "12-16 24-20 10-15", "Skunk", BALLOT_ADDED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Ballot *ballot = ballot_numbered(ballots_three_move(), rows[i].number);
        assert_string_equal(ballot->moves, rows[i].moves);
        assert_string_equal(ballot->name, rows[i].name);
        assert_int_equal(ballot->class, rows[i].class);
    }
}

TEST(ballot_of_a_game) {
    BallotTable table = ballots_three_move();
    for (int i = 0; i < table.count; i++) {
        Game game = start_game();
        Error error;
        play_all(&game, table.ballots[i].moves);
        assert_ptr_equal(ballot_of_game(&game), &table.ballots[i]);
        assert_true(game_play(&game, random_move(game_position(&game), &(Random){5}), &error));
        assert_ptr_equal(ballot_of_game(&game), &table.ballots[i]);
        game_undo(&game);
        game_undo(&game);
        assert_null(ballot_of_game(&game)); // two moves are not yet a ballot
        game_destroy(&game);
    }
}

TEST(a_game_from_elsewhere_has_no_ballot) {
    Game game;
    Error error;
    Rules rules = {rule_set_default(), VARIANT_ENGLISH};
    Position start = position_of("B:W21-32:B1-11,16"); // one man stands elsewhere
    assert_true(game_init(&game, start, rules, &error));
    play_all(&game, "9-13 22-18 10-14");
    assert_null(ballot_of_game(&game));
    game_destroy(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_move_table),
        cmocka_unit_test(two_move_table),
        cmocka_unit_test(known_ballots),
        cmocka_unit_test(ballot_of_a_game),
        cmocka_unit_test(a_game_from_elsewhere_has_no_ballot),
    };
    return cmocka_run_group_tests_name("ballots", tests, NULL, NULL);
}
