// The network: its file, and that all ways to compute it give the same value.
#include "support.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/bytes.h"
#include "eval/chances.h"
#include "eval/eval.h"

// Weights as large as a file may hold in places, so that sums that wrap would show.
static Network *random_network(uint64_t seed) {
    Network *network = aligned_alloc(alignof(Network), sizeof *network);
    Random random = {seed};
    assert_non_null(network);
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        int largest = 1 + (int)random_below(&random, 1200);
        for (int input = 0; input < NETWORK_INPUTS; input++) {
            network->input[input][unit] =
                (int16_t)((int)random_below(&random, 2 * (uint64_t)largest + 1) - largest);
        }
        network->bias[unit] = (int16_t)((int)random_below(&random, 2000) - 1000);
        for (int bucket = 0; bucket < NETWORK_BUCKETS; bucket++) {
            network->output[bucket][unit] = (int16_t)((int)random_below(&random, 501) - 250);
        }
    }
    for (int bucket = 0; bucket < NETWORK_BUCKETS; bucket++) {
        network->output_bias[bucket] = (int32_t)random_below(&random, 1 << 24) - (1 << 23);
    }
    return network;
}

// The value as the header describes it, in plain steps.
static int plain_value(const Network *network, Position p) {
    Position own = p.side == BLACK ? p : position_flip(p);
    int64_t total = network->output_bias[network_bucket(p)];
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        int sum = network->bias[unit];
        for (int square = 0; square < SQUARE_COUNT; square++) {
            for (int side = BLACK; side <= WHITE; side++) {
                if (own.pieces[side] & square_bit(square)) {
                    bool king = own.kings & square_bit(square);
                    InputSet set = side == BLACK ? (king ? INPUT_OWN_KINGS : INPUT_OWN_MEN)
                                                 : (king ? INPUT_ENEMY_KINGS : INPUT_ENEMY_MEN);
                    sum += network->input[network_input(set, square)][unit];
                }
            }
        }
        sum = sum < 0 ? 0 : sum > NETWORK_INPUT_SCALE ? NETWORK_INPUT_SCALE : sum;
        total += (int64_t)sum * sum * network->output[network_bucket(p)][unit];
    }
    int value = (int)(total * 100 / (181 * 181 * 256));
    return value > EVAL_MAX ? EVAL_MAX : value < -EVAL_MAX ? -EVAL_MAX : value;
}

TEST(inputs_are_all_there_once) {
    bool seen[NETWORK_INPUTS] = {false};
    for (int square = 0; square < SQUARE_COUNT; square++) {
        for (int set = INPUT_OWN_MEN; set <= INPUT_ENEMY_KINGS; set++) {
            bool stands =
                (set != INPUT_OWN_MEN || square < 28) && (set != INPUT_ENEMY_MEN || square >= 4);
            if (stands) {
                int input = network_input((InputSet)set, square);
                assert_in_range(input, 0, NETWORK_INPUTS - 1);
                assert_false(seen[input]);
                seen[input] = true;
            }
        }
    }
}

// Positions of a game follow each other by a move, as in a search, or by chance. One evaluator for
// each kernel goes through all of them.
TEST(kernels_and_updates_equal_the_plain_value) {
    Network *network = random_network(7);
    int count, positions = (int)environment_number("KELSO_EVAL_POSITIONS", 20000), spread = 0;
    const Kernel *const *kernels = kernels_available(&count);
    Evaluator evaluators[4];
    Random random = {11};
    Position p = position_start();
    assert_in_range(count, 1, 4);
    for (int i = 0; i < count; i++) {
        evaluator_init(&evaluators[i], network);
        evaluators[i].kernel = kernels[i];
    }
    for (int n = 0; n < positions; n++) {
        if (random_below(&random, 20) == 0 || !moves_exist(p)) {
            p = random_placement(&random);
        } else {
            p = position_play(p, random_move(p, &random));
        }
        int wanted = plain_value(network, p);
        spread += wanted != 0 && abs(wanted) < EVAL_MAX;
        for (int i = 0; i < count; i++) {
            assert_int_equal(eval_position(&evaluators[i], p, VARIANT_ENGLISH), wanted);
        }
    }
    assert_true(spread > positions / 2); // not all of them at the limits
    free(network);
}

// Turned by 180 degrees with the colours swapped it is the same for the mover.
TEST(both_sides_are_seen_alike) {
    Network *network = random_network(3);
    Evaluator evaluator;
    Random random = {5};
    evaluator_init(&evaluator, network);
    for (int i = 0; i < 1000; i++) {
        Position p = random_placement(&random);
        assert_int_equal(eval_position(&evaluator, p, VARIANT_ENGLISH),
                         eval_position(&evaluator, position_flip(p), VARIANT_ENGLISH));
    }
    free(network);
}

TEST(a_file_gives_the_network_back) {
    static uint8_t bytes[NETWORK_BYTES];
    Network *network = random_network(1);
    char path[] = "/tmp/kelso-network-XXXXXX";
    int file = mkstemp(path);
    Error error;
    network_write(network, bytes);
    assert_int_equal(write(file, bytes, sizeof bytes), sizeof bytes);
    close(file);
    Network *read = network_load(path, &error);
    assert_non_null(read);
    assert_memory_equal(read, network, sizeof *network);
    free(read);
    unlink(path);
    assert_null(network_load(path, &error));
    assert_non_null(strstr(error.message, path));
    free(network);
}

static void refuse(Network *network, const uint8_t *bytes, size_t size, const char *words) {
    Error error;
    assert_false(network_read(network, bytes, size, "some.net", &error));
    assert_non_null(strstr(error.message, "some.net"));
    assert_non_null(strstr(error.message, words));
}

TEST(a_bad_file_is_refused) {
    static uint8_t bytes[NETWORK_BYTES];
    Network *network = random_network(2);
    network_write(network, bytes);
    refuse(network, bytes, 0, "no weights");
    refuse(network, bytes, sizeof bytes - 1, "bytes");
    bytes[NETWORK_BYTES / 2] ^= 1;
    refuse(network, bytes, sizeof bytes, "checksum");
    bytes[NETWORK_BYTES / 2] ^= 1;
    bytes_put(bytes + 18, 512, 2);
    refuse(network, bytes, sizeof bytes, "120-512-8");
    bytes_put(bytes + 18, NETWORK_HIDDEN, 2);
    bytes_put(bytes + 8, 9, 4);
    refuse(network, bytes, sizeof bytes, "version 9");
    bytes_put(bytes + 8, 1, 4);
    bytes[0] = 'X';
    refuse(network, bytes, sizeof bytes, "no weights");
    network->input[4][9] = 2000;
    network_write(network, bytes);
    refuse(network, bytes, sizeof bytes, "hidden unit 9");
    network->input[4][9] = 0;
    network->output[3][0] = INT16_MAX;
    network->output_bias[3] = INT32_MAX;
    network_write(network, bytes);
    refuse(network, bytes, sizeof bytes, "bucket 3");
    free(network);
}

TEST(chances_lie_on_straight_lines_and_add_up) {
    const int last = (CHANCE_COUNT - 1) * CHANCE_STEP;
    for (int score = -2000; score <= 2000; score++) {
        Chances here = chances_at(&chance_curve, score), turned = chances_at(&chance_curve, -score);
        assert_int_equal(here.win + here.draw + here.loss, 1000);
        assert_true(here.win >= 0 && here.draw >= 0 && here.loss >= 0);
        assert_true(here.win == turned.loss && here.draw == turned.draw);
    }
    for (int i = 0; i < CHANCE_COUNT; i++) {
        Chances at = chances_at(&chance_curve, i * CHANCE_STEP);
        assert_true(at.win == chance_curve.win[i] && at.loss == chance_curve.loss[i]);
    }
    Chances half = chances_at(&(ChanceCurve){.win = {100, 200}, .loss = {100, 0}}, 10);
    assert_true(half.win == 140 && half.loss == 60 && half.draw == 800);
    assert_int_equal(chances_at(&chance_curve, last + 5000).win,
                     chance_curve.win[CHANCE_COUNT - 1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_lie_on_straight_lines_and_add_up),
        cmocka_unit_test(inputs_are_all_there_once),
        cmocka_unit_test(kernels_and_updates_equal_the_plain_value),
        cmocka_unit_test(both_sides_are_seen_alike),
        cmocka_unit_test(a_file_gives_the_network_back),
        cmocka_unit_test(a_bad_file_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
