// The engine's options as parameters of the Hub protocol: Threads is threads, MoveOverhead
// move-overhead, and so on; Hash is tt-size, a power of two; OwnBook is book and BookDepth
// book-ply. Private to src/frontend.
#ifndef KELSO_FRONTEND_HUB_PARAMS_H
#define KELSO_FRONTEND_HUB_PARAMS_H

#include "engine/engine.h"

typedef struct {
    OptionSpec spec; // as Hub has it
    char name[48], initial[24];
} HubParam;

// The spec points into the parameter, which is not to be copied.
void hub_param_init(HubParam *param, const OptionSpec *option);

// Sets the option of the engine for which this is the parameter.
bool hub_param_set(const HubParam *param, Engine *engine, const OptionSpec *option,
                   const char *value, Error *error);

#endif
