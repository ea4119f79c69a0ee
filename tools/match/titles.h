// What the engines are called in the match.
#ifndef KELSO_MATCH_TITLES_H
#define KELSO_MATCH_TITLES_H

#include "match/options.h"

// Sets the title of an engine: the name it was given, else its own, else its program's; a name that
// an engine before it has becomes NAME#2. In the order of the engines.
void title_set(MatchConfig *config, int engine, const char *own_name);

// Sets the title that an engine had in a game of an earlier run; one that is set stays.
void title_recall(MatchConfig *config, int engine, const char *title_text);

// Engines whose titles nobody knows, as they were never started, are called "?".
void titles_complete(MatchConfig *config);

#endif
