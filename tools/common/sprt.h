// A sequential test between two hypotheses about the strength of an engine: it goes on until the
// logarithm of their likelihood ratio leaves the interval between two bounds.
#ifndef KELSO_COMMON_SPRT_H
#define KELSO_COMMON_SPRT_H

#include "base/error.h"
#include "common/stats.h"

// H0: the strength is elo0, and alpha the risk of accepting H1 then. H1: it is elo1, and beta the
// risk of accepting H0. Elo or nElo, by the model.
typedef struct {
    SprtModel model;
    double elo0, elo1, alpha, beta;
} Sprt;

// "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized", which are also the defaults for what is
// left out.
bool sprt_read(Sprt *sprt, const char *text, Error *error);

double sprt_lower(const Sprt *sprt);
double sprt_upper(const Sprt *sprt);

double sprt_llr(const Sprt *sprt, const StatsCounts *counts);

typedef enum { SPRT_OPEN, SPRT_H0, SPRT_H1 } SprtVerdict;

SprtVerdict sprt_verdict(const Sprt *sprt, const StatsCounts *counts);

// "nElo [0, 5]", "Elo [-2.5, 0]".
#define SPRT_TEXT_MAX 80
void sprt_text(const Sprt *sprt, char text[SPRT_TEXT_MAX]);

#endif
