#include "common/stats.h"

#include <math.h>
#include <stdio.h>

#define Z_95      1.959964         // two-sided 95 % of the normal distribution
#define NELO_UNIT 347.435585522601 // 800/ln 10: nElo equals Elo for games without draws near 0

// For the likelihood ratio only: a cell that nothing fell into yet is not impossible.
#define EMPTY_CELL 0.001

// A distribution over values; the values are equidistant scores unless moved by a hypothesis.
typedef struct {
    int cells;
    double value[STATS_CELLS_MAX], p[STATS_CELLS_MAX];
} Distribution;

static void moments(const Distribution *d, double *mean, double *variance) {
    *mean = *variance = 0;
    for (int i = 0; i < d->cells; i++) {
        *mean += d->p[i] * d->value[i];
    }
    for (int i = 0; i < d->cells; i++) {
        *variance += d->p[i] * (d->value[i] - *mean) * (d->value[i] - *mean);
    }
}

// The counts as a distribution; *total is their sum.
static Distribution distribution_of(const StatsCounts *counts, double empty, double *total) {
    Distribution d = {.cells = counts->cells};
    *total = 0;
    for (int i = 0; i < d.cells; i++) {
        d.value[i] = (double)i / (d.cells - 1);
        d.p[i] = counts->count[i] > 0 ? (double)counts->count[i] : empty;
        *total += d.p[i];
    }
    for (int i = 0; i<d.cells && * total> 0; i++) {
        d.p[i] /= *total;
    }
    return d;
}

static double elo_of_score(double score) {
    return score > 0 && score < 1 ? 400 * log10(score / (1 - score)) : NAN;
}

static double score_of_elo(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

// The spread of one game's result, from the variance of a cell's value: a pair is the mean of two.
static double game_sigma(int cells, double variance) {
    return sqrt(cells == STATS_PAIRS ? 2 * variance : variance);
}

Stats stats_of(const StatsCounts *counts) {
    Stats stats = {
        .score = NAN, .elo = NAN, .elo_error = NAN, .nelo = NAN, .nelo_error = NAN, .los = NAN};
    double variance;
    Distribution d = distribution_of(counts, 0, &stats.total);
    if (stats.total == 0) {
        return stats;
    }
    moments(&d, &stats.score, &variance);
    stats.elo = elo_of_score(stats.score);
    if (variance <= 0) {
        return stats; // all results alike say nothing of the spread
    }
    double error = sqrt(variance / stats.total), sigma = game_sigma(d.cells, variance);
    stats.elo_error =
        (elo_of_score(stats.score + Z_95 * error) - elo_of_score(stats.score - Z_95 * error)) / 2;
    stats.nelo = NELO_UNIT * (stats.score - 0.5) / sigma;
    stats.nelo_error = NELO_UNIT * Z_95 * error / sigma;
    stats.los = erfc(-(stats.score - 0.5) / error / sqrt(2)) / 2;
    return stats;
}

// The distribution most likely behind the observed one among those whose mean is 0 (the values are
// moved so that the hypothesis says that): p/(1 + theta value), theta the root of a falling
// function between the poles.
static void most_likely(const Distribution *observed, const double moved[STATS_CELLS_MAX],
                        double p[STATS_CELLS_MAX]) {
    double least = moved[0], most = moved[0];
    for (int i = 1; i < observed->cells; i++) {
        least = fmin(least, moved[i]);
        most = fmax(most, moved[i]);
    }
    double low = -1 / most, high = -1 / least, theta = 0;
    for (int step = 0; step < 100; step++) { // halving: no start value can fail
        double sum = 0;
        theta = (low + high) / 2;
        for (int i = 0; i < observed->cells; i++) {
            sum += observed->p[i] * moved[i] / (1 + theta * moved[i]);
        }
        *(sum > 0 ? &low : &high) = theta;
    }
    for (int i = 0; i < observed->cells; i++) {
        p[i] = observed->p[i] / (1 + theta * moved[i]);
    }
}

// The most likely distribution of this score.
static void fit_score(const Distribution *observed, double score, double p[STATS_CELLS_MAX]) {
    double moved[STATS_CELLS_MAX] = {0};
    for (int i = 0; i < observed->cells; i++) {
        moved[i] = observed->value[i] - score;
    }
    most_likely(observed, moved, p);
}

// The most likely distribution whose (mean - 1/2)/sigma is t, by iteration: the condition is made
// linear at the present mean and spread (M. Van den Bergh, the mathematics of the SPRT in
// fishtest).
static void fit_t(const Distribution *observed, double t, double p[STATS_CELLS_MAX]) {
    Distribution fitted = *observed;
    for (int i = 0; i < fitted.cells; i++) {
        fitted.p[i] = 1.0 / fitted.cells;
    }
    for (int round = 0; round < 100; round++) {
        double mean, variance, moved[STATS_CELLS_MAX] = {0}, change = 0;
        moments(&fitted, &mean, &variance);
        double sigma = sqrt(variance);
        for (int i = 0; i < fitted.cells; i++) {
            double distance = (mean - fitted.value[i]) / sigma;
            moved[i] = fitted.value[i] - 0.5 - t * sigma * (1 + distance * distance) / 2;
        }
        most_likely(observed, moved, p);
        for (int i = 0; i < fitted.cells; i++) {
            change = fmax(change, fabs(p[i] - fitted.p[i]));
            fitted.p[i] = p[i];
        }
        if (change < 1e-12) {
            break;
        }
    }
}

static void fit(const Distribution *observed, SprtModel model, double elo,
                double p[STATS_CELLS_MAX]) {
    if (model == SPRT_LOGISTIC) {
        fit_score(observed, score_of_elo(elo), p);
    } else {
        double pairs = observed->cells == STATS_PAIRS ? sqrt(2) : 1;
        fit_t(observed, elo / NELO_UNIT * pairs, p);
    }
}

double stats_llr(const StatsCounts *counts, SprtModel model, double elo0, double elo1) {
    double total, p0[STATS_CELLS_MAX], p1[STATS_CELLS_MAX], sum = 0;
    Distribution observed = distribution_of(counts, 0, &total);
    if (total == 0) {
        return 0;
    }
    observed = distribution_of(counts, EMPTY_CELL, &total);
    fit(&observed, model, elo0, p0);
    fit(&observed, model, elo1, p1);
    for (int i = 0; i < observed.cells; i++) {
        sum += observed.p[i] * log(p1[i] / p0[i]);
    }
    return total * sum;
}

void stats_text(double value, int decimals, bool sign, char text[STATS_TEXT_MAX]) {
    if (isfinite(value)) {
        snprintf(text, STATS_TEXT_MAX, sign ? "%+.*f" : "%.*f", decimals, value);
    } else {
        snprintf(text, STATS_TEXT_MAX, "undefined");
    }
}
