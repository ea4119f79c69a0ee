// The Hub protocol, version 2: lines in, lines out. protocol.md is its manual.
#ifndef KELSO_FRONTEND_HUB_H
#define KELSO_FRONTEND_HUB_H

#include "frontend/front.h"

// NULL, with an error, if there is no memory.
Front *hub_create(FILE *file, Error *error);

#endif
