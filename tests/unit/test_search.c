// The search as a whole: known results, draws, limits, and that one thread always does the same.
#include <stdlib.h>

#include "search/score.h"
#include "search/search.h"
#include "support.h"

#define LINES_MAX 8

// What a search reported.
typedef struct {
    SearchInfo last[LINES_MAX]; // by multipv
    Move first[LINES_MAX];      // move of each
    SearchAnswer answer;
    int answers;
} Heard;

static void hear_info(void *context, const SearchInfo *info) {
    Heard *heard = context;
    if (info->multipv >= 1 && info->multipv <= LINES_MAX) {
        heard->last[info->multipv - 1] = *info;
        heard->first[info->multipv - 1] = info->line_count > 0 ? info->line[0] : (Move){0, 0, 0};
    }
}

static void hear_answer(void *context, const SearchAnswer *answer) {
    Heard *heard = context;
    heard->answer = *answer;
    heard->answers++;
}

static Heard heard;
static Network *network;

static int open_network(void **state) {
    Error error;
    (void)state;
    return network_open("", &network, &error) ? 0 : -1;
}

static int close_network(void **state) {
    (void)state;
    free(network);
    return 0;
}

static Search *open_search(int threads) {
    Error error;
    Search *search = search_create((SearchListener){hear_info, hear_answer, &heard}, &error);
    assert_non_null(search);
    assert_true(search_set_table(search, 8, &error));
    assert_true(search_set_threads(search, threads, &error));
    search_set_network(search, network);
    return search;
}

static Rules rules_of(const char *set, Variant variant) {
    return (Rules){rule_set_named(set), variant};
}

static Game game_of(const char *fen, const char *moves, Rules rules) {
    Game game;
    Error error;
    assert_true(game_init(&game, position_of(fen), rules, &error));
    play_all(&game, moves);
    return game;
}

static void run(Search *search, const Game *game, SearchLimits limits) {
    Error error;
    memset(&heard, 0, sizeof heard);
    assert_true(search_start(search, game, &limits, &error));
    search_wait(search);
    assert_int_equal(heard.answers, 1);
}

// The score of a position after these moves, searched to a depth.
static int score_of(Search *search, const char *fen, const char *moves, int depth) {
    Game game = game_of(fen, moves, rules_of("wcdf", VARIANT_ENGLISH));
    SearchLimits limits = search_limits_none();
    limits.depth = depth;
    run(search, &game, limits);
    game_destroy(&game);
    return heard.last[0].score;
}

#define KINGS_WIN "W:WK1:BK13" // White wins in 11 plies

TEST(known_results_are_found_with_their_length) {
    Search *search = open_search(1);
    assert_int_equal(score_of(search, "W:WK27:B28", "", 4), score_won(1));
    assert_int_equal(score_of(search, KINGS_WIN, "", 20), score_won(11));
    assert_int_equal(score_of(search, "W:W5:B1", "", 5), score_lost(0));
    assert_int_equal(heard.answer.count, 0);
    assert_int_equal(score_of(search, "B:W29,30:B", "", 5), score_lost(0));
    search_destroy(search);
}

TEST(in_giveaway_the_side_without_a_move_has_won) {
    static const struct {
        const char *fen;
        int score;
    } cases[] = {
        {"B:WK18:B", SCORE_WIN},       // no piece left: won
        {"W:W5:B1", SCORE_WIN},        // blocked: won
        {"B:W14:B1,9", 1 - SCORE_WIN}, // must take the last piece
    };
    Search *search = open_search(1);
    SearchLimits limits = search_limits_none();
    limits.depth = 6;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Game game = game_of(cases[i].fen, "", rules_of("wcdf", VARIANT_GIVEAWAY));
        run(search, &game, limits);
        assert_int_equal(heard.last[0].score, cases[i].score);
        game_destroy(&game);
    }
    search_destroy(search);
}

#define THREE_AGAINST_TWO "W:WK18,K19,K22:BK1,K29"

TEST(the_better_side_does_not_repeat) {
    Search *search = open_search(1);
    int score = score_of(search, THREE_AGAINST_TWO, "18-15 1-6 15-18 6-1 18-15 1-6 15-18",
                         10); // then 6-1 repeats
    assert_true(score <= 0);
    // Black is worse and may repeat a third time: a draw, whatever the depth.
    assert_int_equal(score, 0);
    char best[32];
    snprintf(best, sizeof best, "%d-%d", heard.answer.moves[0].from + 1,
             heard.answer.moves[0].to + 1);
    assert_string_equal(best, "6-1");
    search_destroy(search);
}

// Four plies that lead back to the same position, so often; the rule set `crowning` allows it.
static void shuffle(Game *game, const char *cycle, int times) {
    for (int i = 0; i < times; i++) {
        play_all(game, cycle);
    }
}

TEST(a_draw_by_lack_of_progress_does_not_stay_in_the_table) {
    Search *search = open_search(1);
    SearchLimits limits = search_limits_none();
    Game late = game_of(KINGS_WIN, "", rules_of("crowning", VARIANT_ENGLISH));
    Game early = game_of(KINGS_WIN, "", rules_of("crowning", VARIANT_ENGLISH));
    limits.depth = 14;
    shuffle(&late, "1-6 13-17 6-1 17-13", 18); // 72 plies: too late for a win in 11
    run(search, &late, limits);
    assert_int_equal(heard.last[0].score, 0);
    run(search, &early, limits); // with the table that the late game left
    assert_int_equal(heard.last[0].score, score_won(11));
    run(search, &late, limits); // and the other way round
    assert_int_equal(heard.last[0].score, 0);
    game_destroy(&early);
    game_destroy(&late);
    search_destroy(search);
}

TEST(a_win_at_the_last_ply_of_the_count_is_a_win) {
    Search *search = open_search(1);
    SearchLimits limits = search_limits_none();
    Game game = game_of("B:W18,22,K17,K32:B28,K29", "29-25 17-21 25-29",
                        rules_of("crowning", VARIANT_ENGLISH));
    limits.depth = 6;
    shuffle(&game, "21-17 29-25 17-21 25-29", 19); // 79 plies; 21-25 leaves Black without a move
    assert_int_equal(game.plies[game.count - 1].no_progress_plies, 79);
    run(search, &game, limits);
    assert_int_equal(heard.last[0].score, score_won(1));
    game_destroy(&game);
    search_destroy(search);
}

TEST(one_thread_always_does_the_same) {
    uint64_t nodes[2];
    int scores[2];
    for (int i = 0; i < 2; i++) {
        Search *search = open_search(1);
        scores[i] = score_of(search, "B:W21-32:B1-12", "11-15 23-19 8-11", 13);
        nodes[i] = search_nodes(search);
        search_destroy(search);
    }
    assert_int_equal(nodes[0], nodes[1]);
    assert_int_equal(scores[0], scores[1]);
    assert_true(nodes[0] > 1000);
}

TEST(a_node_limit_is_kept_exactly) {
    Search *search = open_search(1);
    Game game = game_of("B:W21-32:B1-12", "", rules_of("wcdf", VARIANT_ENGLISH));
    SearchLimits limits = search_limits_none();
    for (uint64_t nodes = 1; nodes < 100000; nodes += 1 + nodes / 7) {
        limits.nodes = nodes;
        run(search, &game, limits);
        assert_int_equal(search_nodes(search), nodes);
        assert_int_equal(heard.answer.count > 0, 1);
        assert_true(heard.last[0].line_count > 0);
    }
    game_destroy(&game);
    search_destroy(search);
}

TEST(several_lines_are_in_order_and_distinct) {
    Search *search = open_search(1);
    Game game = game_of("B:W21-32:B1-12", "", rules_of("wcdf", VARIANT_ENGLISH));
    SearchLimits limits = search_limits_none();
    limits.depth = 9;
    limits.multipv = 7;
    run(search, &game, limits);
    for (int i = 1; i < 7; i++) {
        assert_true(heard.last[i].score <= heard.last[i - 1].score);
        for (int j = 0; j < i; j++) {
            assert_false(move_equal(heard.first[i], heard.first[j]));
        }
    }
    assert_true(move_equal(heard.first[0], heard.answer.moves[0]));
    game_destroy(&game);
    search_destroy(search);
}

TEST(only_the_moves_asked_for_are_searched) {
    Search *search = open_search(1);
    Game game = game_of("B:W21-32:B1-12", "", rules_of("wcdf", VARIANT_ENGLISH));
    SearchLimits limits = search_limits_none();
    limits.depth = 6;
    limits.only.moves[limits.only.count++] = move_of(game_position(&game), "12-16");
    run(search, &game, limits);
    assert_true(move_equal(heard.answer.moves[0], limits.only.moves[0]));
    game_destroy(&game);
    search_destroy(search);
}

TEST(contempt_makes_a_draw_worse_for_the_side_to_move) {
    Search *search = open_search(1);
    Game game = game_of(THREE_AGAINST_TWO, "18-15 1-6 15-18 6-1 18-15 1-6 15-18",
                        rules_of("wcdf", VARIANT_ENGLISH));
    SearchLimits limits = search_limits_none();
    limits.depth = 8;
    limits.contempt = 20;
    run(search, &game, limits);
    assert_int_equal(heard.last[0].score, -20);
    game_destroy(&game);
    search_destroy(search);
}

TEST(two_threads_give_one_answer_and_stop_when_told) {
    Search *search = open_search(2);
    Game game = game_of("B:W21-32:B1-12", "", rules_of("wcdf", VARIANT_ENGLISH));
    SearchLimits limits = search_limits_none();
    Error error;
    limits.infinite = true;
    for (int i = 0; i < 30; i++) {
        memset(&heard, 0, sizeof heard);
        assert_true(search_start(search, &game, &limits, &error));
        search_stop(search);
        assert_false(search_is_running(search));
        assert_int_equal(heard.answers, 1);
        assert_true(heard.answer.count > 0);
    }
    game_destroy(&game);
    search_destroy(search);
}

TEST(several_threads_reach_the_depth_asked_for) {
    static const int threads[] = {2, 4, 16};
    SearchLimits limits = search_limits_none();
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        Search *search = open_search(threads[i]);
        Game game = game_of("B:W21-32:B1-12", "", rules_of("wcdf", VARIANT_ENGLISH));
        for (int depth = 1; depth <= 12; depth++) {
            limits.depth = depth;
            run(search, &game, limits);
            assert_int_equal(heard.last[0].depth, depth);
            assert_true(move_equal(heard.first[0], heard.answer.moves[0]));
        }
        game_destroy(&game);
        search_destroy(search);
    }
}

TEST(several_threads_share_a_node_limit) {
    Search *search = open_search(8);
    Game game = game_of("B:W21-32:B1-12", "", rules_of("wcdf", VARIANT_ENGLISH));
    SearchLimits limits = search_limits_none();
    for (uint64_t nodes = 1; nodes < 100000; nodes = nodes * 3 + 1) {
        limits.nodes = nodes;
        run(search, &game, limits);
        assert_true(search_nodes(search) <= nodes);
        assert_true(heard.answer.count > 0);
    }
    game_destroy(&game);
    search_destroy(search);
}

TEST(pondering_waits_for_the_hit) {
    Search *search = open_search(1);
    Game game = game_of("W:WK27:B28", "", rules_of("wcdf", VARIANT_ENGLISH));
    SearchLimits limits = search_limits_none();
    Error error;
    memset(&heard, 0, sizeof heard);
    limits.ponder = true;
    limits.depth = 3;
    assert_true(search_start(search, &game, &limits, &error));
    assert_true(search_is_running(search)); // though there is nothing left to think about
    search_ponder_hit(search);
    search_wait(search);
    assert_int_equal(heard.answers, 1);
    game_destroy(&game);
    search_destroy(search);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_results_are_found_with_their_length),
        cmocka_unit_test(in_giveaway_the_side_without_a_move_has_won),
        cmocka_unit_test(the_better_side_does_not_repeat),
        cmocka_unit_test(a_draw_by_lack_of_progress_does_not_stay_in_the_table),
        cmocka_unit_test(a_win_at_the_last_ply_of_the_count_is_a_win),
        cmocka_unit_test(one_thread_always_does_the_same),
        cmocka_unit_test(a_node_limit_is_kept_exactly),
        cmocka_unit_test(several_lines_are_in_order_and_distinct),
        cmocka_unit_test(only_the_moves_asked_for_are_searched),
        cmocka_unit_test(contempt_makes_a_draw_worse_for_the_side_to_move),
        cmocka_unit_test(two_threads_give_one_answer_and_stop_when_told),
        cmocka_unit_test(several_threads_reach_the_depth_asked_for),
        cmocka_unit_test(several_threads_share_a_node_limit),
        cmocka_unit_test(pondering_waits_for_the_hit),
    };
    return cmocka_run_group_tests(tests, open_network, close_network);
}
