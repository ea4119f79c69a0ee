// kelso-cb: a process around a library with the CheckerBoard interface, so that kelso-match can
// play against it, and a crash of it is a lost game and nothing more.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/line_reader.h"
#include "cb/host.h"
#include "common/stream.h"
#include "engine/version.h"

#define USAGE                                                                                      \
    "kelso-cb LIBRARY   speaks Hub for an engine that is a CheckerBoard library (version 2)\n"     \
    "kelso-match --engine LIBRARY --protocol cb starts it by itself.\n"

static int complain(const char *message) {
    fprintf(stderr, "kelso-cb: %s\n", message);
    return 1;
}

// What a library prints goes to standard error: standard output is the protocol's.
static FILE *take_output(void) {
    int own = dup(STDOUT_FILENO);
    return own < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ? NULL : fdopen(own, "w");
}

static void obey_lines(CbHost *host, LineReader *reader) {
    char *line;
    LineStatus status;
    line_reader_init(reader, STDIN_FILENO, fileno(host->out));
    while ((status = line_reader_next(reader, &line)) != LINE_END && status != LINE_NO_READER) {
        if (status == LINE_READ && !cb_host_line(host, line)) {
            return;
        }
    }
}

static int serve(const char *path, FILE *out, LineReader *reader) {
    CbLibrary library;
    CbHost host;
    Error error;
    if (!cb_library_open(&library, path, &error)) {
        return complain(error.message);
    }
    bool good = cb_host_init(&host, &library, out, &error);
    if (good) {
        obey_lines(&host, reader);
        cb_host_destroy(&host);
    }
    cb_library_close(&library);
    return good ? 0 : complain(error.message);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(USAGE, stdout);
        return stream_exit("kelso-cb", 0, 1);
    }
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("kelso-cb %s, commit %s, %s\n", version_number(), version_commit(),
               version_compiler());
        return stream_exit("kelso-cb", 0, 1);
    }
    if (argc != 2) {
        fputs("kelso-cb: one library is needed (kelso-cb --help)\n", stderr);
        return 2;
    }
    LineReader *reader = malloc(sizeof *reader);
    FILE *out = take_output();
    int status = reader == NULL || out == NULL ? complain("there is no memory, or no output")
                                               : serve(argv[1], out, reader);
    if (out != NULL) {
        fclose(out);
    }
    free(reader);
    return status;
}
