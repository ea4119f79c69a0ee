#include "match/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/append.h"

// What must stand between an end without a newline and the first text; "" for any other end.
static const char *missing_end(const Output *output) {
    char last = '\n';
    int file = output->size > 0 ? open(output->path, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        if (pread(file, &last, 1, output->size - 1) != 1) {
            last = '\n';
        }
        close(file);
    }
    return last == '\n' ? "" : strcmp(output->kind, "pdn") == 0 ? "\n\n" : "\n";
}

bool output_open(Output *output, const char *kind, const char *path, bool readable, Error *error) {
    struct stat about;
    *output = (Output){.kind = kind, .path = path, .file = -1, .begins = -1};
    if (path == NULL) {
        return true;
    }
    int way = readable ? O_RDWR : O_WRONLY;
    output->file = open(path, way | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (output->file < 0) {
        return error_cannot(error, "open", output->path);
    }
    // What is no file has no past to compare with.
    if (fstat(output->file, &about) == 0 && S_ISREG(about.st_mode)) {
        output->size = about.st_size;
    }
    if (!readable) { // else the end may be a text of the match that was cut off
        const char *end = missing_end(output);
        if (!output_append(output, end, strlen(end), error)) {
            Error ignored;
            output_close(output, &ignored);
            return false;
        }
        output->size += (int64_t)strlen(end);
    }
    return true;
}

bool output_close(Output *output, Error *error) {
    bool good = output->path == NULL || output->file < 0 || close(output->file) == 0 ||
                error_cannot(error, "write", output->path);
    output->file = -1;
    return good;
}

bool output_append(Output *output, const char *text, size_t length, Error *error) {
    if (output->path == NULL) {
        return true;
    }
    errno = append_whole(output->file, text, length, false);
    return errno == 0 || error_cannot(error, "write", output->path);
}

// ---- after an interruption

static bool has_changed(const Output *output, Error *error) {
    return error_set(error, ERROR_INPUT,
                     "%s was changed since the match was interrupted; choose another file, and all "
                     "games will be written to it",
                     output->path);
}

bool output_begin(Output *output, Error *error) {
    output->at = output->size == 0 ? 0 : output->begins < 0 ? output->size : output->begins;
    return output->path == NULL || output->at <= output->size || has_changed(output, error);
}

bool output_known(Output *output, const char *text, size_t length, Error *error) {
    char block[4096];
    while (output->path != NULL && length > 0 && output->at < output->size) {
        size_t left = (size_t)(output->size - output->at);
        size_t wanted = length < sizeof block ? length : sizeof block;
        wanted = wanted < left ? wanted : left;
        ssize_t got = pread(output->file, block, wanted, output->at);
        if (got <= 0) {
            return error_cannot(error, "read", output->path);
        }
        if (memcmp(block, text, (size_t)got) != 0) {
            return has_changed(output, error);
        }
        output->at += got;
        text += got;
        length -= (size_t)got;
    }
    return output_append(output, text, length, error);
}

bool output_end(Output *output, const char *last, Error *error) {
    char start[64] = "";
    if (output->path == NULL || output->at >= output->size) {
        return true;
    }
    if (last == NULL || pread(output->file, start, strlen(last), output->at) <= 0 ||
        strcmp(start, last) != 0) {
        return has_changed(output, error);
    }
    return ftruncate(output->file, output->at) == 0 || error_cannot(error, "cut", output->path);
}
