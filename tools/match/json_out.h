// Games and the result as JSON for other programs, one object a line; tools/README.md lists the
// keys.
#ifndef KELSO_MATCH_JSON_OUT_H
#define KELSO_MATCH_JSON_OUT_H

#include "common/json_set.h"
#include "match/incident.h"
#include "match/options.h"
#include "match/outcome.h"
#include "match/tally.h"

// What every summary begins with.
#define JSON_SUMMARY_START "{\"type\":\"summary\""

// Lines with their newline, to be freed.
char *json_game(const Outcome *outcome);
char *json_incident(const Incident *incident);
char *json_summary(const MatchConfig *config, const Tally *tally);

// The summary as an object, the caller's.
json_t *json_summary_object(const MatchConfig *config, const Tally *tally);

#endif
