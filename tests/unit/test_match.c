// The parts of kelso-match that need no process: words of a command line, limits and clocks, the
// schedule, what engines say, the referee.
#include "support.h"

#include <stdlib.h>

#include "common/engine_info.h"
#include "common/words.h"
#include "match/referee.h"
#include "match/schedule.h"

// ---- words

TEST(command_lines) {
    static const struct {
        const char *text;
        const char *words; // each with a | behind it; NULL: refused
    } rows[] = {
        {"kelso", "kelso|"},
        {"  a\tb  c\n", "a|b|c|"},
        {"'a b' \"c d\"e'f g'", "a b|c def g|"},
        {"a\\ b \\\\ \\'", "a b|\\|'|"},
        {"\"a\\\"b\\c\\\\\" '\\'", "a\"b\\c\\|\\|"},
        {"a '' \"\"", "a|||"},
        {"$HOME * ~", "$HOME|*|~|"},
        {"end\\", "end\\|"},
        {"'open", NULL},
        {"a \"open", NULL},
        {"", NULL},
        {" \t ", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Error error;
        char joined[200] = "";
        char **words = words_split(rows[i].text, &error);
        if ((words == NULL) != (rows[i].words == NULL)) {
            fail_msg("<%s> is %s", rows[i].text, words == NULL ? error.message : "taken");
        }
        for (char **word = words; words != NULL && *word != NULL; word++) {
            strcat(strcat(joined, *word), "|");
        }
        if (words != NULL) {
            assert_string_equal(joined, rows[i].words);
        }
        words_free(words);
    }
}

// ---- limits

TEST(time_controls) {
    static const struct {
        const char *text, *written; // written NULL: refused
    } rows[] = {
        {"10", "10+0"},
        {"10+0.1", "10+0.1"},
        {"40/60+0.5", "40/60+0.5"},
        {"0.2+0.002", "0.2+0.002"},
        {".5", "0.5+0"},
        {"0+1", "0+1"},
        {"1/1", "1/1+0"},
        {"0", NULL},
        {"", NULL},
        {"+1", NULL},
        {"1+", NULL},
        {"/1", NULL},
        {"1/", NULL},
        {"1/2/3", NULL},
        {"1+2+3", NULL},
        {"1+2/3", NULL},
        {"1e3", NULL},
        {"1 ", NULL},
        {"0x1", NULL},
        {"9999999", NULL},
        {"1.2.3", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Error error;
        Limit limit;
        char text[LIMIT_TEXT_MAX];
        bool good = limit_read_clock(rows[i].text, &limit, &error);
        if (good != (rows[i].written != NULL)) {
            fail_msg("'%s': %s", rows[i].text, good ? "taken" : error.message);
        }
        if (good) {
            limit_text(&limit, text);
            assert_string_equal(text, rows[i].written);
        }
    }
}

#define MS 1000000

TEST(a_clock_with_periods) {
    Limit limit = {.kind = LIMIT_CLOCK, .moves = 2, .base_ns = 1000 * MS, .increment_ns = 10 * MS};
    Patience patience = {.margin_ns = 5 * MS, .hang_ns = 60000LL * MS};
    GameClock clock;
    game_clock_init(&clock, &limit);
    assert_int_equal(game_clock_deadline_ns(&clock, &patience), 1005 * MS);
    game_clock_moved(&clock, 400 * MS);
    assert_int_equal(clock.remaining_ns, 610 * MS);
    game_clock_moved(&clock, 613 * MS); // late, but within the margin
    assert_int_equal(clock.remaining_ns, 1010 * MS);
    assert_int_equal(clock.moves_left, 2);
}

TEST(lines_that_ask_for_a_move) {
    Limit timed = {.kind = LIMIT_CLOCK, .base_ns = 1999999, .increment_ns = 2 * MS};
    Limit periods = {.kind = LIMIT_CLOCK, .moves = 40, .base_ns = 5000LL * MS};
    Limit fixed = {.kind = LIMIT_MOVETIME, .movetime_ns = 20 * MS};
    Limit nodes = {.kind = LIMIT_NODES, .count = 5000}, depth = {.kind = LIMIT_DEPTH, .count = 7};
    const struct {
        const Limit *black, *white;
        Side mover;
        const char *line;
    } rows[] = {
        {&timed, &periods, BLACK, "go wtime 5000 winc 0 btime 1 binc 2\n"}, // rounded down
        {&timed, &periods, WHITE, "go wtime 5000 winc 0 btime 1 binc 2 movestogo 40\n"},
        {&nodes, &timed, WHITE, "go wtime 1 winc 2\n"},
        {&nodes, &timed, BLACK, "go nodes 5000\n"},
        {&fixed, &timed, BLACK, "go movetime 20\n"},
        {&timed, &depth, WHITE, "go depth 7\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        GameClock clocks[2];
        char line[GO_LINE_MAX];
        game_clock_init(&clocks[BLACK], rows[i].black);
        game_clock_init(&clocks[WHITE], rows[i].white);
        go_line_write(clocks, rows[i].mover, false, line);
        assert_string_equal(line, rows[i].line);
    }
}

// ---- schedule

// Every pairing plays every opening of a pass once with each side, and a game does not depend on
// the order in which games are asked for.
TEST(schedules) {
    for (int engines = 2; engines <= 5; engines++) {
        for (int random = 0; random <= 1; random++) {
            enum { OPENINGS = 7, PASSES = 3 };
            Schedule schedule, backwards;
            int played[5][5][OPENINGS] = {0};
            schedule_init(&schedule, engines, false, OPENINGS, PASSES * OPENINGS, random, 11);
            schedule_init(&backwards, engines, false, OPENINGS, PASSES * OPENINGS, random, 11);
            int64_t games = schedule_games(&schedule);
            assert_int_equal(games, engines * (engines - 1) * PASSES * OPENINGS);
            for (int64_t i = 0; i < games; i++) {
                ScheduledGame game = schedule_game(&schedule, i);
                played[game.engine[BLACK]][game.engine[WHITE]][game.opening]++;
                assert_int_equal(game.pair, i / 2);
            }
            for (int i = 0; i < engines * engines * OPENINGS; i++) {
                int a = i / OPENINGS / engines, b = i / OPENINGS % engines;
                assert_int_equal(played[a][b][i % OPENINGS], a == b ? 0 : PASSES);
            }
            for (int64_t i = games - 1; i >= 0; i--) {
                ScheduledGame a = schedule_game(&schedule, i), b = schedule_game(&backwards, i);
                assert_int_equal(a.number, b.number);
                assert_int_equal(a.pair, b.pair);
                assert_int_equal(a.engine[BLACK], b.engine[BLACK]);
                assert_int_equal(a.engine[WHITE], b.engine[WHITE]);
                assert_int_equal(a.opening, b.opening);
            }
            schedule_destroy(&schedule);
            schedule_destroy(&backwards);
        }
    }
}

// The parts of a schedule have every pair once, whole.
TEST(shards) {
    for (int shards = 1; shards <= 9; shards++) {
        Schedule schedule;
        int64_t sum = 0;
        schedule_init(&schedule, 3, false, 7, 11, false, 1);
        int64_t games = schedule_games(&schedule);
        int seen[3 * 11 * 2] = {0};
        assert_int_equal(games, 3 * 11 * 2);
        for (int shard = 0; shard < shards; shard++) {
            int64_t here = 0;
            schedule_shard(&schedule, shard, shards);
            for (int64_t i = 0; i < games; i++) {
                here += schedule_has(&schedule, i);
                seen[i] += schedule_has(&schedule, i);
                assert_int_equal(schedule_has(&schedule, i), schedule_has(&schedule, i ^ 1));
            }
            assert_int_equal(here, schedule_games_here(&schedule));
            sum += here;
        }
        assert_int_equal(sum, games);
        for (int64_t i = 0; i < games; i++) {
            assert_int_equal(seen[i], 1);
        }
        schedule_destroy(&schedule);
    }
}

// ---- what engines say

TEST(search_infos) {
    static const struct {
        const char *line, *text; // the words behind `info`
    } rows[] = {
        {"depth 21 seldepth 33 score cp 12 nodes 5 time 3 pv 11-15", "+0.12/21"},
        {"score cp -5", "-0.05"},
        {"depth 3 score win 14 pv 1-5", "+W14/3"},
        {"score loss 0 depth 1", "-L0/1"},
        {"depth 4 multipv 1 score cp 100 lowerbound", "+1.00/4"},
        {"depth 4 multipv 2 score cp 100", ""},
        {"depth 4 nodes 100", ""},
        {"string score cp 1", ""},
        {"depth x score cp y", ""},
        {"score cp", ""},
        {"score", ""},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        SearchInfo info;
        char line[200], text[SEARCH_INFO_TEXT_MAX];
        search_info_clear(&info);
        strcpy(line, rows[i].line);
        search_info_read(&info, line);
        search_info_text(&info, text);
        assert_string_equal(text, rows[i].text);
    }
}

TEST(engine_options) {
    EngineOption option;
    Error error;
    char spin[] = "name Two  Words type spin default 64 min -1 max 65536";
    assert_true(engine_option_read(&option, spin));
    assert_string_equal(option.name, "Two Words");
    assert_true(engine_option_takes(&option, "-1", &error));
    assert_false(engine_option_takes(&option, "65537", &error));
    engine_option_destroy(&option);
    char combo[] = "name Rules type combo default a b var a b var c";
    assert_true(engine_option_read(&option, combo));
    assert_true(engine_option_takes(&option, "A B", &error));
    assert_true(engine_option_takes(&option, "c", &error));
    assert_false(engine_option_takes(&option, "a", &error));
    assert_false(engine_option_takes(&option, "b", &error));
    engine_option_destroy(&option);
    char text[] = "name File type string default <empty>", none[] = "type spin";
    assert_true(engine_option_read(&option, text));
    assert_true(engine_option_takes(&option, "any thing", &error));
    assert_false(engine_option_takes(&option, NULL, &error));
    engine_option_destroy(&option);
    assert_false(engine_option_read(&option, none));
    engine_option_destroy(&option);
}

// ---- the referee

static Referee referee_at(const char *fen, const RefereeRules *rules) {
    static const Limit limit = {.kind = LIMIT_CLOCK, .base_ns = 1000 * MS};
    const Limit *const limits[2] = {&limit, &limit};
    Opening opening = {.start = position_of(fen), .name = ""};
    Referee referee;
    referee_init(&referee, rules, &opening, limits);
    return referee;
}

static RefereeAnswer answer(Referee *referee, const char *move) {
    SearchInfo info;
    search_info_clear(&info);
    return referee_move(referee, move, 100 * MS, &info);
}

static RefereeRules rules_of(const char *set, Variant variant) {
    return (RefereeRules){.rules = {rule_set_named(set), variant}};
}

TEST(verdicts_by_the_rules) {
    static const struct {
        const char *fen, *moves;
        Variant variant;
        Result result;
        const char *reason;
    } rows[] = {
        {"B:W18:B14", "14x23", VARIANT_ENGLISH, RESULT_BLACK_WINS, "no pieces"},
        {"B:W18:B14", "14x23", VARIANT_GIVEAWAY, RESULT_WHITE_WINS, "no pieces"},
        {"W:W10,13:B1,5,6", "13-9 6x15 9-6 1x10", VARIANT_ENGLISH, RESULT_BLACK_WINS, "no pieces"},
        {"B:WK32:BK1", "1-5 32-28 5-1 28-32 1-5 32-28 5-1 28-32", VARIANT_ENGLISH, RESULT_DRAW,
         "repetition"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        RefereeRules rules = rules_of("wcdf", rows[i].variant);
        Referee referee = referee_at(rows[i].fen, &rules);
        char moves[100], *rest = moves;
        strcpy(moves, rows[i].moves);
        for (char *move = strtok_r(moves, " ", &rest); move != NULL;
             move = strtok_r(NULL, " ", &rest)) {
            assert_int_equal(answer(&referee, move), *rest == '\0' ? REFEREE_OVER : REFEREE_GO_ON);
        }
        assert_int_equal(referee.verdict.result, rows[i].result);
        assert_string_equal(referee.verdict.reason, rows[i].reason);
        assert_int_equal(referee.verdict.guilty, -1);
        referee_destroy(&referee);
    }
}

TEST(illegal_moves) {
    RefereeRules rules = rules_of("wcdf", VARIANT_ENGLISH);
    static const char *const moves[] = {"1-32", "none", "", "x", "11-15-19", "bestmove"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        Referee referee = referee_at("B:W21-32:B1-12", &rules);
        assert_int_equal(answer(&referee, moves[i]), REFEREE_OVER);
        assert_int_equal(referee.verdict.result, RESULT_WHITE_WINS);
        assert_string_equal(referee.verdict.reason, "illegal move");
        assert_int_equal(referee.verdict.guilty, BLACK);
        referee_destroy(&referee);
    }
}

TEST(a_caution_for_each_side) {
    RefereeRules rules = rules_of("wcdf", VARIANT_ENGLISH);
    rules.caution = true;
    Referee referee = referee_at("B:W21-32:B1-12", &rules);
    assert_int_equal(answer(&referee, "1-32"), REFEREE_ASK_AGAIN);
    assert_int_equal(referee.clocks[BLACK].remaining_ns, 900 * MS); // the time runs on
    assert_int_equal(answer(&referee, "11-15"), REFEREE_GO_ON);
    assert_int_equal(answer(&referee, "1-32"), REFEREE_ASK_AGAIN);
    assert_int_equal(answer(&referee, "23-19"), REFEREE_GO_ON);
    assert_int_equal(answer(&referee, "1-32"), REFEREE_OVER);
    assert_int_equal(referee.verdict.result, RESULT_WHITE_WINS);
    referee_fault(&referee, WHITE, "crash", ""); // the first verdict stands
    assert_string_equal(referee.verdict.reason, "illegal move");
    referee_destroy(&referee);
}

TEST(requests) {
    RefereeRules rules = rules_of("wcdf", VARIANT_ENGLISH);
    Referee referee = referee_at("B:WK18,19:BK14,10", &rules);
    Move expected;
    assert_null(referee_ponder_request(&referee, "14x23x16", &expected)); // nothing comes after it
    assert_int_equal(answer(&referee, "14x23x16"), REFEREE_OVER);
    assert_string_equal(referee.position, "position fen B:WK18,19:B10,K14 moves 14x23x16");
    referee_destroy(&referee);
    referee = referee_at("B:W21-32:B1-12", &rules);
    assert_int_equal(answer(&referee, "11-15"), REFEREE_GO_ON);
    char *lines = referee_request(&referee);
    assert_string_equal(lines, "position startpos moves 11-15\n"
                               "go wtime 1000 winc 0 btime 900 binc 0\n");
    free(lines);
    lines = referee_ponder_request(&referee, "23:19", &expected);
    assert_string_equal(lines, "position startpos moves 11-15 23-19\n"
                               "go ponder wtime 1000 winc 0 btime 900 binc 0\n");
    free(lines);
    Move none;
    assert_null(referee_ponder_request(&referee, "9-13", &none));
    assert_null(referee_ponder_request(&referee, "", &none));
    assert_int_equal(answer(&referee, "23-19"), REFEREE_GO_ON);
    assert_true(move_equal(referee_last_move(&referee), expected));
    referee_destroy(&referee);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command_lines),
        cmocka_unit_test(time_controls),
        cmocka_unit_test(a_clock_with_periods),
        cmocka_unit_test(lines_that_ask_for_a_move),
        cmocka_unit_test(schedules),
        cmocka_unit_test(shards),
        cmocka_unit_test(search_infos),
        cmocka_unit_test(engine_options),
        cmocka_unit_test(verdicts_by_the_rules),
        cmocka_unit_test(illegal_moves),
        cmocka_unit_test(a_caution_for_each_side),
        cmocka_unit_test(requests),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
