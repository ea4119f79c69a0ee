// How often a score wins, draws and loses.
#ifndef KELSO_EVAL_CHANCES_H
#define KELSO_EVAL_CHANCES_H

// In thousandths; they add up to 1000.
typedef struct {
    int win, draw, loss;
} Chances;

// Chances of the side to move at scores 0, CHANCE_STEP, 2 * CHANCE_STEP, … hundredths of a man.
// Between them they lie on straight lines; the last, a sure win, holds for all above; for a score
// below 0 win and loss are exchanged.
enum { CHANCE_STEP = 25, CHANCE_COUNT = 17 };

typedef struct {
    int win[CHANCE_COUNT], loss[CHANCE_COUNT];
} ChanceCurve;

// Fitted to games of the engine against itself (kelso-train calibrate; tools/train/LOG.md).
extern const ChanceCurve chance_curve;

Chances chances_at(const ChanceCurve *curve, int score);

#endif
