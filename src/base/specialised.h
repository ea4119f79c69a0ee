// For functions that are meant to be inlined with a constant argument, such as a side, so that what
// depends on it is decided when they are compiled.
#ifndef KELSO_BASE_SPECIALISED_H
#define KELSO_BASE_SPECIALISED_H

#define SPECIALISED static inline __attribute__((always_inline))

#endif
