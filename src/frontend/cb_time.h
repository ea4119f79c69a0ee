// How long getmove may think. Private to src/frontend.
#ifndef KELSO_FRONTEND_CB_TIME_H
#define KELSO_FRONTEND_CB_TIME_H

#include "search/limits.h"

// Bits of `info`; two more from CB_INFO_UNIT on say in which unit `moreinfo` counts.
enum { CB_INFO_RESET = 1, CB_INFO_EXACT = 2, CB_INFO_UNIT = 2 };

// maxtime in seconds; what is no number, or less than none, is none. On a clock, which `moreinfo`
// tells, it does not count.
SearchLimits cb_time_limits(double maxtime, int info, int moreinfo);

#endif
