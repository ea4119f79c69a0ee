#include "base/input.h"

#include <io.h>

InputStatus input_read(int fd, int watched_fd, char *bytes, size_t size, size_t *got) {
    (void)watched_fd;
    int count = _read(fd, bytes, (unsigned)size);
    *got = count > 0 ? (size_t)count : 0;
    return count > 0 ? INPUT_READ : INPUT_END;
}
