// The engine as its front ends see it: options, a game, thinking. The library's public face.
//
// One thread makes all calls; reports come from a search thread (see search/search.h). What a call
// refuses changes nothing.
#ifndef KELSO_ENGINE_ENGINE_H
#define KELSO_ENGINE_ENGINE_H

#include "egdb/answer.h"
#include "engine/options.h"
#include "search/search.h"

typedef struct Engine Engine;

// warn is told of endgame tables and books that are refused, with the listener's context; it may be
// NULL.
// NULL, with an error, if there is no memory.
Engine *engine_create(SearchListener listener, EgdbWarn *warn, Error *error);
void engine_destroy(Engine *engine);

// The options; *count is their number.
const OptionSpec *engine_options(int *count);

// value is NULL where none was given. Refused while a search runs.
bool engine_set_option(Engine *engine, const OptionSpec *spec, const char *value, Error *error);

// The same for the option of this name, which there must be.
bool engine_set_named(Engine *engine, const char *name, const char *value, Error *error);

// What the options Rules and Variant say; a game given to the engine has these.
Rules engine_rules(const Engine *engine);

// The present game: the start position at first.
const Game *engine_game(const Engine *engine);

// Takes the game over, memory included. Refused while a search runs; the game then stays the
// caller's.
bool engine_set_game(Engine *engine, Game *game, Error *error);

// Forgets earlier games and sets up the start position. Refused while a search runs.
bool engine_new_game(Engine *engine, Error *error);

// Begins to think about the present game; multipv, overhead_ms and contempt of the limits are
// filled in from the options. Refused while a search runs. A move out of the opening book is
// reported before this returns, by the caller's thread.
bool engine_go(Engine *engine, SearchLimits limits, Error *error);

// The static evaluation of the present position.
int engine_eval(const Engine *engine);

// What the endgame tables say of a position. While no search runs.
EgdbAnswer engine_ending(Engine *engine, Position position);

// The rest as the functions of Search with the same names.
bool engine_is_thinking(Engine *engine);
void engine_stop(Engine *engine);
void engine_wait(Engine *engine);
void engine_ponder_hit(Engine *engine);
uint64_t engine_nodes(const Engine *engine);

#endif
