// The monotonic clock. Absolute times are microseconds since an arbitrary start.
#ifndef KELSO_BASE_CLOCK_H
#define KELSO_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_now_us(void);

// Waits for at least so long, unless a signal comes.
void clock_sleep_us(int64_t us);

#endif
