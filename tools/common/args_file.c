#include "common/args_file.h"

#include <ini.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"

#define LINES_MAX 100000

typedef struct {
    ArgsFile *file;
    FILE *stream;
    const char *path;
    const ArgSpec *specs;
    int spec_count;
    void *context;
    int line;
    bool failed; // *error says why
    Error *error;
} Reading;

static void fail(Reading *reading, const char *reason) {
    if (!reading->failed) {
        reading->failed = true;
        error_set(reading->error, ERROR_INPUT, "%s:%d: %s", reading->path, reading->line, reason);
    }
}

// A line for the INI library, which would take the rest of a longer one for another. Nothing is
// read behind a mistake: the file may have no end.
static char *read_line(char *text, int size, void *stream) {
    Reading *reading = stream;
    if (reading->failed || fgets(text, size, reading->stream) == NULL) {
        return NULL;
    }
    reading->line++;
    if (strchr(text, '\n') == NULL && !feof(reading->stream)) {
        fail(reading, "the line is too long, or holds a NUL byte");
    } else if (reading->line > LINES_MAX) {
        fail(reading, "the file is too long");
    }
    return reading->failed ? NULL : text;
}

static int set(void *user, const char *section, const char *name, const char *value) {
    Reading *reading = user;
    ArgsFile *file = reading->file;
    (void)section;
    if (reading->failed) {
        return 1;
    }
    size_t size = strlen(name) + (value == NULL ? 0 : strlen(value)) + 4;
    char *word = alloc_zeroed(size, 1), *words[] = {NULL, word};
    file->words = alloc_grow(file->words, &file->capacity, file->count + 1, sizeof *file->words);
    file->words[file->count++] = word;
    snprintf(word, size, "--%s=%s", name, value == NULL ? "" : value);
    Error reason;
    if (!args_parse_more(reading->specs, reading->spec_count, file->given, 2, words,
                         reading->context, &reason)) {
        fail(reading, reason.message);
    }
    return 1;
}

bool args_file_parse(ArgsFile *file, const char *path, const ArgSpec *specs, int count,
                     void *context, Error *error) {
    Reading reading = {.file = file,
                       .stream = fopen(path, "re"),
                       .path = path,
                       .specs = specs,
                       .spec_count = count,
                       .context = context,
                       .error = error};
    if (reading.stream == NULL) {
        return error_cannot(error, "open", path);
    }
    file->given = alloc_zeroed((size_t)count, sizeof *file->given);
    int bad_line = ini_parse_stream(read_line, &reading, set, &reading);
    if (bad_line > 0) {
        reading.line = bad_line;
        fail(&reading, "neither `name = value` nor a [section]");
    }
    if (!reading.failed && ferror(reading.stream)) {
        reading.failed = !error_set(error, ERROR_FILE, "cannot read %s", path);
    }
    fclose(reading.stream);
    return !reading.failed;
}

void args_file_destroy(ArgsFile *file) {
    for (int i = 0; i < file->count; i++) {
        free(file->words[i]);
    }
    free(file->words);
    free(file->given);
    *file = (ArgsFile){0};
}
