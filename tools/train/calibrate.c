#include "train/calibrate.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/chances.h"
#include "search/score.h"
#include "train/samples.h"

enum { SCORE_MAX = 1000, SCORES = 2 * SCORE_MAX + 1, BAND = 50, LOSS = 0, DRAW = 1, WIN = 2 };

// Games by score, those beyond ±SCORE_MAX at its ends, and by points of the mover.
typedef struct {
    int64_t count[SCORES][3];
} Histogram;

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

// Each point of the curve is the mean of the scores about it, the nearer the weightier.
static ChanceCurve fit(const Histogram *histogram) {
    double games[CHANCE_COUNT] = {0}, won[CHANCE_COUNT] = {0}, lost[CHANCE_COUNT] = {0};
    ChanceCurve curve;
    for (int i = 0; i < SCORES; i++) {
        int score = i - SCORE_MAX;
        const int64_t *count = histogram->count[i];
        double at = fmin(fabs((double)score) / CHANCE_STEP, CHANCE_COUNT - 1);
        int below = (int)at;
        for (int j = below; j <= below + 1 && j < CHANCE_COUNT; j++) {
            double weight = 1 - fabs(at - j);
            games[j] += weight * (double)(count[LOSS] + count[DRAW] + count[WIN]);
            won[j] += weight * (double)count[score < 0 ? LOSS : WIN];
            lost[j] += weight * (double)count[score < 0 ? WIN : LOSS];
        }
    }
    for (int j = 0; j < CHANCE_COUNT; j++) {
        curve.win[j] = games[j] > 0 ? (int)lround(1000 * won[j] / games[j]) : 0;
        curve.loss[j] = games[j] > 0 ? (int)lround(1000 * lost[j] / games[j]) : 0;
    }
    curve.win[CHANCE_COUNT - 1] = 1000; // so are known results
    curve.loss[CHANCE_COUNT - 1] = 0;
    curve.win[0] = curve.loss[0] = (curve.win[0] + curve.loss[0]) / 2; // seen from either side
    return curve;
}

static void write_curve(const char *name, const int *values, FILE *out) {
    fputs(name, out);
    for (int j = 0; j < CHANCE_COUNT; j++) {
        fprintf(out, " %d", values[j]);
    }
    fputc('\n', out);
}

static void write_band(const Histogram *histogram, const ChanceCurve *curve, int from, FILE *out) {
    double expected[3] = {0}, all = 0, seen[3] = {0};
    for (int score = from; score < from + BAND && score <= SCORE_MAX; score++) {
        Chances at = chances_at(curve, score);
        double chance[3] = {[WIN] = at.win / 1e3, [DRAW] = at.draw / 1e3, [LOSS] = at.loss / 1e3};
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
        good = samples_read(&set, files[i], 2, error);
    }
    if (good) {
        fill(histogram, &set.training);
        ChanceCurve curve = fit(histogram);
        write_curve("win", curve.win, out);
        write_curve("loss", curve.loss, out);
        fprintf(out, "positions %" PRId64 "\nheld_out %" PRId64 "\n\n", set.training.count,
                set.validation.count);
        fprintf(out, " score positions   win, seen     draw, seen    loss, seen\n");
        fill(histogram, &set.validation);
        for (int from = -SCORE_MAX; from < SCORE_MAX; from += BAND) {
            write_band(histogram, &curve, from, out);
        }
    }
    free(histogram);
    samples_destroy(&set);
    return good;
}
