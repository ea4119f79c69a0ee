// Statistics of a match between two engines, seen from one of them.
//
// Results are counted in cells of rising value: games as [L, D, W], pairs of games with the same
// opening and swapped sides as [LL, LD, DD+WL, WD, WW]. The pair is the unit: its two games are not
// independent. A figure that has no meaning for the counts is NAN.
#ifndef KELSO_COMMON_STATS_H
#define KELSO_COMMON_STATS_H

#include <stdbool.h>
#include <stdint.h>

#define STATS_CELLS_MAX 5
#define STATS_GAMES     3
#define STATS_PAIRS     5

typedef struct {
    int cells; // STATS_GAMES or STATS_PAIRS
    int64_t count[STATS_CELLS_MAX];
} StatsCounts;

// Errors are half-widths of the 95 % interval.
typedef struct {
    double total; // games or pairs
    double score; // 0 … 1
    double elo, elo_error;
    double nelo, nelo_error; // Elo in units of the spread of the results, so that draws matter less
    double los;              // the likelihood of superiority, 0 … 1
} Stats;

Stats stats_of(const StatsCounts *counts);

typedef enum { SPRT_LOGISTIC, SPRT_NORMALIZED } SprtModel;

// The logarithm of the likelihood ratio of two hypotheses: the strength is elo1, or elo0 (Elo or
// nElo, by the model). The exact generalised ratio: each hypothesis is stood for by its most likely
// distribution. 0 for no results.
double stats_llr(const StatsCounts *counts, SprtModel model, double elo0, double elo1);

#define STATS_TEXT_MAX 32

// Writes a number with this many decimals, and its sign if asked for, or `undefined`.
void stats_text(double value, int decimals, bool sign, char text[STATS_TEXT_MAX]);

#endif
