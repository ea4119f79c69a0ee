// What the solver of endgame tables is made of: gathered bits, masks, matrices, the team of
// threads.
#include "support.h"

#include <stdlib.h>

#include "base/memory.h"
#include "egdb/gather.h"
#include "egdb/masks.h"
#include "egdb/matrix.h"
#include "egdb/solved.h"
#include "egdb/team.h"

// Bit by bit.
static uint64_t gather_plainly(uint64_t value, uint64_t mask) {
    uint64_t result = 0;
    for (int i = 0, next = 0; i < 64; i++) {
        if (mask >> i & 1) {
            result |= (value >> i & 1) << next++;
        }
    }
    return result;
}

static uint64_t random_mask(Random *random) {
    uint64_t mask = random_next(random);
    for (uint64_t thin = random_below(random, 4); thin > 0; thin--) {
        mask &= random_next(random);
    }
    return random_below(random, 2) ? mask : ~mask;
}

TEST(bits_are_gathered_and_scattered) {
    Random random = {1};
    for (int i = 0; i < 20000; i++) {
        uint64_t value = random_next(&random), mask = random_mask(&random);
        uint64_t gathered = gather_plainly(value, mask);
        assert_int_equal(gather_shifts(value, mask), gathered);
        assert_int_equal(scatter_shifts(gathered, mask), value & mask);
        assert_int_equal(scatter_shifts(value, mask),
                         scatter_shifts(gather_plainly(value, ~(uint64_t)0), mask));
        if (gather_is_fast()) {
            assert_int_equal(gather(true, value, mask), gathered);
            assert_int_equal(scatter(true, value, mask), scatter_shifts(value, mask));
            assert_int_equal(gather_count(true, mask), bits_count64(mask));
        }
        assert_int_equal(gather_count(false, mask), bits_count64(mask));
    }
}

TEST(masks_hold_the_combinations_of_a_place) {
    MaskSet set;
    mask_set_init(&set, 4);
    const Masks *masks = mask_set_get(&set, 30, 2);
    assert_int_equal(masks->bits, 435);
    assert_int_equal(masks->words, 7);
    for (uint32_t bit = 0; bit < 64 * masks->words; bit++) {
        bool valid = bit < masks->bits;
        uint32_t places = valid ? combination_places_of(bit, 2) : 0;
        assert_int_equal(masks->all[bit / 64] >> bit % 64 & 1, valid);
        for (int place = 0; place < 30; place++) {
            assert_int_equal(masks->holds[place][bit / 64] >> bit % 64 & 1, places >> place & 1);
        }
    }
    mask_set_destroy(&set);
}

static int matrix_bit(const Matrix *matrix, uint32_t row, uint32_t bit) {
    return matrix_row(matrix, row)[bit / 64] >> bit % 64 & 1;
}

TEST(matrices_are_transposed) {
    Matrix from, to;
    Random random = {2};
    assert_true(matrix_init(&from, 100, 190) && matrix_init(&to, 190, 100));
    for (uint32_t i = 0; i < from.rows * from.stride; i++) {
        from.words[i] = random_next(&random);
    }
    for (uint32_t i = 0; i < from.rows / 64; i++) {
        for (uint32_t j = 0; j < from.stride; j++) {
            matrix_transpose_block(&from, &to, i, j);
        }
    }
    for (uint32_t row = 0; row < 100; row++) {
        for (uint32_t bit = 0; bit < 190; bit++) {
            assert_int_equal(matrix_bit(&from, row, bit), matrix_bit(&to, bit, row));
        }
    }
    matrix_destroy(&from);
    matrix_destroy(&to);
}

TEST(rows_are_written_and_read_at_any_bit) {
    Random random = {3};
    for (int i = 0; i < 2000; i++) {
        uint64_t words[8] = {0}, row[4] = {0};
        uint32_t bits = 1 + (uint32_t)random_below(&random, 190);
        uint64_t at = random_below(&random, 190);
        for (uint32_t bit = 0; bit < bits; bit++) {
            row[bit / 64] |= (random_next(&random) & 1) << bit % 64;
        }
        solved_write(words, at, row, bits);
        for (uint64_t bit = 0; bit < 7 * 64; bit++) {
            bool expected =
                bit >= at && bit < at + bits && row[(bit - at) / 64] >> (bit - at) % 64 & 1;
            assert_int_equal(solved_read(words, bit) & 1, expected);
        }
    }
}

typedef struct {
    uint8_t *done;
    int workers;
} Round;

static void count_item(void *context, int worker, uint64_t item) {
    Round *round = context;
    round->done[item] += worker >= 0 && worker < round->workers ? 1 : 100;
}

TEST(a_team_does_every_item_once) {
    for (int threads = 1; threads <= 3; threads++) {
        Error error;
        Team *team = team_create(threads, &error);
        assert_non_null(team);
        assert_int_equal(team_threads(team), threads);
        for (uint64_t items = 0; items < 3000; items = 3 * items + 1) {
            Round round = {calloc(items + 1, 1), threads};
            team_run(team, items, 1 + items % 7, count_item, &round);
            for (uint64_t i = 0; i < items; i++) {
                assert_int_equal(round.done[i], 1);
            }
            free(round.done);
        }
        team_destroy(team);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_gathered_and_scattered),
        cmocka_unit_test(masks_hold_the_combinations_of_a_place),
        cmocka_unit_test(matrices_are_transposed),
        cmocka_unit_test(rows_are_written_and_read_at_any_bit),
        cmocka_unit_test(a_team_does_every_item_once),
    };
    return cmocka_run_group_tests_name("egdb_bits", tests, NULL, NULL);
}
