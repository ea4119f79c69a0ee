// The transposition table: what goes in comes out, and what is worth least makes room.
#include "search/table.h"
#include "support.h"

#define MIB 1

static void open_table(TransTable *table) {
    Error error;
    *table = (TransTable){0};
    assert_true(table_resize(table, MIB, &error));
    table_clear(table, 0, 1);
}

static uint64_t same_bucket_key(int number) {
    return UINT64_C(0x1234567800000000) + (uint64_t)number; // the high bits choose the bucket
}

TEST(keeps_every_field) {
    static const int scores[] = {0, 1, -1, 9999, -9999, 5000, -32000};
    TransTable table;
    open_table(&table);
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        TableEntry in = {scores[i], -scores[i], (int)i * 20, (Bound)(i % 4), (int)i * 31}, out;
        uint64_t key = 0x9E3779B97F4A7C15U * (i + 1);
        assert_false(table_probe(&table, key, &out));
        table_store(&table, key, in);
        assert_true(table_probe(&table, key, &out));
        assert_int_equal(out.score, in.score);
        assert_int_equal(out.eval, in.eval);
        assert_int_equal(out.depth, in.depth);
        assert_int_equal(out.bound, in.bound);
        assert_int_equal(out.move, in.move);
        assert_false(table_probe(&table, key + 1, &out));
    }
    table_destroy(&table);
}

TEST(the_same_position_is_replaced_in_place) {
    TransTable table;
    TableEntry out;
    open_table(&table);
    for (int i = 0; i < 4; i++) {
        table_store(&table, same_bucket_key(i), (TableEntry){.depth = 5, .score = i});
    }
    table_store(&table, same_bucket_key(2), (TableEntry){.depth = 1, .score = 77});
    for (int i = 0; i < 4; i++) {
        assert_true(table_probe(&table, same_bucket_key(i), &out));
        assert_int_equal(out.score, i == 2 ? 77 : i);
    }
    table_destroy(&table);
}

TEST(the_shallowest_of_a_full_bucket_makes_room) {
    static const int depths[] = {9, 3, 7, 12};
    TransTable table;
    TableEntry out;
    open_table(&table);
    for (int i = 0; i < 4; i++) {
        table_store(&table, same_bucket_key(i), (TableEntry){.depth = depths[i]});
    }
    table_store(&table, same_bucket_key(9), (TableEntry){.depth = 1});
    assert_true(table_probe(&table, same_bucket_key(9), &out));
    for (int i = 0; i < 4; i++) {
        assert_int_equal(table_probe(&table, same_bucket_key(i), &out), i != 1);
    }
    table_destroy(&table);
}

TEST(old_searches_make_room_first) {
    TransTable table;
    TableEntry out;
    open_table(&table);
    table_store(&table, same_bucket_key(0), (TableEntry){.depth = 10});
    table_age(&table);
    for (int i = 1; i < 5; i++) {
        table_store(&table, same_bucket_key(i), (TableEntry){.depth = 4});
    }
    assert_false(table_probe(&table, same_bucket_key(0), &out));
    assert_true(table_probe(&table, same_bucket_key(1), &out));
    table_destroy(&table);
}

TEST(clearing_in_parts_empties_all) {
    TransTable table;
    TableEntry out;
    open_table(&table);
    for (uint64_t i = 0; i < 1000; i++) {
        table_store(&table, i * 0x9E3779B97F4A7C15U, (TableEntry){.depth = 1});
    }
    for (int part = 0; part < 3; part++) {
        table_clear(&table, part, 3);
    }
    for (uint64_t i = 0; i < 1000; i++) {
        assert_false(table_probe(&table, i * 0x9E3779B97F4A7C15U, &out));
    }
    table_destroy(&table);
}

TEST(the_fill_counts_the_present_search) {
    TransTable table;
    open_table(&table);
    assert_int_equal(table_fill(&table), 0);
    Random random = {1};
    for (int i = 0; i < 200000; i++) {
        table_store(&table, random_next(&random), (TableEntry){.depth = 1});
    }
    assert_in_range(table_fill(&table), 900, 1000);
    table_age(&table);
    assert_int_equal(table_fill(&table), 0);
    table_destroy(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_every_field),
        cmocka_unit_test(the_same_position_is_replaced_in_place),
        cmocka_unit_test(the_shallowest_of_a_full_bucket_makes_room),
        cmocka_unit_test(old_searches_make_room_first),
        cmocka_unit_test(clearing_in_parts_empties_all),
        cmocka_unit_test(the_fill_counts_the_present_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
