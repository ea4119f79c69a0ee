#include "base/program.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char **program_start(int *count, char **arguments) {
    (void)count;
    signal(SIGPIPE, SIG_IGN);
    return arguments;
}

bool program_path(char *path, size_t size) {
    static const char here = 0;
    char file[PATH_MAX];
    Dl_info info;
    struct link_map *map = NULL;
    bool library = dladdr1(&here, &info, (void **)&map, RTLD_DL_LINKMAP) != 0 && map != NULL &&
                   map->l_name[0] != '\0'; // the program's own is empty
    if (realpath(library ? map->l_name : "/proc/self/exe", file) == NULL || strlen(file) >= size) {
        return false;
    }
    strcpy(path, file);
    return true;
}

int program_cores(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : (int)cores;
}
