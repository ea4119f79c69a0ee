// What has happened in the match so far, by engine.
#ifndef KELSO_MATCH_TALLY_H
#define KELSO_MATCH_TALLY_H

#include "common/client.h"
#include "common/hash_set.h"
#include "common/stats.h"
#include "match/outcome.h"
#include "match/schedule.h"
#include "rules/game.h"

#define FAULT_KINDS (FAULT_ILLEGAL_MOVE + 1)

typedef struct {
    StatsCounts games, pairs;    // against all opponents; a pair counts when both games are over
    int64_t faults[FAULT_KINDS]; // by Fault
    int faults_in_row;           // since the last game that ended without a fault of this engine
    bool timed;                  // some move was made under a limit of time
    int64_t worst_lateness_ns;   // the most that was used above what was left; below 0: in time
} EngineTally;

typedef struct {
    EngineTally *engines; // owned
    int engine_count;
    int64_t games_total, games_done;
    int64_t games_before; // of the done, those of earlier runs
    int64_t numbers;
    uint8_t *results; // by number of the game: a Result, RESULT_NONE while it is not over; owned
    HashSet lines;    // the moves of the games that ended without a fault
    int64_t repeats;  // games of the same moves as an earlier one
} Tally;

// numbers: above those of all games; games_total: those that are to be played.
void tally_init(Tally *tally, int engine_count, int64_t numbers, int64_t games_total);
void tally_destroy(Tally *tally);

// The figures alone, for who reads them beside: none of a single game. To be destroyed.
void tally_copy_figures(Tally *copy, const Tally *tally);

// Half points of a side: the cell of its result among [L, D, W].
int tally_half_points(Result result, Side side);

// A game is final.
void tally_game(Tally *tally, const ScheduledGame *game, const Outcome *outcome);

// A game of a journal: the fault that ended it counts, too.
void tally_recorded_game(Tally *tally, const ScheduledGame *game, const Outcome *outcome);

// All that was counted until now is of earlier runs.
void tally_resume(Tally *tally);

// A game was played, but is not final yet. guilty: the engine that lost it by a fault, -1: none.
void tally_played(Tally *tally, const ScheduledGame *game, int guilty);

// A fault, in a game or between two.
void tally_fault(Tally *tally, int engine, Fault fault);

#endif
