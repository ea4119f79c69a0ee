// The parts of kelso-train: records of games, openings and labels of self-play, the gradient.
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/bytes.h"
#include "eval/eval.h"
#include "search/score.h"
#include "train/checkpoint.h"
#include "train/play.h"

static GameRecord *play(uint64_t seed, uint32_t number) {
    PlaySettings settings = {.seed = seed, .nodes = 60};
    GameRecord *record = calloc(1, sizeof *record);
    Player player;
    Error error;
    assert_non_null(record);
    assert_true(player_init(&player, settings, &error));
    // A game before it must not matter.
    assert_true(player_play(&player, number + 1, record, &error));
    assert_true(player_play(&player, number, record, &error));
    player_destroy(&player);
    return record;
}

TEST(a_game_depends_on_its_number_alone) {
    static uint8_t first[RECORD_BYTES_MAX], second[RECORD_BYTES_MAX];
    PlaySettings settings = {.seed = 9, .nodes = 60};
    GameRecord *record = play(9, 40), *again = calloc(1, sizeof *again);
    Player player;
    Error error;
    assert_true(player_init(&player, settings, &error));
    assert_true(player_play(&player, 40, again, &error));
    player_destroy(&player);
    size_t length = record_write(record, first);
    assert_int_equal(record_write(again, second), length);
    assert_memory_equal(first, second, length);
    GameRecord *other = play(10, 40);
    size_t other_length = record_write(other, second);
    assert_true(other_length != length || memcmp(first, second, length) != 0);
    free(other);
    free(again);
    free(record);
}

TEST(what_is_recorded) {
    int decided = 0, eleven = 0;
    for (uint32_t number = 0; number < 30; number++) {
        GameRecord *record = play(1, number);
        decided += record->result != RESULT_DRAW;
        assert_true(record->result != RESULT_NONE);
        for (int i = 0; i < record->count; i++) {
            Position p = record->positions[i].position;
            Error error;
            assert_true(position_check(p, &error));
            assert_false(moves_can_capture(p, (Side)p.side));
            assert_true(moves_exist(p));
            assert_true(i == 0 || record->positions[i].ply > record->positions[i - 1].ply);
            assert_true(abs(record->positions[i].score) <= SCORE_WIN);
        }
        eleven += record->count > 0 && record->positions[0].ply < 3;
        free(record);
    }
    assert_in_range(decided, 1, 29);
    assert_in_range(eleven, 1, 20);
}

TEST(records_are_read_as_they_were_written) {
    static uint8_t bytes[RECORD_BYTES_MAX], again[RECORD_BYTES_MAX];
    GameRecord *record = play(2, 7), *read = calloc(1, sizeof *read);
    size_t length = record_write(record, bytes);
    Error error;
    assert_true(record->count > 3);
    assert_true(record_read(read, bytes, length, &error));
    assert_int_equal(record_write(read, again), length);
    assert_memory_equal(bytes, again, length);
    assert_false(record_read(read, bytes, length - 1, &error));
    assert_false(record_read(read, bytes, 3, &error));
    bytes_put(bytes + RECORD_HEAD_BYTES + RECORD_POSITION_BYTES, 0xFFFFFFFF, 4);
    assert_false(record_read(read, bytes, length, &error));
    assert_non_null(strstr(error.message, "game 7, position 2"));
    free(read);
    free(record);
}

// ---- learning

static Model *new_model(void) {
    Model *model = aligned_alloc(alignof(Model), sizeof *model);
    assert_non_null(model);
    return model;
}

static Sample sample_of(const char *fen, int score, int points) {
    Position p = position_of(fen);
    return (Sample){p.pieces[BLACK], p.pieces[WHITE], p.kings, (int16_t)score, (uint8_t)points};
}

TEST(targets_blend_result_and_score) {
    Sample even = sample_of("B:W21-32:B1-12", 0, 2), won = sample_of("B:W32:BK1", 9990, 1);
    assert_float_equal(model_target(&even, 0.25F), 0.625, 1e-6);
    assert_float_equal(model_target(&even, 0), 0.5, 1e-6);
    assert_float_equal(model_target(&won, 0.5F), 0.75, 1e-6);
    even.score = 100;
    assert_float_equal(model_target(&even, 0), 1 / (1 + exp(-1)), 1e-6);
}

// The slope that the gradient tells is that of the error.
TEST(gradient_is_the_slope) {
    Model *model = new_model(), *gradient = new_model();
    Sample one = sample_of("B:W19,22,K24,29:B1,3,K5,12", 40, 2);
    Sample two = sample_of("B:W21-32:B1-12", -30, 1);
    const Sample *samples[] = {&one, &two};
    int checked = 0;
    model_init(model, 4);
    memset(gradient, 0, sizeof *gradient);
    model_learn(model, samples, 2, 0.25F, gradient);
    for (int i = 0; i < MODEL_PARAMETERS; i += 37) {
        float before = model->parameters[i], step = 2e-3F;
        model->parameters[i] = before + step;
        double above = model_learn(model, samples, 2, 0.25F, NULL);
        model->parameters[i] = before - step;
        double below = model_learn(model, samples, 2, 0.25F, NULL);
        model->parameters[i] = before;
        double slope = (above - below) / (2 * (double)step);
        assert_float_equal(gradient->parameters[i], slope, 2e-3 + 0.05 * fabs(slope));
        checked += fabs(slope) > 5e-3;
    }
    assert_true(checked > 20);
    free(gradient);
    free(model);
}

// What is exported says the same as the model, and even the largest weights do not overflow.
TEST(quantised_weights) {
    static uint8_t bytes[NETWORK_BYTES];
    Model *model = new_model();
    Network *network = aligned_alloc(alignof(Network), sizeof *network);
    Evaluator evaluator;
    Sample sample = sample_of("B:W19,22,K24,29:B1,3,K5,12", 0, 1);
    Position p = position_of("B:W19,22,K24,29:B1,3,K5,12");
    const Sample *pointer = &sample;
    Error error;
    model_init(model, 8);
    model_quantise(model, network);
    evaluator_init(&evaluator, network);
    int value = eval_position(&evaluator, p, VARIANT_ENGLISH);
    double distance = sqrt(model_learn(model, &pointer, 1, 0, NULL)); // of the chance from a half
    assert_float_equal(fabs(1 / (1 + exp(-value / 100.0)) - 0.5), distance, 0.01);
    for (int i = 0; i < MODEL_PARAMETERS; i++) {
        model->parameters[i] = 1000;
    }
    model_clip(model, 0, MODEL_PARAMETERS);
    model_quantise(model, network);
    network_write(network, bytes);
    assert_true(network_read(network, bytes, sizeof bytes, "largest", &error));
    free(network);
    free(model);
}

TEST(checkpoints_are_read_as_they_were_written) {
    Checkpoint *written = aligned_alloc(alignof(Checkpoint), sizeof *written);
    Checkpoint *read = aligned_alloc(alignof(Checkpoint), sizeof *read);
    char path[] = "/tmp/kelso-checkpoint-XXXXXX";
    Error error;
    close(mkstemp(path));
    memset(written, 0, sizeof *written);
    memset(read, 0, sizeof *read);
    written->settings = (TrainSettings){5, 123456789, 15, 0.004F, 0.25F};
    written->epochs_done = 3;
    written->validation_error = 0.0125;
    model_init(&written->model, 1);
    model_init(&written->square, 2);
    assert_true(checkpoint_write(written, path, &error));
    assert_true(checkpoint_read(read, path, &error));
    assert_memory_equal(&read->model, &written->model, sizeof written->model);
    assert_memory_equal(&read->square, &written->square, sizeof written->square);
    assert_int_equal(read->settings.samples, 123456789);
    assert_int_equal(read->epochs_done, 3);
    assert_true(read->validation_error == written->validation_error);
    assert_int_equal(truncate(path, 1000), 0);
    assert_false(checkpoint_read(read, path, &error));
    unlink(path);
    free(read);
    free(written);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_depends_on_its_number_alone),
        cmocka_unit_test(what_is_recorded),
        cmocka_unit_test(records_are_read_as_they_were_written),
        cmocka_unit_test(targets_blend_result_and_score),
        cmocka_unit_test(gradient_is_the_slope),
        cmocka_unit_test(quantised_weights),
        cmocka_unit_test(checkpoints_are_read_as_they_were_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
