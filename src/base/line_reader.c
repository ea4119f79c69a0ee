#include "base/line_reader.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define LINE_FULL (LINE_MAX_BYTES + 2) // the longest line with CR LF

void line_reader_init(LineReader *reader, int fd, int watched_fd) {
    reader->fd = fd;
    reader->watched_fd = watched_fd;
    reader->filled = reader->consumed = 0;
    reader->skipping = false;
}

// Waits until there is something to read. A pipe whose reader is gone shows an error.
static LineStatus wait_for_input(LineReader *reader) {
    struct pollfd fds[2] = {{.fd = reader->fd, .events = POLLIN},
                            {.fd = reader->watched_fd, .events = 0}};
    while (poll(fds, 2, -1) < 0) {
        if (errno != EINTR) {
            return LINE_END;
        }
    }
    return fds[1].revents & (POLLERR | POLLNVAL) ? LINE_NO_READER : LINE_READ;
}

// Reads more behind what is there. LINE_END at the end of input.
static LineStatus fill(LineReader *reader) {
    memmove(reader->buffer, reader->buffer + reader->consumed, reader->filled - reader->consumed);
    reader->filled -= reader->consumed;
    reader->consumed = 0;
    LineStatus status = wait_for_input(reader);
    if (status != LINE_READ) {
        return status;
    }
    ssize_t got;
    do {
        got = read(reader->fd, reader->buffer + reader->filled, LINE_FULL - reader->filled);
    } while (got < 0 && errno == EINTR);
    if (got <= 0) {
        return LINE_END;
    }
    reader->filled += (size_t)got;
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
