// Games: repetition, no progress, ends, taking back.
#include "support.h"

static Game game_from(const char *fen, const char *rules, Variant variant) {
    Game game;
    Error error;
    Rules chosen = {rule_set_named(rules), variant};
    assert_non_null(chosen.set);
    assert_true(game_init(&game, position_of(fen), chosen, &error));
    return game;
}

static void assert_end(const Game *game, Result result, EndReason reason) {
    GameEnd end = game_end(game);
    assert_string_equal(end_reason_name(end.reason), end_reason_name(reason));
    assert_string_equal(result_name(end.result), result_name(result));
}

static void play(Game *game, Move move) {
    Error error;
    assert_true(game_play(game, move, &error));
}

static int no_progress(const Game *game) {
    return game->plies[game->count - 1].no_progress_plies;
}

// ---- Names and rule sets

TEST(rule_sets) {
    const RuleSet *wcdf = rule_set_named("wcdf"), *fifty = rule_set_named("fifty");
    const RuleSet *crowning = rule_set_named("crowning");
    assert_ptr_equal(rule_set_default(), wcdf);
    assert_int_equal(wcdf->repetition, 3);
    assert_int_equal(wcdf->no_progress_plies, 80);
    assert_true(wcdf->man_move_resets);
    assert_int_equal(fifty->repetition, 4);
    assert_int_equal(fifty->no_progress_plies, 100);
    assert_true(fifty->man_move_resets);
    assert_int_equal(crowning->repetition, 0);
    assert_int_equal(crowning->no_progress_plies, 80);
    assert_false(crowning->man_move_resets);
    assert_null(rule_set_named("WCDF "));
    assert_null(rule_set_named(""));
}

TEST(variants) {
    Variant variant = VARIANT_ENGLISH;
    assert_true(variant_named("giveaway", &variant));
    assert_int_equal(variant, VARIANT_GIVEAWAY);
    assert_false(variant_named("russian", &variant));
    assert_int_equal(variant, VARIANT_GIVEAWAY);
    assert_string_equal(variant_name(VARIANT_ENGLISH), "english");
}

// 1-0 means that Black, the first mover, won.
TEST(result_names) {
    assert_string_equal(result_name(RESULT_BLACK_WINS), "1-0");
    assert_string_equal(result_name(RESULT_WHITE_WINS), "0-1");
    assert_string_equal(result_name(RESULT_DRAW), "1/2-1/2");
    assert_string_equal(result_name(RESULT_NONE), "*");
    assert_int_equal(result_won_by(BLACK), RESULT_BLACK_WINS);
    assert_int_equal(result_without_moves(BLACK, VARIANT_ENGLISH), RESULT_WHITE_WINS);
    assert_int_equal(result_without_moves(BLACK, VARIANT_GIVEAWAY), RESULT_BLACK_WINS);
}

// ---- Repetition

#define SHUFFLE "2-6 31-27 6-2 27-31 "

// The position stands once at the start and again after each shuffle.
static void check_repetition(const char *rules, int shuffles_to_draw) {
    Game game = game_from("W:WK2:BK31", rules, VARIANT_ENGLISH);
    for (int shuffle = 1; shuffle <= 5; shuffle++) {
        if (shuffle == shuffles_to_draw) {
            break;
        }
        play_all(&game, SHUFFLE);
        assert_int_equal(game_occurrences(&game), shuffle + 1);
        assert_end(&game, RESULT_NONE, END_NONE);
    }
    if (shuffles_to_draw > 0) {
        play_all(&game, "2-6 31-27 6-2");
        assert_end(&game, RESULT_NONE, END_NONE);
        play_all(&game, "27-31");
        assert_int_equal(game_occurrences(&game), shuffles_to_draw + 1);
        assert_end(&game, RESULT_DRAW, END_REPETITION);
    }
    game_destroy(&game);
}

TEST(third_occurrence_draws_under_wcdf) {
    check_repetition("wcdf", 2);
}

TEST(fourth_occurrence_draws_under_fifty) {
    check_repetition("fifty", 3);
}

TEST(no_repetition_rule_under_crowning) {
    check_repetition("crowning", 0);
}

// Equal texts are new moves each time, and a draw does not stop a recorded game.
TEST(game_goes_on_after_a_draw) {
    Game game = game_from("W:WK2:BK31", "wcdf", VARIANT_ENGLISH);
    play_all(&game, SHUFFLE SHUFFLE);
    assert_int_equal(game.count, 9);
    assert_end(&game, RESULT_DRAW, END_REPETITION);
    play_all(&game, "2-7");
    assert_end(&game, RESULT_NONE, END_NONE);
    play_all(&game, "31-26");
    assert_int_equal(game.count, 11);
    game_destroy(&game);
}

// The same board with the other side to move is another position: a king that loses a move.
TEST(the_side_to_move_counts_in_a_repetition) {
    Game game = game_from("W:WK1:BK32", "wcdf", VARIANT_ENGLISH);
    play_all(&game, "1-6 32-28 6-10 28-32 10-7 32-28 7-2 28-32 2-6 32-28 6-1");
    Position present = game_position(&game), start = game.plies[0].position;
    assert_int_equal(present.pieces[WHITE], start.pieces[WHITE]);
    assert_int_equal(game_occurrences(&game), 1);
    game_destroy(&game);
}

TEST(moves_before_a_capture_do_not_repeat) {
    Game game = game_from("B:WK10,25:BK2,K31", "wcdf", VARIANT_ENGLISH);
    play_all(&game, "31-27 10-14 27-31 14-10");
    assert_int_equal(game_occurrences(&game), 2);
    play_all(&game, "2-6 10x1 31-27");
    assert_int_equal(game_occurrences(&game), 1);
    game_destroy(&game);
}

// ---- No progress

// A king's move that offers and makes no capture, to the position that stood least often.
static Move idle_move(Game *game) {
    MoveList list;
    Move best = {0};
    int best_occurrences = 1000;
    moves_generate(game_position(game), &list);
    for (int i = 0; i < list.count; i++) {
        bool man = (game_position(game).kings & square_bit(list.moves[i].from)) == 0;
        play(game, list.moves[i]);
        Position after = game_position(game);
        int occurrences = game_occurrences(game);
        game_undo(game);
        if (!man && list.moves[i].captured == 0 && occurrences < best_occurrences &&
            !moves_can_capture(after, (Side)after.side)) {
            best = list.moves[i];
            best_occurrences = occurrences;
        }
    }
    assert_true(best_occurrences < 1000);
    return best;
}

static void idle(Game *game, int plies) {
    for (int i = 0; i < plies; i++) {
        assert_end(game, RESULT_NONE, END_NONE);
        play(game, idle_move(game));
    }
}

static void check_no_progress(const char *rules, int plies) {
    Game game = game_from("B:WK32,29:BK1,4", rules, VARIANT_ENGLISH);
    idle(&game, plies - 1);
    assert_int_equal(no_progress(&game), plies - 1);
    assert_end(&game, RESULT_NONE, END_NONE);
    play(&game, idle_move(&game));
    assert_int_equal(no_progress(&game), plies);
    assert_end(&game, RESULT_DRAW, END_NO_PROGRESS);
    game_undo(&game);
    assert_end(&game, RESULT_NONE, END_NONE);
    game_destroy(&game);
}

TEST(eightieth_ply_draws_under_wcdf) {
    check_no_progress("wcdf", 80);
}

TEST(hundredth_ply_draws_under_fifty) {
    check_no_progress("fifty", 100);
}

TEST(eightieth_ply_draws_under_crowning) {
    check_no_progress("crowning", 80);
}

typedef struct {
    const char *rules, *fen, *move;
    int count; // after the move, when it was 50 before
} Progress;

TEST(what_counts_as_progress) {
    static const Progress rows[] = {
        {"wcdf", "B:W30:BK1,9", "1-6", 51},        {"wcdf", "B:W30:BK1,9", "9-13", 0},
        {"wcdf", "B:W30:BK1,26", "26-31", 0},      {"wcdf", "B:W6:BK1,9", "1x10", 0},
        {"fifty", "B:W30:BK1,9", "1-6", 51},       {"fifty", "B:W30:BK1,9", "9-13", 0},
        {"crowning", "B:W30:BK1,9", "1-6", 51},    {"crowning", "B:W30:BK1,9", "9-13", 51},
        {"crowning", "B:W30:BK1,26", "26-31", 0},  {"crowning", "B:W6:BK1,9", "1x10", 0},
        {"crowning", "B:WK22:BK1,18", "18x25", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Game game = game_from(rows[i].fen, rows[i].rules, VARIANT_ENGLISH);
        game.plies[0].no_progress_plies = 50;
        play_all(&game, rows[i].move);
        if (no_progress(&game) != rows[i].count) {
            fail_msg("%s %s %s: %d", rows[i].rules, rows[i].fen, rows[i].move, no_progress(&game));
        }
        game_destroy(&game);
    }
}

// The last move counts before the count does: without a move for the opponent it wins.
TEST(winning_with_the_eightieth_ply) {
    Game game = game_from("W:WK27:B28", "wcdf", VARIANT_ENGLISH);
    game.plies[0].no_progress_plies = 79;
    play_all(&game, "27-32");
    assert_int_equal(no_progress(&game), 80);
    assert_end(&game, RESULT_WHITE_WINS, END_NO_MOVES);
    game_undo(&game);
    play_all(&game, "27-23");
    assert_end(&game, RESULT_DRAW, END_NO_PROGRESS);
    game_destroy(&game);
}

// Repetition is asked before progress.
TEST(first_reason_stands) {
    Game game = game_from("W:WK2:BK31", "wcdf", VARIANT_ENGLISH);
    game.plies[0].no_progress_plies = 72;
    play_all(&game, SHUFFLE SHUFFLE);
    assert_int_equal(no_progress(&game), 80);
    assert_end(&game, RESULT_DRAW, END_REPETITION);
    game_destroy(&game);
}

// ---- Ends and taking back

typedef struct {
    const char *fen;
    EndReason reason;
    Result english, giveaway;
} End;

TEST(ends_without_moves) {
    static const End rows[] = {
        {"W:W5:B1", END_NO_MOVES, RESULT_BLACK_WINS, RESULT_WHITE_WINS},
        {"W:W13:B6,9", END_NO_MOVES, RESULT_BLACK_WINS, RESULT_WHITE_WINS},
        {"B:W29,30:B", END_NO_PIECES, RESULT_WHITE_WINS, RESULT_BLACK_WINS},
        {"B:WK32:B28", END_NO_MOVES, RESULT_WHITE_WINS, RESULT_BLACK_WINS},
        {"W:W29,30:B", END_NONE, RESULT_NONE, RESULT_NONE}, // only the side to move is asked
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int variant = VARIANT_ENGLISH; variant <= VARIANT_GIVEAWAY; variant++) {
            Game game = game_from(rows[i].fen, "wcdf", (Variant)variant);
            assert_end(&game, variant == VARIANT_ENGLISH ? rows[i].english : rows[i].giveaway,
                       rows[i].reason);
            game_destroy(&game);
        }
    }
}

TEST(king_takes_king_and_wins) {
    Game game = game_from("W:WK29:BK25", "wcdf", VARIANT_ENGLISH);
    play_all(&game, "29x22");
    assert_end(&game, RESULT_WHITE_WINS, END_NO_PIECES);
    game_destroy(&game);
}

TEST(undo_gives_the_position_back) {
    Game game = game_from("W:WK27:B28", "wcdf", VARIANT_ENGLISH);
    char moves[MOVES_TEXT_MAX];
    play_all(&game, "27-32");
    assert_end(&game, RESULT_WHITE_WINS, END_NO_MOVES);
    game_undo(&game);
    assert_true(position_equal(game_position(&game), position_of("W:WK27:B28")));
    moves_to_text(game_position(&game), moves);
    assert_string_equal(moves, "27-23 27-24 27-31 27-32");
    game_undo(&game); // nothing to take back
    assert_int_equal(game.count, 1);
    game_destroy(&game);
}

TEST(copy_has_its_own_memory) {
    Game game = game_from("W:WK2:BK31", "fifty", VARIANT_GIVEAWAY), copy;
    Error error;
    play_all(&game, SHUFFLE);
    assert_true(game_copy(&copy, &game, &error));
    game_undo(&game);
    play_all(&game, "27-32");
    assert_int_equal(copy.count, 5);
    assert_true(position_equal(game_position(&copy), position_of("W:WK2:BK31")));
    assert_ptr_equal(copy.rules.set, rule_set_named("fifty"));
    assert_int_equal(copy.rules.variant, VARIANT_GIVEAWAY);
    game_destroy(&game);
    play_all(&copy, "2-6");
    game_destroy(&copy);
}

TEST(long_games_keep_all_plies) {
    Game game = game_from("W:WK2:BK31", "crowning", VARIANT_ENGLISH);
    for (int i = 0; i < 300; i++) {
        play_all(&game, SHUFFLE);
    }
    assert_int_equal(game.count, 1201);
    assert_int_equal(game_occurrences(&game), 301);
    assert_true(position_equal(game.plies[1].position, position_of("B:WK6:BK31")));
    game_destroy(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_sets),
        cmocka_unit_test(variants),
        cmocka_unit_test(result_names),
        cmocka_unit_test(third_occurrence_draws_under_wcdf),
        cmocka_unit_test(fourth_occurrence_draws_under_fifty),
        cmocka_unit_test(no_repetition_rule_under_crowning),
        cmocka_unit_test(game_goes_on_after_a_draw),
        cmocka_unit_test(the_side_to_move_counts_in_a_repetition),
        cmocka_unit_test(moves_before_a_capture_do_not_repeat),
        cmocka_unit_test(eightieth_ply_draws_under_wcdf),
        cmocka_unit_test(hundredth_ply_draws_under_fifty),
        cmocka_unit_test(eightieth_ply_draws_under_crowning),
        cmocka_unit_test(what_counts_as_progress),
        cmocka_unit_test(winning_with_the_eightieth_ply),
        cmocka_unit_test(first_reason_stands),
        cmocka_unit_test(ends_without_moves),
        cmocka_unit_test(king_takes_king_and_wins),
        cmocka_unit_test(undo_gives_the_position_back),
        cmocka_unit_test(copy_has_its_own_memory),
        cmocka_unit_test(long_games_keep_all_plies),
    };
    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
