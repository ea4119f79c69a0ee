#include "train/model.h"

#include <math.h>

#include "base/random.h"
#include "base/specialised.h"
#include "search/score.h"

#define HIDDEN     NETWORK_HIDDEN
#define PIECES_MAX (2 * SIDE_PIECES_MAX)

// Where each kind of parameter begins in the row.
enum {
    BIASES = NETWORK_INPUTS * HIDDEN,
    OUTPUTS = BIASES + HIDDEN,
    OUTPUT_BIASES = OUTPUTS + NETWORK_BUCKETS * HIDDEN,
};

// ---- weights

static float random_between(Random *random, float limit) {
    return ((float)(random_next(random) >> 40) / (float)(1 << 23) - 1) * limit;
}

void model_init(Model *model, uint64_t seed) {
    const float input = 0.25F, bias = 0.3F, output = 0.1F;
    Random random = {seed};
    for (int i = 0; i < BIASES; i++) {
        model->parameters[i] = random_between(&random, input);
    }
    for (int i = BIASES; i < OUTPUTS; i++) {
        model->parameters[i] = random_between(&random, bias) + bias;
    }
    for (int i = OUTPUTS; i < OUTPUT_BIASES; i++) {
        model->parameters[i] = random_between(&random, output);
    }
    for (int i = OUTPUT_BIASES; i < MODEL_PARAMETERS; i++) {
        model->parameters[i] = 0;
    }
}

// 25 x 5 x 181 fits 16 bits; 256 x 0.98 x 256 x 181^2 and a bias of 5 fit 32.
void model_clip(Model *model, int first, int end) {
    for (int i = first; i < end; i++) {
        float limit = i < OUTPUTS || i >= OUTPUT_BIASES ? 5.0F : 0.98F;
        float value = model->parameters[i];
        model->parameters[i] = value > limit ? limit : value < -limit ? -limit : value;
    }
}

static void quantise(const float *values, int count, int scale, int16_t *words) {
    for (int i = 0; i < count; i++) {
        words[i] = (int16_t)lrintf(values[i] * (float)scale);
    }
}

void model_quantise(const Model *model, Network *network) {
    const int bias_scale = NETWORK_INPUT_SCALE * NETWORK_INPUT_SCALE * NETWORK_OUTPUT_SCALE;
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        quantise(model->input[i], HIDDEN, NETWORK_INPUT_SCALE, network->input[i]);
    }
    quantise(model->bias, HIDDEN, NETWORK_INPUT_SCALE, network->bias);
    for (int i = 0; i < NETWORK_BUCKETS; i++) {
        quantise(model->output[i], HIDDEN, NETWORK_OUTPUT_SCALE, network->output[i]);
        network->output_bias[i] = (int32_t)lrint((double)model->output_bias[i] * bias_scale);
    }
}

// ---- learning

static float sigmoid(float x) {
    return (float)(1 / (1 + exp(-(double)x)));
}

float model_target(const Sample *sample, float result_share) {
    int score = sample->score;
    float expected = score_is_known(score) ? (float)(score > 0) : sigmoid((float)score / 100);
    return result_share * (float)sample->points / 2 + (1 - result_share) * expected;
}

SPECIALISED void list_set(InputSet set, uint32_t squares, int *inputs, int *count) {
    while (squares != 0) {
        inputs[(*count)++] = network_input(set, bits_pop(&squares));
    }
}

static int list_inputs(const Sample *sample, int inputs[PIECES_MAX]) {
    int count = 0;
    list_set(INPUT_OWN_MEN, sample->own & ~sample->kings, inputs, &count);
    list_set(INPUT_OWN_KINGS, sample->own & sample->kings, inputs, &count);
    list_set(INPUT_ENEMY_MEN, sample->enemy & ~sample->kings, inputs, &count);
    list_set(INPUT_ENEMY_KINGS, sample->enemy & sample->kings, inputs, &count);
    return count;
}

// In sixteen sums, whose order does not depend on the size of a vector.
SPECIALISED float dot_squares(const float *active, const float *weights) {
    float sums[16] = {0}, total = 0;
    for (int i = 0; i < HIDDEN; i += 16) {
        for (int j = 0; j < 16; j++) {
            sums[j] += active[i + j] * active[i + j] * weights[i + j];
        }
    }
    for (int j = 0; j < 16; j++) {
        total += sums[j];
    }
    return total;
}

SPECIALISED void add_row(float *to, const float *row) {
    for (int i = 0; i < HIDDEN; i++) {
        to[i] += row[i];
    }
}

SPECIALISED void activate(const Model *model, const int *inputs, int count, float *active) {
    for (int i = 0; i < HIDDEN; i++) {
        active[i] = model->bias[i];
    }
    for (int i = 0; i < count; i++) {
        add_row(active, model->input[inputs[i]]);
    }
    for (int i = 0; i < HIDDEN; i++) {
        float value = active[i] > 0 ? active[i] : 0;
        active[i] = value < 1 ? value : 1;
    }
}

// slope: of the error by the output.
SPECIALISED void go_back(const Model *model, const int *inputs, int count, const float *active,
                         int bucket, float slope, Model *gradient) {
    alignas(64) float slopes[HIDDEN];
    const float *weights = model->output[bucket];
    for (int i = 0; i < HIDDEN; i++) {
        float inside = active[i] < 1 ? active[i] : 0; // 0 below as it is
        slopes[i] = 2 * slope * inside * weights[i];
    }
    for (int i = 0; i < HIDDEN; i++) {
        gradient->output[bucket][i] += slope * active[i] * active[i];
    }
    gradient->output_bias[bucket] += slope;
    add_row(gradient->bias, slopes);
    for (int i = 0; i < count; i++) {
        add_row(gradient->input[inputs[i]], slopes);
    }
}

SPECIALISED double learn(const Model *model, const Sample *const *samples, int count,
                         float result_share, Model *gradient) {
    double errors = 0;
    for (int i = 0; i < count; i++) {
        alignas(64) float active[HIDDEN];
        int inputs[PIECES_MAX], pieces = list_inputs(samples[i], inputs);
        int bucket = (pieces - 1) / 3;
        activate(model, inputs, pieces, active);
        float output = dot_squares(active, model->output[bucket]) + model->output_bias[bucket];
        float chance = sigmoid(output);
        float error = chance - model_target(samples[i], result_share);
        errors += (double)error * (double)error;
        if (gradient != NULL) {
            float slope = 2 * error * chance * (1 - chance);
            go_back(model, inputs, pieces, active, bucket, slope, gradient);
        }
    }
    return errors;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static double learn_avx2(const Model *model,
                                                         const Sample *const *samples, int count,
                                                         float result_share, Model *gradient) {
    return learn(model, samples, count, result_share, gradient);
}
#endif

double model_learn(const Model *model, const Sample *const *samples, int count, float result_share,
                   Model *gradient) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        return learn_avx2(model, samples, count, result_share, gradient);
    }
#endif
    return learn(model, samples, count, result_share, gradient);
}
