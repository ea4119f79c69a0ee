// The line `level` of the Hub protocol. Private to src/frontend.
#ifndef KELSO_FRONTEND_HUB_LEVEL_H
#define KELSO_FRONTEND_HUB_LEVEL_H

#include "base/error.h"
#include "search/limits.h"

// Takes in the words behind `level`, which are cut: what they say replaces what was said before,
// and the rest stays. What is refused changes nothing.
bool hub_level_read(SearchLimits *level, char *text, Error *error);

// The limits of a search under this level.
SearchLimits hub_level_limits(const SearchLimits *level, bool ponder);

#endif
