#include "engine/places.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void places_egdb(char *text, size_t size) {
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    text[0] = '\0';
    if (length <= 0) {
        return;
    }
    path[length] = '\0';
    for (int i = 0; i < 2; i++) { // the program's name, then its folder
        char *slash = strrchr(path, '/');
        if (slash == NULL) {
            return;
        }
        *slash = '\0';
    }
    snprintf(text, size, "%s/egdb:%s/share/kelso/egdb", path, path);
}
