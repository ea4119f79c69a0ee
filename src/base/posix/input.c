#include "base/input.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

// A pipe whose reader is gone shows an error.
static InputStatus wait(int fd, int watched_fd) {
    struct pollfd fds[2] = {{.fd = fd, .events = POLLIN}, {.fd = watched_fd, .events = 0}};
    while (poll(fds, 2, -1) < 0) {
        if (errno != EINTR) {
            return INPUT_END;
        }
    }
    return fds[1].revents & (POLLERR | POLLNVAL) ? INPUT_NO_READER : INPUT_READ;
}

InputStatus input_read(int fd, int watched_fd, char *bytes, size_t size, size_t *got) {
    InputStatus status = wait(fd, watched_fd);
    if (status != INPUT_READ) {
        return status;
    }
    ssize_t count;
    do {
        count = read(fd, bytes, size);
    } while (count < 0 && errno == EINTR);
    *got = count > 0 ? (size_t)count : 0;
    return count > 0 ? INPUT_READ : INPUT_END;
}
