#include "base/program.h"

#include <signal.h>
#include <unistd.h>

char **program_start(int *count, char **arguments) {
    (void)count;
    signal(SIGPIPE, SIG_IGN);
    return arguments;
}

bool program_path(char *path, size_t size) {
    ssize_t length = readlink("/proc/self/exe", path, size);
    if (length <= 0 || (size_t)length >= size) {
        return false;
    }
    path[length] = '\0';
    return true;
}
