#include "frontend/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"

const OptionSpec output_log_option = {"LogFile", OPTION_STRING, "", 0, 0, {0}};

void output_init(Output *out, FILE *file, OutputErrorLine *error_line) {
    *out = (Output){.file = file, .error_line = error_line};
    pthread_mutex_init(&out->mutex, NULL);
}

void output_destroy(Output *out) {
    if (out->log != NULL) {
        fclose(out->log);
    }
    pthread_mutex_destroy(&out->mutex);
}

bool output_set_log(Output *out, const char *path, Error *error) {
    FILE *log = NULL;
    if (*path != '\0') {
        log = file_open(path, "a");
        if (log == NULL) {
            return error_set(error, ERROR_FILE, "option LogFile: cannot open '%.200s': %s", path,
                             strerror(errno));
        }
    }
    pthread_mutex_lock(&out->mutex);
    if (out->log != NULL) {
        fclose(out->log);
    }
    out->log = log;
    out->log_start_us = clock_now_us();
    pthread_mutex_unlock(&out->mutex);
    return true;
}

// With the mutex held. A log that can't be written is given up, and said once.
static void log_line(Output *out, char direction, const char *line) {
    if (out->log == NULL) {
        return;
    }
    int64_t ms = (clock_now_us() - out->log_start_us) / 1000;
    if (fprintf(out->log, "%" PRId64 " %c %s\n", ms, direction, line) < 0 ||
        fflush(out->log) != 0) {
        Error error;
        char complaint[OUTPUT_LINE_MAX];
        error_set(&error, ERROR_FILE, "option LogFile: the log cannot be written and is ended: %s",
                  strerror(errno));
        out->error_line(error.message, complaint);
        fprintf(out->file, "%s\n", complaint);
        fclose(out->log);
        out->log = NULL;
    }
}

void output_log_input(Output *out, const char *line) {
    pthread_mutex_lock(&out->mutex);
    log_line(out, '>', line);
    pthread_mutex_unlock(&out->mutex);
}

void output_line(Output *out, const char *format, ...) {
    char text[OUTPUT_LINE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&out->mutex);
    if (!atomic_load(&out->silent)) {
        log_line(out, '<', text);
        if (fprintf(out->file, "%s\n", text) < 0 || fflush(out->file) != 0) {
            atomic_store(&out->failed, true);
        }
    }
    pthread_mutex_unlock(&out->mutex);
}

void output_error(Output *out, const Error *error) {
    char line[OUTPUT_LINE_MAX];
    out->error_line(error->message, line);
    output_line(out, "%s", line);
}

void output_add(OutputText *text, const char *format, ...) {
    size_t room = sizeof text->bytes - text->length;
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(text->bytes + text->length, room, format, arguments);
    va_end(arguments);
    if (written > 0) {
        text->length += (size_t)written < room ? (size_t)written : room - 1;
    }
}
