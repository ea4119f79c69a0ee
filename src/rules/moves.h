// Legal moves. Capturing is compulsory; a man that reaches the king row stops there, in mid-capture
// too; the square that a capturing king left counts as empty. The order of the moves is fixed.
#ifndef KELSO_RULES_MOVES_H
#define KELSO_RULES_MOVES_H

#include <stdbool.h>

#include "rules/position.h"

// No position has more. Captures from one square run over a graph of 8 squares and 9 edges, which
// has at most 16 ways to walk it (counted for all subsets of edges): 12 kings x 16 paths.
#define MOVES_MAX 192

#define PATH_SQUARES_MAX 10 // squares of a path: nine jumps at most

typedef struct {
    int count;
    Move moves[MOVES_MAX];
} MoveList;

// A move with one of its paths: all squares that the piece stands on, origin first.
typedef struct {
    Move move;
    int count;
    uint8_t squares[PATH_SQUARES_MAX];
} MovePath;

typedef struct {
    int count;
    MovePath paths[MOVES_MAX];
} MovePathList;

// Moves that differ only in the path stand once.
void moves_generate(Position p, MoveList *list);

// Every path for itself, as published perft numbers count them.
void moves_generate_paths(Position p, MovePathList *list);

// How many paths there are; quicker than to generate them.
int moves_count_paths(Position p);

bool moves_exist(Position p);

// Whether the side, if it were to move, could capture.
bool moves_can_capture(Position p, Side side);

// Whether a piece of the side, the one to move or the other, could move without a capture.
bool moves_can_step(Position p, Side side);

bool moves_contain(Position p, Move move);

// The first of the move's paths, in the generator's order; false if the move is not legal.
bool moves_first_path(Position p, Move move, MovePath *path);

bool moves_list_contains(const MoveList *list, Move move);

#endif
