#include "engine/places.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The folder that the program is in, and the one which that is in.
static bool find_folders(char folder[PATH_MAX], char above[PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (length <= 0) {
        return false;
    }
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash == NULL) {
        return false;
    }
    *slash = '\0';
    strcpy(above, folder);
    slash = strrchr(above, '/');
    if (slash == NULL) {
        return false;
    }
    *slash = '\0';
    return true;
}

void places_egdb(char *text, size_t size) {
    char folder[PATH_MAX], above[PATH_MAX];
    text[0] = '\0';
    if (find_folders(folder, above)) {
        snprintf(text, size, "%s/egdb:%s/share/kelso/egdb", above, above);
    }
}

int places_book(char paths[PLACES_BOOK_COUNT][PLACES_MAX]) {
    char folder[PATH_MAX], above[PATH_MAX];
    if (!find_folders(folder, above)) {
        return 0;
    }
    snprintf(paths[0], PLACES_MAX, "%s/kelso.kbk", folder);
    snprintf(paths[1], PLACES_MAX, "%s/share/kelso/kelso.kbk", above);
    return PLACES_BOOK_COUNT;
}
