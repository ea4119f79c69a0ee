// The file of `kelso solve`: a position a line, with what is expected of it. Private to
// src/frontend.
//
//     FEN [; bm MOVE …] [; am MOVE …] [; result win|draw|loss] [; id TEXT]
//
// bm: one of these moves is to be played, am: none of these; result: of the side to move. Empty
// lines and those that begin with # are passed over.
#ifndef KELSO_FRONTEND_SOLVE_FILE_H
#define KELSO_FRONTEND_SOLVE_FILE_H

#include "base/error.h"
#include "rules/moves.h"

typedef enum { EXPECT_NOTHING, EXPECT_WIN, EXPECT_DRAW, EXPECT_LOSS } SolveResult;

typedef struct {
    Position position;
    char *id; // owned; "" if there is none
    MoveList best, avoid;
    SolveResult result;
} Problem;

typedef struct {
    Problem *problems; // owned
    int count;
} ProblemList;

// Each bad line is told: "FILE:LINE: what". `complain` gets it.
typedef void SolveComplain(void *context, const Error *error);

// false if the file cannot be read, holds no position or a bad line; `list` is empty then.
bool problems_read(ProblemList *list, const char *path, SolveComplain *complain, void *context);
void problems_destroy(ProblemList *list);

// Whether anything is expected.
bool problem_is_judged(const Problem *problem);

// Whether the move with this score of the search (search/score.h) is what is expected.
bool problem_is_solved(const Problem *problem, Move move, int score);

#endif
