// Statistics of matches, against values computed by an independent implementation.
#include "support.h"

#include <math.h>

#include "common/sprt.h"

typedef struct {
    StatsCounts counts;
    double score, elo, elo_error, nelo, nelo_error, los; // los in percent
    SprtModel model;
    double elo0, elo1, llr;
} Row;

// Three cells are games, five are pairs.
#define GAMES(...)                                                                                 \
    {                                                                                              \
        STATS_GAMES, {                                                                             \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define PAIRS(...)                                                                                 \
    {                                                                                              \
        STATS_PAIRS, {                                                                             \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

static const Row rows[] = {
    {GAMES(4828, 10649, 5059), 0.505624, 3.908, 3.297, 5.633, 4.752, 98.992, SPRT_NORMALIZED, 0, 3,
     2.10914},
    {PAIRS(103, 2399, 5070, 2556, 140), 0.505624, 3.908, 2.552, 7.278, 4.752, 99.866,
     SPRT_NORMALIZED, 0, 3, 2.94873},
    {PAIRS(559, 3841, 7174, 3978, 642), 0.504678, 3.250, 2.362, 5.208, 3.784, 99.651,
     SPRT_NORMALIZED, 0, 3, 2.98422},
    {PAIRS(39, 2226, 31451, 2412, 40), 0.501299, 0.903, 0.663, 3.451, 2.532, 99.622,
     SPRT_NORMALIZED, 0.764, 3.439, 2.16294},
    {PAIRS(39, 2226, 31451, 2412, 40), 0.501299, 0.903, 0.663, 3.451, 2.532, 99.622, SPRT_LOGISTIC,
     0.2, 0.9, 2.16254},
    {GAMES(40, 1900, 60), 0.505, 3.474, 3.402, 15.553, 15.227, 97.736, SPRT_NORMALIZED, 0, 5,
     1.08225},
    {GAMES(40, 1900, 60), 0.505, 3.474, 3.402, 15.553, 15.227, 97.736, SPRT_LOGISTIC, 0, 5,
     1.63234},
    {PAIRS(1, 38, 902, 58, 1), 0.505, 3.474, 3.466, 15.265, 15.227, 97.529, SPRT_NORMALIZED, 0, 5,
     1.05165},
    {PAIRS(1, 38, 902, 58, 1), 0.505, 3.474, 3.466, 15.265, 15.227, 97.529, SPRT_LOGISTIC, 0, 5,
     1.55791},
    {PAIRS(2, 61, 880, 56, 1), 0.49825, -1.216, 3.867, -4.789, 15.227, 26.880, SPRT_NORMALIZED, 0,
     5, -0.60405},
    {PAIRS(0, 10, 75, 15, 0), 0.5125, 8.688, 16.963, 24.691, 48.151, 84.256, SPRT_NORMALIZED, 0, 10,
     0.32478},
    {PAIRS(0, 10, 75, 15, 0), 0.5125, 8.688, 16.963, 24.691, 48.151, 84.256, SPRT_LOGISTIC, 0, 10,
     0.49172},
    {GAMES(0, 90, 10), 0.55, 34.860, 20.660, 115.812, 68.096, 99.957, SPRT_LOGISTIC, 0, 10,
     2.83602},
    {PAIRS(3, 240, 4500, 255, 2), 0.50065, 0.452, 1.545, 1.990, 6.810, 71.663, SPRT_NORMALIZED, -5,
     0, 1.86099},
    {GAMES(2, 14, 4), 0.55, 34.860, 84.505, 64.517, 152.268, 79.686, SPRT_NORMALIZED, 0, 10,
     0.09698},
    {PAIRS(5, 90, 800, 101, 4), 0.50225, 1.563, 5.129, 4.642, 15.227, 72.490, SPRT_NORMALIZED, 0, 5,
     0.17721},
};

static void check(size_t row, const char *what, double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) {
        fail_msg("row %zu: %s is %f, not %f", row, what, value, expected);
    }
}

TEST(worked_values) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Row *row = &rows[i];
        Stats stats = stats_of(&row->counts);
        check(i, "score", stats.score, row->score, 1e-6);
        check(i, "Elo", stats.elo, row->elo, 1e-3);
        check(i, "error", stats.elo_error, row->elo_error, 1e-3);
        check(i, "nElo", stats.nelo, row->nelo, 1e-3);
        check(i, "error of nElo", stats.nelo_error, row->nelo_error, 1e-3);
        check(i, "LOS", 100 * stats.los, row->los, 1e-3);
        check(i, "LLR", stats_llr(&row->counts, row->model, row->elo0, row->elo1), row->llr, 1e-4);
    }
}

// The same seen from the other engine.
TEST(mirrored) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        StatsCounts mirrored = {.cells = rows[i].counts.cells};
        for (int cell = 0; cell < mirrored.cells; cell++) {
            mirrored.count[cell] = rows[i].counts.count[mirrored.cells - 1 - cell];
        }
        Stats stats = stats_of(&mirrored);
        check(i, "Elo", stats.elo, -rows[i].elo, 1e-3);
        check(i, "error", stats.elo_error, rows[i].elo_error, 1e-3);
        check(i, "LOS", 100 * stats.los, 100 - rows[i].los, 1e-3);
        double llr = stats_llr(&mirrored, rows[i].model, -rows[i].elo1, -rows[i].elo0);
        check(i, "LLR", llr, -rows[i].llr, 1e-4);
    }
}

TEST(figures_without_meaning) {
    char text[STATS_TEXT_MAX];
    Stats none = stats_of(&(StatsCounts)PAIRS(0));
    assert_true(isnan(none.score) && isnan(none.elo) && isnan(none.elo_error) && isnan(none.los));
    Stats drawn = stats_of(&(StatsCounts)PAIRS(0, 0, 50));
    assert_true(drawn.elo == 0 && isnan(drawn.elo_error) && isnan(drawn.nelo) && isnan(drawn.los));
    Stats won = stats_of(&(StatsCounts)PAIRS(0, 0, 0, 0, 7));
    assert_true(won.score == 1 && isnan(won.elo) && isnan(won.elo_error));
    stats_text(won.elo, 2, true, text);
    assert_string_equal(text, "undefined");
    stats_text(drawn.elo, 1, true, text);
    assert_string_equal(text, "+0.0");
    stats_text(-1.25, 3, false, text);
    assert_string_equal(text, "-1.250");
    // Few games, an interval that reaches beyond a full score: an Elo, but no error.
    Stats few = stats_of(&(StatsCounts)GAMES(0, 1, 2));
    assert_true(isfinite(few.elo) && isnan(few.elo_error) && isfinite(few.los));
}

TEST(sequential_tests) {
    static const struct {
        const char *text, *shown; // shown NULL: refused
        double lower, upper;
    } tests[] = {
        {"elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized", "nElo [0, 5]", -2.944439, 2.944439},
        {"elo1=10", "nElo [0, 10]", -2.944439, 2.944439},
        {"model=logistic,elo0=-2.5,elo1=0,alpha=0.1,beta=0.2", "Elo [-2.5, 0]", -1.504077,
         2.079442},
        {"elo0=5", NULL, 0, 0},
        {"", NULL, 0, 0},
        {"elo0=0,", NULL, 0, 0},
        {"beta=0.5", NULL, 0, 0},
        {"elo1=201", NULL, 0, 0},
        {"elo1=", NULL, 0, 0},
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        Sprt sprt;
        Error error;
        char text[SPRT_TEXT_MAX];
        bool good = sprt_read(&sprt, tests[i].text, &error);
        if (good != (tests[i].shown != NULL)) {
            fail_msg("'%s': %s", tests[i].text, good ? "taken" : error.message);
        }
        if (good) {
            sprt_text(&sprt, text);
            assert_string_equal(text, tests[i].shown);
            check(i, "lower bound", sprt_lower(&sprt), tests[i].lower, 1e-6);
            check(i, "upper bound", sprt_upper(&sprt), tests[i].upper, 1e-6);
        }
    }
}

TEST(verdicts) {
    Sprt sprt;
    Error error;
    assert_true(sprt_read(&sprt, "elo0=0,elo1=3", &error));
    assert_int_equal(sprt_verdict(&sprt, &rows[1].counts), SPRT_H1);
    assert_int_equal(sprt_verdict(&sprt, &rows[0].counts), SPRT_OPEN);
    assert_int_equal(sprt_verdict(&sprt, &(StatsCounts)PAIRS(140, 2556, 5070, 2399, 103)), SPRT_H0);
    assert_int_equal(sprt_verdict(&sprt, &(StatsCounts)PAIRS(0)), SPRT_OPEN);
}

// Whatever the counts and the hypotheses, the ratio is a number.
TEST(ratios_of_extreme_results) {
    for (int cells = STATS_GAMES; cells <= STATS_PAIRS; cells += 2) {
        for (int bits = 1; bits < 1 << cells; bits++) {
            StatsCounts counts = {.cells = cells};
            for (int i = 0; i < cells; i++) {
                counts.count[i] = (bits >> i & 1) * 1000;
            }
            for (int elo = -200; elo < 200; elo += 50) {
                assert_true(isfinite(stats_llr(&counts, SPRT_NORMALIZED, elo, elo + 50)));
                assert_true(isfinite(stats_llr(&counts, SPRT_LOGISTIC, elo, elo + 50)));
            }
        }
    }
}

// ---- simulated matches

#define DRAWS     0.8
#define BATCH     64     // pairs between two looks at the test
#define PAIRS_MAX 200000 // no test of these bounds takes so long
#define NELO_OF_T 347.435585522601

// The result of a game, 0 to 2 half points, of a player of this nElo: (mean - 1/2)/sigma = nElo/C.
static int simulate_game(Random *random, double nelo) {
    double sigma = sqrt((1 - DRAWS) / 4), edge = nelo / NELO_OF_T * sigma;
    double chance = (double)(random_next(random) >> 11) / 9007199254740992.0;
    double win = (1 - DRAWS) / 2 + edge;
    return chance < win ? 2 : chance < win + DRAWS ? 1 : 0;
}

static SprtVerdict simulate_match(const Sprt *sprt, Random *random, double nelo) {
    StatsCounts counts = {.cells = STATS_PAIRS};
    for (int pairs = 0; pairs < PAIRS_MAX; pairs += BATCH) {
        for (int i = 0; i < BATCH; i++) {
            counts.count[simulate_game(random, nelo) + simulate_game(random, nelo)]++;
        }
        SprtVerdict verdict = sprt_verdict(sprt, &counts);
        if (verdict != SPRT_OPEN) {
            return verdict;
        }
    }
    return SPRT_OPEN;
}

// At both bounds the wrong hypothesis is accepted in about one match of twenty.
TEST(errors_of_sequential_tests) {
    enum { MATCHES = 1000 };
    Random random = {1};
    Sprt sprt;
    Error error;
    assert_true(sprt_read(&sprt, "elo0=0,elo1=10", &error));
    for (int hypothesis = 0; hypothesis <= 1; hypothesis++) {
        int wrong = 0;
        for (int i = 0; i < MATCHES; i++) {
            SprtVerdict verdict =
                simulate_match(&sprt, &random, hypothesis == 0 ? sprt.elo0 : sprt.elo1);
            assert_int_not_equal(verdict, SPRT_OPEN);
            wrong += verdict != (hypothesis == 0 ? SPRT_H0 : SPRT_H1);
        }
        double share = (double)wrong / MATCHES;
        print_message("wrong at H%d: %d of %d\n", hypothesis, wrong, MATCHES);
        check((size_t)hypothesis, "share of wrong verdicts", share, 0.05, 0.02);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_values),
        cmocka_unit_test(mirrored),
        cmocka_unit_test(figures_without_meaning),
        cmocka_unit_test(sequential_tests),
        cmocka_unit_test(verdicts),
        cmocka_unit_test(ratios_of_extreme_results),
        cmocka_unit_test(errors_of_sequential_tests),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
