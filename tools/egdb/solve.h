// Solving a slice together with its swapped one: win, draw or loss of every position, with best
// play and without draw rules.
//
// Men never move back. So with the men fixed a slice falls into parts, and a capture or a man's
// move leads to a part that is solved already, if slices are taken by pieces and then by men
// (slice_list), and parts by falling total advance of the men. Within a part only kings move.
#ifndef KELSO_EGDB_SOLVE_H
#define KELSO_EGDB_SOLVE_H

#include "egdb/moves.h"
#include "egdb/team.h"

typedef struct {
    SolvedSet *solved;
    const MaskSet *masks;
    Team *team; // NULL: one thread
    bool fast;  // gather.h
    // Called now and then by the calling thread with the share of the slice that is solved, 0 to 1.
    void (*progress)(void *context, double share);
    void *context;
} Solver;

// Bytes that solve_slice takes while it works, those that stay (solved_bytes of both) not counted.
uint64_t solve_workspace(Slice s, int threads);

// Adds the slice and its swapped one to the solved ones, which must hold all slices that a capture
// or a crowning leads to. false, with an error, if there is no memory.
bool solve_slice(const Solver *solver, Slice s, Error *error);

#endif
