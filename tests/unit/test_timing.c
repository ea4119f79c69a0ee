// How long a move may take: never more than there is, never nothing where there is time.
#include "search/timing.h"
#include "support.h"

static SearchLimits on_clock(int64_t time_ms, int64_t increment_ms, int moves_to_go) {
    SearchLimits limits = search_limits_none();
    limits.time_ms = time_ms;
    limits.increment_ms = increment_ms;
    limits.moves_to_go = moves_to_go;
    limits.overhead_ms = 10;
    return limits;
}

TEST(a_clock_is_never_overrun) {
    Random random = {3};
    for (int i = 0; i < 100000; i++) {
        int64_t time_ms = (int64_t)random_below(&random, i % 2 ? 100 : 10000000);
        SearchLimits limits = on_clock(time_ms, (int64_t)random_below(&random, 20000),
                                       (int)random_below(&random, 60));
        TimePlan plan = timing_plan(&limits, (int)random_below(&random, 300));
        int64_t left_us = time_ms > 10 ? (time_ms - 10) * 1000 : 0;
        assert_true(plan.soft_us >= 0 && plan.soft_us <= plan.hard_us);
        assert_true(plan.hard_us <= left_us);
        assert_int_equal(plan.hard_us > 0, left_us > 0);
        if (limits.moves_to_go != 1) { // the next move needs some too
            assert_true(plan.hard_us <= left_us / 2);
        }
    }
}

TEST(an_empty_clock_is_answered_at_once) {
    for (int64_t time_ms = -1000; time_ms <= 10; time_ms += 10) {
        SearchLimits limits = on_clock(time_ms, 50, 0);
        assert_int_equal(timing_plan(&limits, 0).hard_us, 0);
    }
}

TEST(a_low_clock_rises_with_the_increment) {
    SearchLimits limits = on_clock(40, 2, 0);
    assert_true(timing_plan(&limits, 100).soft_us < 2000);
    assert_true(timing_plan(&limits, 100).soft_us > 0);
}

TEST(more_time_is_used_where_there_is_more) {
    int64_t before = 0;
    for (int64_t time_ms = 100; time_ms < 1000000; time_ms *= 2) {
        SearchLimits limits = on_clock(time_ms, 0, 0);
        int64_t soft = timing_plan(&limits, 20).soft_us;
        assert_true(soft > before);
        before = soft;
    }
}

TEST(without_a_limit_there_is_none) {
    SearchLimits limits = search_limits_none();
    TimePlan plan = timing_plan(&limits, 0);
    assert_true(plan.soft_us == INT64_MAX && plan.hard_us == INT64_MAX);
}

TEST(a_fixed_time_is_used_but_for_the_overhead) {
    SearchLimits limits = search_limits_none();
    limits.movetime_ms = 100;
    limits.overhead_ms = 10;
    assert_int_equal(timing_plan(&limits, 0).hard_us, 90000);
    limits.movetime_ms = 5;
    assert_int_equal(timing_plan(&limits, 0).hard_us, 0);
}

TEST(a_settled_move_takes_less_time_than_an_unsettled_one) {
    Move a = {0, 8, 12}, b = {0, 9, 13};
    Settling settled = {.move = a}, unsettled = {.move = a}, falling = {.move = a};
    double calm = 0, restless = 0, worse = 0;
    for (int i = 0; i < 10; i++) {
        calm = timing_settle(&settled, a, 5);
        restless = timing_settle(&unsettled, i % 2 ? a : b, 5);
        worse = timing_settle(&falling, a, -30 * i);
    }
    assert_true(calm >= 0.6 && calm < 0.7);
    assert_true(restless > 1.5 && restless <= 2);
    assert_true(worse > calm && worse < restless);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_is_never_overrun),
        cmocka_unit_test(an_empty_clock_is_answered_at_once),
        cmocka_unit_test(a_low_clock_rises_with_the_increment),
        cmocka_unit_test(more_time_is_used_where_there_is_more),
        cmocka_unit_test(without_a_limit_there_is_none),
        cmocka_unit_test(a_fixed_time_is_used_but_for_the_overhead),
        cmocka_unit_test(a_settled_move_takes_less_time_than_an_unsettled_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
