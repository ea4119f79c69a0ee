#include "engine/places.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
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

bool places_open_book(Book *book, Error *error) {
    char folder[PATH_MAX], above[PATH_MAX], paths[2][PATH_MAX + 64] = {"", ""};
    struct stat about;
    if (find_folders(folder, above)) {
        snprintf(paths[0], sizeof paths[0], "%s/kelso.kbk", folder);
        snprintf(paths[1], sizeof paths[1], "%s/share/kelso/kelso.kbk", above);
    }
    for (int i = 0; i < 2; i++) {
        if (stat(paths[i], &about) == 0) {
            return book_open(book, paths[i], error);
        }
    }
    return error_set(error, ERROR_FILE, "there is no opening book%s%.250s",
                     *paths[0] != '\0' ? ": " : "", paths[0]);
}
