// A front end that takes lines, for the fuzz targets of the protocols.
#ifndef KELSO_TESTS_FUZZ_SESSION_H
#define KELSO_TESTS_FUZZ_SESSION_H

#include "fuzz.h"

#include <string.h>

#include "frontend/front.h"

typedef struct {
    Front *front;
    FILE *out;
    char *text; // what was written since the last line was sent
    size_t size;
} Session;

// One for all inputs, since a table is slow to make.
static void session_init(Session *session, Front *(*create)(FILE *, Error *)) {
    Error error;
    session->out = open_memstream(&session->text, &session->size);
    session->front = create(session->out, &error);
    HOLDS(session->front != NULL);
}

// What the line and, if it began a search, its stop have said is then in session->text.
static void session_send(Session *session, const char *line) {
    char *copy = strdup(line), stop[] = "stop";
    rewind(session->out);
    HOLDS(front_line(session->front, copy));
    HOLDS(front_line(session->front, stop));
    fflush(session->out);
    free(copy);
}

#endif
