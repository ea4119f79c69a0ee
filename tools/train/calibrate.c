#include "train/calibrate.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/score.h"
#include "train/samples.h"

enum { SCORE_MAX = 1000, SCORES = 2 * SCORE_MAX + 1, BAND = 50, LOSS = 0, DRAW = 1, WIN = 2 };

// Games by score, those beyond ±SCORE_MAX at its ends, and by points of the mover.
typedef struct {
    int64_t count[SCORES][3];
} Histogram;

typedef struct {
    double even, width; // the score that wins half the games, and the curve's width
} Curve;

static void fill(Histogram *histogram, const SampleList *list) {
    memset(histogram, 0, sizeof *histogram);
    for (int64_t i = 0; i < list->count; i++) {
        int score = list->samples[i].score;
        if (!score_is_known(score)) {
            score = score > SCORE_MAX ? SCORE_MAX : score < -SCORE_MAX ? -SCORE_MAX : score;
            histogram->count[score + SCORE_MAX][list->samples[i].points]++;
        }
    }
}

static double win_chance(Curve curve, int score) {
    return 1 / (1 + exp((curve.even - score) / curve.width));
}

static void chances(Curve curve, int score, double chance[3]) {
    chance[WIN] = win_chance(curve, score);
    chance[LOSS] = win_chance(curve, -score);
    chance[DRAW] = 1 - chance[WIN] - chance[LOSS];
}

static double likelihood(const Histogram *histogram, Curve curve) {
    double sum = 0;
    for (int i = 0; i < SCORES; i++) {
        double chance[3];
        chances(curve, i - SCORE_MAX, chance);
        for (int points = LOSS; points <= WIN; points++) {
            sum += (double)histogram->count[i][points] * log(fmax(chance[points], 1e-9));
        }
    }
    return sum;
}

// The likeliest curve, by steps in either direction that become smaller.
static Curve fit(const Histogram *histogram) {
    Curve best = {100, 50};
    double value = likelihood(histogram, best);
    for (double step = 32; step > 0.01;) {
        const Curve tries[] = {{best.even + step, best.width},
                               {fmax(best.even - step, 0), best.width},
                               {best.even, best.width + step},
                               {best.even, fmax(best.width - step, 1)}};
        bool better = false;
        for (int i = 0; i < 4; i++) {
            double tried = likelihood(histogram, tries[i]);
            if (tried > value) {
                value = tried;
                best = tries[i];
                better = true;
            }
        }
        step = better ? step : step / 2;
    }
    return best;
}

static void write_band(const Histogram *histogram, Curve curve, int from, FILE *out) {
    double expected[3] = {0}, all = 0, seen[3] = {0};
    for (int score = from; score < from + BAND && score <= SCORE_MAX; score++) {
        double chance[3];
        chances(curve, score, chance);
        const int64_t *count = histogram->count[score + SCORE_MAX];
        double here = (double)(count[LOSS] + count[DRAW] + count[WIN]);
        all += here;
        for (int points = LOSS; points <= WIN; points++) {
            expected[points] += here * chance[points];
            seen[points] += (double)count[points];
        }
    }
    if (all > 0) {
        fprintf(out, "%6d %9.0f   %5.1f %5.1f   %5.1f %5.1f   %5.1f %5.1f\n", from, all,
                100 * expected[WIN] / all, 100 * seen[WIN] / all, 100 * expected[DRAW] / all,
                100 * seen[DRAW] / all, 100 * expected[LOSS] / all, 100 * seen[LOSS] / all);
    }
}

bool calibrate_run(const char *const *files, int count, FILE *out, Error *error) {
    SampleSet set = {0};
    Histogram *histogram = malloc(sizeof *histogram);
    bool good = histogram != NULL || error_set(error, ERROR_MEMORY, "no memory to count scores");
    for (int i = 0; i < count && good; i++) {
        good = samples_read(&set, files[i], error);
    }
    if (good) {
        fill(histogram, &set.training);
        Curve curve = fit(histogram);
        fprintf(out, "even %.1f\nwidth %.1f\npositions %" PRId64 "\nheld_out %" PRId64 "\n\n",
                curve.even, curve.width, set.training.count, set.validation.count);
        fprintf(out, " score positions   win, seen     draw, seen    loss, seen\n");
        fill(histogram, &set.validation);
        for (int from = -SCORE_MAX; from < SCORE_MAX; from += BAND) {
            write_band(histogram, curve, from, out);
        }
    }
    free(histogram);
    samples_destroy(&set);
    return good;
}
