// The native protocol: lines in, lines out. protocol.md is its manual.
#ifndef KELSO_FRONTEND_NATIVE_H
#define KELSO_FRONTEND_NATIVE_H

#include "frontend/front.h"

// NULL, with an error, if there is no memory.
Front *native_create(FILE *file, Error *error);

#endif
