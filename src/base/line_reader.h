// Lines from a file descriptor, of any length up to a limit, as they come.
#ifndef KELSO_BASE_LINE_READER_H
#define KELSO_BASE_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>

#define LINE_MAX_BYTES 262144 // without the line end

typedef struct {
    int fd;
    int watched_fd;                  // an output whose reader may go away; -1: none
    char buffer[LINE_MAX_BYTES + 3]; // a line, CR LF, NUL
    size_t filled;                   // bytes in the buffer
    size_t consumed;                 // of them, those of lines that were returned
    bool skipping;                   // in the midst of a line that is too long
} LineReader;

typedef enum {
    LINE_READ,
    LINE_TOO_LONG,  // the line is gone; the next call goes on behind it
    LINE_HAS_NUL,   // likewise
    LINE_END,       // end of input or a read error
    LINE_NO_READER, // nobody reads the watched output any more
} LineStatus;

void line_reader_init(LineReader *reader, int fd, int watched_fd);

// Waits for the next line. *line has neither LF nor CR at its end and is valid until the next call.
// What stands before the end of input without a line end is a line too.
LineStatus line_reader_next(LineReader *reader, char **line);

#endif
