// What a front end writes: whole lines, from several threads, each flushed, and a log of all lines.
// Private to src/frontend.
#ifndef KELSO_FRONTEND_OUTPUT_H
#define KELSO_FRONTEND_OUTPUT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "engine/options.h"

#define OUTPUT_LINE_MAX 8192 // the longest are info lines: 246 moves of 31 bytes at the most

// An error message as a line of the protocol, without the line end.
typedef void OutputErrorLine(const char *message, char line[OUTPUT_LINE_MAX]);

typedef struct {
    FILE *file;
    OutputErrorLine *error_line;
    FILE *log; // NULL: none
    int64_t log_start_us;
    pthread_mutex_t mutex;
    atomic_bool failed; // nobody reads
    atomic_bool silent; // nothing more is written: after quit
} Output;

void output_init(Output *out, FILE *file, OutputErrorLine *error_line);
void output_destroy(Output *out);

// The option LogFile, which is the front ends' own.
extern const OptionSpec output_log_option;

// Appends to this file from now on; "" ends it. false, with an error, if it cannot be opened.
bool output_set_log(Output *out, const char *path, Error *error);

// Notes a line that came in.
void output_log_input(Output *out, const char *line);

// One line; the text has no line end. May hold several lines where they belong together.
void output_line(Output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

void output_error(Output *out, const Error *error);

// Text that grows to the end of a line and no further. All zero is empty.
typedef struct {
    char bytes[OUTPUT_LINE_MAX];
    size_t length;
} OutputText;

void output_add(OutputText *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
