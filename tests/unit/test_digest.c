// What the page of a match keeps of its games: bounded, however many there are.
#include "support.h"

#include "match/digest.h"

#define GAMES (DIGEST_GAMES + 1500)

static MatchConfig config = {.engine_count = 2};

// The games of a match in their order; every fault_every-th is lost by a fault of White.
static Digest *play(Tally *tally, int games, int fault_every) {
    Error error;
    Schedule schedule;
    Digest *digest = digest_create(&config, 3, &error);
    assert_non_null(digest);
    tally_init(tally, 2, games, games);
    schedule_init(&schedule, 2, false, 3, games, false, 1);
    for (int i = 0; i < games; i++) {
        ScheduledGame game = schedule_game(&schedule, i);
        Outcome outcome = {.number = i,
                           .opening = game.opening,
                           .opening_number = game.opening + 1,
                           .result = RESULT_BLACK_WINS,
                           .guilty = i % fault_every == 0 ? WHITE : -1,
                           .reason = "time",
                           .position = "startpos moves 9-13 21-17",
                           .pdn = "[Event \"x\"]\n\n1. 9-13 {book} 21-17 {-0.10/7 0.500s} "
                                  "2. 5-9 {+0.10/8 0.250s} 1-0\n\n"};
        tally_game(tally, &game, &outcome);
        digest_game(digest, tally, &game, &outcome);
    }
    schedule_destroy(&schedule);
    return digest;
}

TEST(a_long_match_takes_no_more_memory) {
    Tally tally;
    Digest *digest = play(&tally, GAMES, 10);
    assert_int_equal(digest->game_count, DIGEST_GAMES + 150); // and of the rest the faults
    assert_true(digest->point_count <= DIGEST_POINTS);
    assert_true(digest->point_count >= DIGEST_POINTS / 2);
    for (int i = 0; i < digest->point_count; i++) {
        assert_int_equal(digest->point_games[i], (i + 1) * digest->stride);
    }
    assert_true(digest->point_games[digest->point_count - 1] + digest->stride > GAMES);
    digest_destroy(digest);
    tally_destroy(&tally);
}

TEST(faults_have_a_limit_too) {
    Tally tally;
    Digest *digest = play(&tally, GAMES, 1);
    assert_int_equal(digest->game_count, DIGEST_GAMES + DIGEST_FAULTS);
    digest_destroy(digest);
    tally_destroy(&tally);
}

TEST(sums_by_opening_colour_and_move) {
    Tally tally;
    Digest *digest = play(&tally, 12, 100);
    for (int engine = 0; engine < 2; engine++) {
        const DigestEngine *of = &digest->engines[engine];
        assert_int_equal(of->games[BLACK].count[2], 6);
        assert_int_equal(of->games[WHITE].count[0], 6);
        // Move 1 is White's alone, since Black's is of the opening; move 2 is Black's.
        assert_int_equal(of->moves[0].timed, 6);
        assert_int_equal(of->moves[0].depth, 6 * 7);
        assert_true(of->moves[0].seconds == 6 * 0.5);
        assert_int_equal(of->moves[1].with_depth, 6);
        assert_int_equal(of->moves[1].depth, 6 * 8);
        assert_int_equal(of->moves[2].timed, 0);
    }
    for (int i = 0; i < 3; i++) {
        const DigestOpening *opening = &digest->openings[i];
        assert_int_equal(opening->number, i + 1);
        assert_string_equal(opening->moves, "9-13");
        assert_int_equal(opening->black.count[2], 4);
        assert_int_equal(opening->of[BLACK].count[2], 2);
        assert_int_equal(opening->of[WHITE].count[0], 2);
    }
    assert_int_equal(digest->end_count, 1);
    assert_int_equal(digest->ends[0].black.count[2], 12);
    digest_destroy(digest);
    tally_destroy(&tally);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_match_takes_no_more_memory),
        cmocka_unit_test(faults_have_a_limit_too),
        cmocka_unit_test(sums_by_opening_colour_and_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
