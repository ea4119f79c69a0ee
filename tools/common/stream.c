#include "common/stream.h"

#include <errno.h>

bool stream_finish(FILE *stream, const char *name, Error *error) {
    errno = 0;
    if (fflush(stream) == 0 && !ferror(stream)) {
        return true;
    }
    return errno != 0 ? error_cannot(error, "write", name) // else it was before, and is forgotten
                      : error_set(error, ERROR_FILE, "cannot write %s", name);
}

bool stream_close(FILE *stream, const char *name, Error *error) {
    bool good = stream_finish(stream, name, error);
    return fclose(stream) == 0 ? good : good && error_cannot(error, "write", name);
}

int stream_exit(const char *program, int status, int failed) {
    Error error;
    if (status == failed || stream_finish(stdout, "to standard output", &error)) {
        return status;
    }
    fprintf(stderr, "%s: %s\n", program, error.message);
    return failed;
}
