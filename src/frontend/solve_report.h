// What `kelso solve` prints: a line for each position and a summary. Private to src/frontend.
#ifndef KELSO_FRONTEND_SOLVE_REPORT_H
#define KELSO_FRONTEND_SOLVE_REPORT_H

#include <stdint.h>
#include <stdio.h>

#include "frontend/solve_file.h"
#include "search/score.h"
#include "search/search.h"

typedef struct {
    Move move; // the answer
    bool has_move;
    int score, depth;
    uint64_t nodes;
    int64_t ms;
    bool solved;      // by the answer
    int64_t since_ms; // and stood since; -1: the answer came without a report
    uint64_t since_nodes;
    int line_count;
    Move line[PLY_MAX]; // principal variation
} Solution;

typedef struct {
    int judged, solved, positions;
    uint64_t nodes;
    double seconds; // of the whole run
} SolveSums;

void solve_report_position(FILE *out, bool json, int number, const Problem *problem,
                           const Solution *solution);
void solve_report_sums(FILE *out, bool json, const SolveSums *sums);

#endif
