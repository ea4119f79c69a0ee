// Bytes from a file descriptor as they come.
#ifndef KELSO_BASE_INPUT_H
#define KELSO_BASE_INPUT_H

#include <stddef.h>

typedef enum {
    INPUT_READ,
    INPUT_END,       // or a read error
    INPUT_NO_READER, // nobody reads the watched output any more
} InputStatus;

// Waits for bytes and reads up to `size` of them; *got is how many. watched_fd: an output whose
// reader may go away while nothing comes in; -1: none. Windows does not tell: there a closed output
// shows when it is written.
InputStatus input_read(int fd, int watched_fd, char *bytes, size_t size, size_t *got);

#endif
