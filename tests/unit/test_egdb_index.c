// Slices and the index: numbers of positions, both ways; names; the order of solving.
#include "support.h"

#include "egdb/combination.h"
#include "egdb/index.h"
#include "notation/fen.h"

// Placements of n pieces in any split, the side to move not counted, one side perhaps empty:
// Schaeffer et al., Science 2007; OEIS A055213.
static const uint64_t published[SLICE_PIECES_MAX + 1] = {
    0,          120,         6972,         261224,        7092774,        148688232,
    2503611964, 34779531480, 406309208481, 4048627642976, 34778882769216,
};

// All slices of so many pieces, those with one side empty too.
static uint64_t placements(int pieces) {
    uint64_t sum = 0;
    for (int own = 0; own <= pieces; own++) {
        for (int own_men = 0; own_men <= own; own_men++) {
            for (int opp_men = 0; opp_men <= pieces - own; opp_men++) {
                sum += index_size((Slice){own_men, own - own_men, opp_men, pieces - own - opp_men});
            }
        }
    }
    return sum;
}

TEST(totals_are_the_published_ones) {
    for (int pieces = 1; pieces <= SLICE_PIECES_MAX; pieces++) {
        assert_int_equal(placements(pieces), published[pieces]);
    }
}

TEST(combinations_rise_with_their_masks) {
    uint32_t universe = 0xF0A51231U, last = 0;
    int squares = bits_count(universe);
    for (int size = 0; size <= 4; size++) {
        for (uint32_t rank = 0; rank < combination_count(squares, size); rank++) {
            uint32_t set = combination_set(rank, size, universe);
            assert_int_equal(set & ~universe, 0);
            assert_int_equal(bits_count(set), size);
            assert_int_equal(combination_rank(set, universe), rank);
            assert_true(rank == 0 || set > last);
            last = set;
        }
    }
}

static void check_number(Slice s, uint64_t number) {
    Position p = index_position(s, number);
    Error error;
    if (!position_check(p, &error)) {
        fail_msg("%s", error.message);
    }
    assert_int_equal(p.side, WHITE);
    assert_true(slice_equal(slice_of(p), s));
    assert_int_equal(index_of(s, p), number);
    Position flipped = position_flip(p);
    assert_true(slice_equal(slice_of(flipped), s));
    assert_int_equal(index_of(s, flipped), number);
}

TEST(every_number_of_small_slices) {
    for (int pieces = 2; pieces <= 3; pieces++) {
        Slice slices[SLICE_LIST_MAX];
        int count = slice_list(pieces, slices);
        for (int i = 0; i < count; i++) {
            for (uint64_t number = 0; number < index_size(slices[i]); number++) {
                check_number(slices[i], number);
            }
        }
    }
}

TEST(random_numbers_of_large_slices) {
    Random random = {1};
    for (int pieces = 4; pieces <= SLICE_PIECES_MAX; pieces++) {
        Slice slices[SLICE_LIST_MAX];
        int count = slice_list(pieces, slices);
        for (int i = 0; i < count; i++) {
            check_number(slices[i], 0);
            check_number(slices[i], index_size(slices[i]) - 1);
            for (int j = 0; j < 50; j++) {
                check_number(slices[i], random_below(&random, index_size(slices[i])));
            }
        }
    }
}

// A number is part, row and place as the header says.
TEST(the_first_numbers) {
    const struct {
        Slice slice;
        uint64_t number;
        const char *fen;
    } rows[] = {
        {{0, 1, 0, 1}, 0, "W:WK1:BK32"},       {{0, 1, 0, 1}, 1, "W:WK2:BK32"},
        {{0, 1, 0, 1}, 31, "W:WK1:BK31"},      {{1, 0, 1, 0}, 0, "W:W5:B28"},
        {{1, 0, 1, 0}, 1, "W:W5:B27"},         {{1, 0, 1, 0}, 759, "W:W32:B1"},
        {{2, 0, 0, 1}, 11339, "W:W31,32:BK1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char fen[FEN_MAX];
        fen_write(index_position(rows[i].slice, rows[i].number), fen);
        assert_string_equal(fen, rows[i].fen);
    }
}

TEST(names) {
    const char *const wrong[] = {"",           "2m1k",       "2m1k-",     "2m1k-1m2k ",
                                 "02m1k-1m2k", "+2m1k-1m2k", "0m0k-1m2k", "1m2k-0m0k",
                                 "6m0k-5m0k",  "-1m2k-1m2k", "2k1m-1m2k", "2m1k-1m2kk",
                                 "2-1",        "m1k-1k",     "2k1k-1k",   "111111111111k-1k",
                                 "-",          "k-k",        "1k-",       "2m1k 1m2k"};
    Slice s;
    char text[SLICE_NAME_MAX];
    assert_true(slice_named("2m1k-1m0k", &s));
    assert_true(slice_equal(s, (Slice){2, 1, 1, 0}));
    slice_name(slice_swapped(s), text);
    assert_string_equal(text, "1m0k-2m1k");
    assert_true(slice_named("2K-1M", &s));
    assert_true(slice_equal(s, (Slice){0, 2, 1, 0}));
    assert_true(slice_named("5m-5M0k", &s));
    assert_true(slice_equal(s, (Slice){5, 0, 5, 0}));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (slice_named(wrong[i], &s)) {
            fail_msg("'%s' was taken for a slice", wrong[i]);
        }
    }
}

static int place_in(const Slice *slices, int count, Slice s) {
    int found = -1;
    for (int i = 0; i < count; i++) {
        if (slice_equal(slices[i], s)) {
            assert_int_equal(found, -1);
            found = i;
        }
    }
    return found;
}

TEST(lists_hold_every_slice_after_its_sources) {
    for (int pieces = 2; pieces <= SLICE_PIECES_MAX; pieces++) {
        Slice slices[SLICE_LIST_MAX];
        int count = slice_list(pieces, slices);
        // Four numbers with this sum, less those with one side empty.
        assert_int_equal(count, (pieces + 1) * (pieces + 2) * (pieces + 3) / 6 - 2 * (pieces + 1));
        for (int i = 0; i < count; i++) {
            Slice s = slices[i], crowned = {s.own_men - 1, s.own_kings + 1, s.opp_men, s.opp_kings};
            assert_int_equal(place_in(slices, count, s), i);
            assert_in_range(place_in(slices, count, slice_swapped(s)) + 1, i, i + 2);
            assert_true(s.own_men == 0 || place_in(slices, count, crowned) < i);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_are_the_published_ones),
        cmocka_unit_test(combinations_rise_with_their_masks),
        cmocka_unit_test(every_number_of_small_slices),
        cmocka_unit_test(random_numbers_of_large_slices),
        cmocka_unit_test(the_first_numbers),
        cmocka_unit_test(names),
        cmocka_unit_test(lists_hold_every_slice_after_its_sources),
    };
    return cmocka_run_group_tests_name("egdb_index", tests, NULL, NULL);
}
