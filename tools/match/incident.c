#include "match/incident.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"

static const char start[] = "fault ";

char *incident_write(const Incident *incident, size_t *length) {
    char *text = NULL;
    FILE *file = open_memstream(&text, length);
    if (file == NULL) {
        *length = 0;
        return alloc_text(""); // as no memory anywhere else
    }
    fprintf(file, "%s%d %" PRId64 "\n%s\n%s\n%s", start, incident->engine, incident->time_ns,
            incident->reason, incident->detail, incident->name);
    fclose(file);
    return text;
}

bool incident_is(const char *record, size_t length) {
    return length >= strlen(start) && memcmp(record, start, strlen(start)) == 0;
}

bool incident_read(Incident *incident, const char *record, size_t length, int engine_count,
                   Error *error) {
    char *copy = alloc_zeroed(length + 1, 1), *rest = copy;
    memcpy(copy, record, length);
    const char *head = strsep(&rest, "\n"), *reason = strsep(&rest, "\n"),
               *detail = strsep(&rest, "\n");
    *incident = (Incident){.engine = -1};
    bool good = rest != NULL && sscanf(head + strlen(start), "%d %" SCNd64, &incident->engine,
                                       &incident->time_ns) == 2;
    good = (good && incident->engine >= 0 && incident->engine < engine_count) ||
           error_set(error, ERROR_INPUT, "a record that is no fault");
    if (good) {
        snprintf(incident->reason, sizeof incident->reason, "%s", reason);
        snprintf(incident->detail, sizeof incident->detail, "%s", detail);
        incident->name = alloc_text(rest);
    }
    free(copy);
    return good;
}

void incident_destroy(Incident *incident) {
    free((char *)incident->name);
    *incident = (Incident){0};
}
