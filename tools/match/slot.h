// A place where one game at a time is played: a process for each engine that has played here, kept
// from game to game, and the referee between the two that play now.
#ifndef KELSO_MATCH_SLOT_H
#define KELSO_MATCH_SLOT_H

#include "match/options.h"
#include "match/schedule.h"
#include "match/tally.h"

typedef struct Slot Slot;

// Events are the last thing the slot does in a step: they may call slot_play on a free slot, and
// slot_close.
typedef struct {
    // An engine that was started by slot_start is ready.
    void (*started)(void *context, Slot *slot, int engine);
    // An engine made a fault and is killed; counted already. If it made it in the game, `over`
    // follows.
    void (*fault)(void *context, Slot *slot, int engine, bool in_game, Fault fault,
                  const char *detail);
    // The game is over and the slot free.
    void (*over)(void *context, Slot *slot);
    // There is nothing to start for this engine; the slot is free, its game was not played.
    void (*cannot)(void *context, Slot *slot, int engine, const Error *error);
} SlotEvents;

// All that is passed must outlive the slot. Faults are counted in the tally.
// core: the engines run on this one of the cores there are, counted around; -1: on any.
Slot *slot_create(uv_loop_t *loop, const MatchConfig *config, Tally *tally, int core,
                  const SlotEvents *events, void *context);

// Ends the engines, by `quit` or at once, and gives up the game. The loop must run before
// slot_destroy, so that they are gone. May be called twice.
void slot_close(Slot *slot, bool at_once);
void slot_destroy(Slot *slot);

// Starts one engine ahead of its first game.
void slot_start(Slot *slot, int engine);

// Plays a game; only when free.
void slot_play(Slot *slot, const ScheduledGame *game, const Opening *opening);

bool slot_is_free(const Slot *slot);

// The game in play or played last.
const ScheduledGame *slot_game(const Slot *slot);
const Referee *slot_referee(const Slot *slot);

// NULL if this engine was never started here.
const Client *slot_client(const Slot *slot, int engine);

#endif
