// What an engine may spend on its moves, and the clock that counts it in a game.
#ifndef KELSO_MATCH_LIMIT_H
#define KELSO_MATCH_LIMIT_H

#include <stdint.h>

#include "base/error.h"
#include "rules/square.h"

typedef enum { LIMIT_CLOCK, LIMIT_MOVETIME, LIMIT_NODES, LIMIT_DEPTH } LimitKind;

typedef struct {
    LimitKind kind;
    int moves;                     // LIMIT_CLOCK: moves that the base is for; 0: all
    int64_t base_ns, increment_ns; // LIMIT_CLOCK
    int64_t movetime_ns;           // LIMIT_MOVETIME
    int64_t count;                 // LIMIT_NODES, LIMIT_DEPTH
} Limit;

// `[MOVES/]BASE[+INC]`, in seconds: "40/60+0.5", "0.2+0.002", "10".
bool limit_read_clock(const char *text, Limit *limit, Error *error);

#define LIMIT_TEXT_MAX 64

// "40/60+0.5", "0.02 s a move", "2000 nodes a move", "depth 6".
void limit_text(const Limit *limit, char text[LIMIT_TEXT_MAX]);

// How late an engine may be without losing.
typedef struct {
    int64_t margin_ns; // behind the clock or the fixed time of a move
    int64_t hang_ns;   // for a move by nodes or depth, which has no time of its own
} Patience;

// An engine cannot answer exactly when its fixed time is over.
#define MOVETIME_TOLERANCE_NS 50000000

typedef struct {
    const Limit *limit;
    int64_t remaining_ns; // LIMIT_CLOCK
    int moves_left;       // LIMIT_CLOCK with moves: until the base is added again
} GameClock;

void game_clock_init(GameClock *clock, const Limit *limit);

// Whether time decides, so that lateness can be measured.
bool game_clock_is_timed(const GameClock *clock);

// The time that the next move should not use up; only if timed.
int64_t game_clock_allowed_ns(const GameClock *clock);

// The time after which the next move loses the game.
int64_t game_clock_deadline_ns(const GameClock *clock, const Patience *patience);

// A move was made in time. A clock that the margin has saved stands at 0 before the increment.
void game_clock_moved(GameClock *clock, int64_t used_ns);

#define GO_LINE_MAX 200

// `go …` with a newline for the side to move, or `go ponder …` for the side that will be when the
// other has moved; clocks by Side. Times are rounded down.
void go_line_write(const GameClock clocks[2], Side mover, bool ponder, char line[GO_LINE_MAX]);

#endif
