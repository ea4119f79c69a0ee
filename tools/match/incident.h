// A fault of an engine outside its games, as it stands in the journal.
#ifndef KELSO_MATCH_INCIDENT_H
#define KELSO_MATCH_INCIDENT_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "match/outcome.h"

typedef struct {
    int engine;       // index
    int64_t time_ns;  // since 1970: tells equal faults apart
    const char *name; // of the engine
    char reason[REASON_MAX], detail[ERROR_MESSAGE_MAX];
} Incident;

// The text of a record, to be freed: `fault ENGINE TIME`, then reason, detail and name, a line
// each.
char *incident_write(const Incident *incident, size_t *length);

// Whether a record of the journal is such a text.
bool incident_is(const char *record, size_t length);

// Reads it; the name is owned then and freed by incident_destroy. An error if the engine is none of
// so many.
bool incident_read(Incident *incident, const char *record, size_t length, int engine_count,
                   Error *error);
void incident_destroy(Incident *incident);

#endif
