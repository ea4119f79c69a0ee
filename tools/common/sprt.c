#include "common/sprt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/args.h"

#define ELO_MAX 200 // beyond it a difference shows in a few games

static bool set_pair(void *context, const char *key, const char *value, Error *error) {
    Sprt *sprt = context;
    if (strcmp(key, "elo0") == 0) {
        return args_read_number(value, -ELO_MAX, ELO_MAX, &sprt->elo0, error);
    }
    if (strcmp(key, "elo1") == 0) {
        return args_read_number(value, -ELO_MAX, ELO_MAX, &sprt->elo1, error);
    }
    if (strcmp(key, "alpha") == 0) {
        return args_read_number(value, 1e-6, 0.49, &sprt->alpha, error);
    }
    if (strcmp(key, "beta") == 0) {
        return args_read_number(value, 1e-6, 0.49, &sprt->beta, error);
    }
    if (strcmp(key, "model") != 0) {
        return error_set(error, ERROR_INPUT, "it is none of elo0, elo1, alpha, beta and model");
    }
    sprt->model = strcmp(value, "logistic") == 0 ? SPRT_LOGISTIC : SPRT_NORMALIZED;
    return sprt->model == SPRT_LOGISTIC || strcmp(value, "normalized") == 0 ||
           error_set(error, ERROR_INPUT, "'%s' is neither normalized nor logistic", value);
}

bool sprt_read(Sprt *sprt, const char *text, Error *error) {
    *sprt = (Sprt){.model = SPRT_NORMALIZED, .elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
    if (!args_read_pairs(text, set_pair, sprt, error)) {
        return false;
    }
    return sprt->elo0 < sprt->elo1 ||
           error_set(error, ERROR_INPUT, "elo0, %g, is not below elo1, %g", sprt->elo0, sprt->elo1);
}

double sprt_lower(const Sprt *sprt) {
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const Sprt *sprt) {
    return log((1 - sprt->beta) / sprt->alpha);
}

double sprt_llr(const Sprt *sprt, const StatsCounts *counts) {
    return stats_llr(counts, sprt->model, sprt->elo0, sprt->elo1);
}

SprtVerdict sprt_verdict(const Sprt *sprt, const StatsCounts *counts) {
    double llr = sprt_llr(sprt, counts);
    return llr <= sprt_lower(sprt) ? SPRT_H0 : llr >= sprt_upper(sprt) ? SPRT_H1 : SPRT_OPEN;
}

void sprt_text(const Sprt *sprt, char text[SPRT_TEXT_MAX]) {
    snprintf(text, SPRT_TEXT_MAX, "%s [%g, %g]", sprt->model == SPRT_NORMALIZED ? "nElo" : "Elo",
             sprt->elo0, sprt->elo1);
}
