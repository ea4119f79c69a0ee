#include "eval/chances.h"

#include <stdlib.h>

const ChanceCurve chance_curve = {
    {75, 189, 396, 561, 646, 785, 887, 927, 947, 967, 981, 987, 992, 994, 995, 996, 1000},
    {75, 76, 65, 38, 20, 15, 11, 8, 6, 5, 4, 3, 3, 2, 1, 1, 0},
};

// `values` at a score of 0 or more.
static int between(const int *values, int score) {
    int i = score / CHANCE_STEP, above = score % CHANCE_STEP;
    if (i >= CHANCE_COUNT - 1) {
        return values[CHANCE_COUNT - 1];
    }
    return (values[i] * (CHANCE_STEP - above) + values[i + 1] * above + CHANCE_STEP / 2) /
           CHANCE_STEP;
}

Chances chances_at(const ChanceCurve *curve, int score) {
    int win = between(score < 0 ? curve->loss : curve->win, abs(score));
    int loss = between(score < 0 ? curve->win : curve->loss, abs(score));
    return (Chances){win, 1000 - win - loss, loss};
}
