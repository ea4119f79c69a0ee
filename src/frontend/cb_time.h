// How long getmove may think. Private to src/frontend.
#ifndef KELSO_FRONTEND_CB_TIME_H
#define KELSO_FRONTEND_CB_TIME_H

#include "search/limits.h"

// As of getmove. A maxtime that is no number, or less than none, is none. On a clock, which
// `moreinfo` tells, it does not count.
SearchLimits cb_time_limits(double maxtime, int info, int moreinfo);

#endif
