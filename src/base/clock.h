// The monotonic clock. Absolute times are microseconds since an arbitrary start.
#ifndef KELSO_BASE_CLOCK_H
#define KELSO_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_now_us(void);

#endif
