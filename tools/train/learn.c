#include "train/learn.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "common/alloc.h"
#include "common/progress.h"

enum {
    HELD_OUT_ONE_IN = 50, // games for validation
    BATCH = 4096,
    SLICES = 8, // of a batch, with a gradient each, whose sum does not depend on who made them
    SLICE = BATCH / SLICES,
    WARM_UP_STEPS = 200,
};

static const float mean_decay = 0.9F, square_decay = 0.999F, tiny = 1e-8F, last_rate_share = 0.02F;

typedef struct {
    const LearnSettings *settings;
    const SampleSet *set;
    Checkpoint *state;
    Model *gradients; // one for each slice
    uint32_t *order;  // of the samples in this epoch
    int64_t steps_per_epoch, step;
    double errors[SLICES]; // of this epoch, or of validation
    pthread_barrier_t barrier;
    Progress progress;
    int64_t start_us, start_step;
    bool failed;
    Error error; // if failed
} Learning;

typedef struct {
    Learning *learning;
    int number;
} Learner;

// ---- parts of the work that threads share

// A part of `count` things for the thread with this number.
static int part(const Learning *learning, int count, int number) {
    return (int)((int64_t)count * number / learning->settings->threads);
}

static double learn_slice(const Learning *learning, int64_t first, int64_t end, Model *gradient) {
    const Sample *samples[SLICE], *all = learning->set->training.samples;
    int count = (int)(end - first);
    for (int i = 0; i < count; i++) {
        samples[i] = &all[learning->order[first + i]];
        __builtin_prefetch(samples[i]);
    }
    memset(gradient, 0, sizeof *gradient);
    return model_learn(&learning->state->model, samples, count,
                       learning->state->settings.result_share, gradient);
}

static void learn_slices(Learning *learning, int number) {
    int64_t total = learning->set->training.count;
    int64_t batch = learning->step % learning->steps_per_epoch * BATCH;
    for (int i = number; i < SLICES; i += learning->settings->threads) {
        int64_t first = batch + (int64_t)i * SLICE, end = first + SLICE;
        first = first < total ? first : total;
        end = end < total ? end : total;
        learning->errors[i] += learn_slice(learning, first, end, &learning->gradients[i]);
    }
}

// Warms up, then falls along a cosine.
static float rate(const Learning *learning) {
    double all = (double)(learning->steps_per_epoch * learning->state->settings.epochs);
    double warm_up = WARM_UP_STEPS < all / 10 ? WARM_UP_STEPS : all / 10;
    double step = (double)learning->step + 1, highest = learning->state->settings.rate;
    if (step < warm_up) {
        return (float)(highest * step / warm_up);
    }
    double done = (step - warm_up) / (all - warm_up);
    double share = last_rate_share + (1 - last_rate_share) * 0.5 * (1 + cos(M_PI * done));
    return (float)(highest * share);
}

static void adapt(Learning *learning, int first, int end) {
    Checkpoint *state = learning->state;
    float *value = state->model.parameters, *mean = state->mean.parameters;
    float *square = state->square.parameters;
    double step = (double)learning->step + 1;
    float mean_scale = (float)(1 / (1 - pow(mean_decay, step)));
    float square_scale = (float)(1 / (1 - pow(square_decay, step)));
    float speed = rate(learning) * mean_scale;
    for (int i = first; i < end; i++) {
        float gradient = 0;
        for (int slice = 0; slice < SLICES; slice++) {
            gradient += learning->gradients[slice].parameters[i];
        }
        gradient /= BATCH;
        mean[i] = mean_decay * mean[i] + (1 - mean_decay) * gradient;
        square[i] = square_decay * square[i] + (1 - square_decay) * gradient * gradient;
        value[i] -= speed * mean[i] / (sqrtf(square[i] * square_scale) + tiny);
    }
    model_clip(&state->model, first, end);
}

static void validate(Learning *learning, int number) {
    const SampleList *list = &learning->set->validation;
    for (int i = number; i < SLICES; i += learning->settings->threads) {
        const Sample *sample = list->samples + list->count * i / SLICES;
        const Sample *end = list->samples + list->count * (i + 1) / SLICES;
        learning->errors[i] = 0;
        for (; sample < end; sample++) {
            learning->errors[i] += model_learn(&learning->state->model, &sample, 1,
                                               learning->state->settings.result_share, NULL);
        }
    }
}

// ---- what one thread does for all

static void shuffle(Learning *learning) {
    uint64_t count = (uint64_t)learning->set->training.count;
    Checkpoint *state = learning->state;
    Random random = {hash_words(state->settings.seed, (uint64_t)state->epochs_done)};
    for (uint64_t i = 0; i < count; i++) {
        uint64_t other = random_below(&random, i + 1);
        learning->order[i] = learning->order[other];
        learning->order[other] = (uint32_t)i;
    }
    memset(learning->errors, 0, sizeof learning->errors);
}

static double mean_error(const Learning *learning, int64_t count) {
    double sum = 0;
    for (int i = 0; i < SLICES; i++) {
        sum += learning->errors[i];
    }
    return count > 0 ? sum / (double)count : 0;
}

static void show_progress(Learning *learning) {
    char status[128];
    if (progress_is_due(&learning->progress)) {
        double seconds = (double)(clock_now_us() - learning->start_us) / 1e6;
        double samples = (double)(learning->step - learning->start_step) * BATCH;
        snprintf(status, sizeof status,
                 "epoch %d of %d, batch %" PRId64 " of %" PRId64 ", %.0f samples/s",
                 learning->state->epochs_done + 1, learning->state->settings.epochs,
                 learning->step % learning->steps_per_epoch, learning->steps_per_epoch,
                 samples / seconds);
        progress_status(&learning->progress, status);
    }
}

static void finish_epoch(Learning *learning) {
    Checkpoint *state = learning->state;
    state->validation_error = mean_error(learning, learning->set->validation.count);
    state->epochs_done++;
    if (!learning->settings->quiet) {
        progress_note(&learning->progress, "epoch %d: error %.6f, of held-out games %.6f, %.0f s",
                      state->epochs_done, state->training_error, state->validation_error,
                      (double)(clock_now_us() - learning->start_us) / 1e6);
    }
    learning->failed = !checkpoint_write(state, learning->settings->path, &learning->error);
}

// ---- all

// True for one thread, when all have come here.
static bool meet(Learning *learning) {
    return pthread_barrier_wait(&learning->barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
}

static void learn_epoch(Learning *learning, int number) {
    int first = part(learning, MODEL_PARAMETERS, number);
    int end = part(learning, MODEL_PARAMETERS, number + 1);
    if (meet(learning)) {
        shuffle(learning);
    }
    for (int64_t step = 0; step < learning->steps_per_epoch; step++) {
        meet(learning);
        learn_slices(learning, number);
        meet(learning);
        adapt(learning, first, end);
        if (meet(learning)) {
            learning->step++;
            show_progress(learning);
        }
    }
    if (meet(learning)) {
        learning->state->training_error = mean_error(learning, learning->set->training.count);
    }
    meet(learning);
    validate(learning, number);
    if (meet(learning)) {
        finish_epoch(learning);
    }
    meet(learning);
}

static void *learn_on_thread(void *context) {
    Learner *learner = context;
    Learning *learning = learner->learning;
    while (learning->state->epochs_done < learning->state->settings.epochs && !learning->failed) {
        learn_epoch(learning, learner->number);
    }
    return NULL;
}

static void learn_on_threads(Learning *learning) {
    int count = learning->settings->threads;
    pthread_t *threads = alloc_zeroed((size_t)count, sizeof *threads);
    Learner *learners = alloc_zeroed((size_t)count, sizeof *learners);
    pthread_barrier_init(&learning->barrier, NULL, (unsigned)count);
    for (int i = 0; i < count; i++) {
        learners[i] = (Learner){learning, i};
        // The first is this thread. Without one of the others all would wait for ever.
        if (i > 0 && pthread_create(&threads[i], NULL, learn_on_thread, &learners[i]) != 0) {
            fprintf(stderr, "kelso-train: no thread %d of %d\n", i + 1, count);
            exit(1);
        }
    }
    learn_on_thread(&learners[0]);
    for (int i = 1; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_barrier_destroy(&learning->barrier);
    free(learners);
    free(threads);
}

static bool same_settings(const TrainSettings *a, const TrainSettings *b) {
    return a->seed == b->seed && a->samples == b->samples && a->epochs == b->epochs &&
           a->rate == b->rate && a->result_share == b->result_share;
}

static bool begin(Checkpoint *state, const TrainSettings *wanted, const char *path, Error *error) {
    if (access(path, F_OK) != 0) {
        state->settings = *wanted;
        model_init(&state->model, wanted->seed);
        return true;
    }
    return checkpoint_read(state, path, error) &&
           (same_settings(&state->settings, wanted) ||
            error_set(error, ERROR_STATE, "%s is of a training with other settings or samples",
                      path));
}

static bool learn_set(const LearnSettings *settings, const SampleSet *set, Error *error) {
    TrainSettings wanted = settings->train;
    wanted.samples = set->training.count;
    if (wanted.samples == 0 || wanted.samples > UINT32_MAX) {
        return error_set(error, ERROR_INPUT, "%" PRId64 " positions to learn from", wanted.samples);
    }
    Checkpoint *state = aligned_alloc(alignof(Checkpoint), sizeof *state);
    Model *gradients = aligned_alloc(alignof(Model), SLICES * sizeof *gradients);
    uint32_t *order = malloc((size_t)wanted.samples * sizeof *order);
    bool good = (state != NULL && gradients != NULL && order != NULL) ||
                error_set(error, ERROR_MEMORY, "no memory to learn");
    if (good) {
        memset(state, 0, sizeof *state);
        good = begin(state, &wanted, settings->path, error);
    }
    if (good) {
        int64_t steps = (wanted.samples + BATCH - 1) / BATCH;
        Learning learning = {.settings = settings,
                             .set = set,
                             .state = state,
                             .gradients = gradients,
                             .order = order,
                             .steps_per_epoch = steps,
                             .step = steps * state->epochs_done,
                             .start_step = steps * state->epochs_done,
                             .start_us = clock_now_us()};
        progress_init(&learning.progress, stderr, settings->quiet);
        learn_on_threads(&learning);
        progress_destroy(&learning.progress);
        good = !learning.failed;
        *error = learning.error;
    }
    free(state);
    free(gradients);
    free(order);
    return good;
}

bool learn_run(const LearnSettings *settings, Error *error) {
    SampleSet set = {0};
    bool good = true;
    for (int i = 0; i < settings->file_count && good; i++) {
        good = samples_read(&set, settings->files[i], HELD_OUT_ONE_IN, error);
    }
    if (good && !settings->quiet) {
        fprintf(stderr, "%" PRId64 " games: %" PRId64 " positions, and %" PRId64 " held out\n",
                set.games, set.training.count, set.validation.count);
    }
    good = good && learn_set(settings, &set, error);
    samples_destroy(&set);
    return good;
}
