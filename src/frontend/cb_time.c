#include "frontend/cb_time.h"

#include <math.h>

#include "notation/cb_board.h"

#define SECONDS_MAX 1e9 // some 30 years

SearchLimits cb_time_limits(double maxtime, int info, int moreinfo) {
    static const int units_ms[4] = {0, 1, 10, 100};
    int unit_ms = units_ms[info >> CB_INFO_UNIT & 3];
    uint32_t clock = (uint32_t)moreinfo;
    SearchLimits limits = search_limits_none();
    if (unit_ms == 0 || (info & CB_INFO_EXACT) != 0) {
        limits.movetime_ms = (int64_t)(1000 * fmin(fmax(maxtime, 0), SECONDS_MAX));
    } else {
        limits.time_ms = (int64_t)(clock >> 16) * unit_ms;
        limits.increment_ms = (int64_t)(clock & 0xFFFF) * unit_ms;
    }
    return limits;
}
