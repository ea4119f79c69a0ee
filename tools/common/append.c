#include "common/append.h"

#include <errno.h>
#include <unistd.h>

int append_whole(int file, const char *bytes, size_t size, bool sync) {
    off_t before = lseek(file, 0, SEEK_END);
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno != EINTR) {
            break;
        }
        bytes += written > 0 ? written : 0;
        size -= (size_t)(written > 0 ? written : 0);
    }
    if (size == 0 && (!sync || fdatasync(file) == 0)) {
        return 0;
    }
    int reason = errno;
    bool cut = before >= 0 && ftruncate(file, before) == 0;
    (void)cut; // a device cannot be cut, and of a journal's torn end its reader knows
    return reason;
}
