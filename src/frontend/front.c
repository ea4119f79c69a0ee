#include "frontend/front.h"

#include <stdlib.h>
#include <string.h>

#include "base/line_reader.h"
#include "base/text.h"
#include "engine/version.h"
#include "frontend/hub.h"
#include "frontend/hub_out.h"
#include "frontend/native.h"
#include "frontend/native_out.h"

Front *front_init(Front *front, const FrontKind *kind, FILE *file, SearchListener listener,
                  Error *error) {
    if (front == NULL) {
        error_set(error, ERROR_MEMORY, "no memory for the front end");
        return NULL;
    }
    front->kind = kind;
    output_init(&front->out, file, kind->error_line);
    front->engine = engine_create(listener, kind->warn, error);
    if (front->engine == NULL) {
        front_destroy(front);
        return NULL;
    }
    return front;
}

void front_destroy(Front *front) {
    atomic_store(&front->out.silent, true);
    front->kind->close(front);
    engine_destroy(front->engine);
    output_destroy(&front->out);
    free(front);
}

bool front_line(Front *front, char *line) {
    Error error;
    output_log_input(&front->out, line);
    if (!front->kind->line(front, line, &error)) {
        output_error(&front->out, &error);
    }
    return !front->quitting && !atomic_load(&front->out.failed);
}

bool front_play(Game *game, char *text, bool (*read)(Position, const char *, Move *, Error *),
                Error *error) {
    char *rest = text, *word;
    for (int number = 1; (word = text_next_word(&rest)) != NULL; number++) {
        Move move;
        Error wrong;
        if (!read(game_position(game), word, &move, &wrong)) {
            return error_set(error, wrong.code, "move %d: %.280s", number, wrong.message);
        }
        if (!game_play(game, move, error)) {
            return false;
        }
    }
    return true;
}

// Reading. ----------------------------------------------------------------------------------------

// false at the end.
static bool take_line(Front *front, LineStatus status, char *line) {
    Error error;
    switch (status) {
    case LINE_READ:
        return front_line(front, line);
    case LINE_TOO_LONG:
        error_set(&error, ERROR_INPUT, "a line of more than %d bytes", LINE_MAX_BYTES);
        output_error(&front->out, &error);
        return true;
    case LINE_HAS_NUL:
        error_set(&error, ERROR_INPUT, "a line with a NUL byte");
        output_error(&front->out, &error);
        return true;
    default:
        return false;
    }
}

static bool says_hub(const char *line) {
    static const char blanks[] = " \t";
    const char *word = line + strspn(line, blanks), *end = word + strcspn(word, blanks);
    return end - word == 3 && strncmp(word, "hub", 3) == 0 && end[strspn(end, blanks)] == '\0';
}

static Front *create(bool hub, FILE *file) {
    Error error;
    char line[OUTPUT_LINE_MAX];
    Front *front = hub ? hub_create(file, &error) : native_create(file, &error);
    if (front == NULL) {
        (hub ? hub_out_error_line : native_out_error_line)(error.message, line);
        fprintf(file, "%s\n", line);
    }
    return front;
}

static int run(LineReader *reader, FILE *file, bool hub) {
    char *line;
    LineStatus status = line_reader_next(reader, &line);
    Front *front = create(hub || (status == LINE_READ && says_hub(line)), file);
    if (front == NULL) {
        return 1;
    }
    while (take_line(front, status, line)) {
        status = line_reader_next(reader, &line);
    }
    if (!front->quitting) { // the end of input: a search gives its answer yet
        engine_stop(front->engine);
    }
    int exit_status = atomic_load(&front->out.failed) ? 1 : 0;
    front_destroy(front);
    return exit_status;
}

int front_run(int fd, FILE *file, bool hub, bool person) {
    LineReader *reader = malloc(sizeof *reader);
    if (reader == NULL) {
        fputs("no memory\n", file);
        return 1;
    }
    if (person) {
        fprintf(file, "Kelso %s plays English draughts. help lists the commands, quit leaves.\n",
                version_number());
        fflush(file);
    }
    line_reader_init(reader, fd, fileno(file));
    int status = run(reader, file, hub);
    free(reader);
    return status;
}
