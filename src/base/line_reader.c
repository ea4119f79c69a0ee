#include "base/line_reader.h"

#include <string.h>

#include "base/input.h"

#define LINE_FULL (LINE_MAX_BYTES + 2) // the longest line with CR LF

void line_reader_init(LineReader *reader, int fd, int watched_fd) {
    reader->fd = fd;
    reader->watched_fd = watched_fd;
    reader->filled = reader->consumed = 0;
    reader->skipping = false;
}

// Reads more behind what is there. LINE_END at the end of input.
static LineStatus fill(LineReader *reader) {
    memmove(reader->buffer, reader->buffer + reader->consumed, reader->filled - reader->consumed);
    reader->filled -= reader->consumed;
    reader->consumed = 0;
    size_t got;
    InputStatus status = input_read(reader->fd, reader->watched_fd, reader->buffer + reader->filled,
                                    LINE_FULL - reader->filled, &got);
    if (status != INPUT_READ) {
        return status == INPUT_END ? LINE_END : LINE_NO_READER;
    }
    reader->filled += got;
    return LINE_READ;
}

static LineStatus finish(char *line, size_t length, char **result) {
    if (length > 0 && line[length - 1] == '\r') {
        length--;
    }
    if (length > LINE_MAX_BYTES) {
        return LINE_TOO_LONG;
    }
    line[length] = '\0';
    *result = line;
    return memchr(line, '\0', length) != NULL ? LINE_HAS_NUL : LINE_READ;
}

LineStatus line_reader_next(LineReader *reader, char **line) {
    for (;;) {
        char *start = reader->buffer + reader->consumed;
        size_t waiting = reader->filled - reader->consumed;
        char *end = memchr(start, '\n', waiting);
        if (end != NULL) {
            bool skipped = reader->skipping;
            reader->consumed += (size_t)(end - start) + 1;
            reader->skipping = false;
            return skipped ? LINE_TOO_LONG : finish(start, (size_t)(end - start), line);
        }
        if (reader->skipping || waiting == LINE_FULL) {
            reader->consumed = reader->filled; // forget it, up to the next line end
            reader->skipping = true;
        }
        LineStatus status = fill(reader);
        if (status == LINE_END && reader->skipping) {
            reader->skipping = false;
            return LINE_TOO_LONG;
        }
        if (status == LINE_END && reader->filled > 0) {
            size_t length = reader->filled;
            reader->filled = 0;
            return finish(reader->buffer, length, line);
        }
        if (status != LINE_READ) {
            return status;
        }
    }
}
