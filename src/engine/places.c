#include "engine/places.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/program.h"

// The folder that the program, or the library, is in, and the one which that is in.
static bool find_folders(char folder[FILE_PATH_MAX], char above[FILE_PATH_MAX]) {
    if (!program_path(folder, FILE_PATH_MAX)) {
        return false;
    }
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
    char folder[FILE_PATH_MAX], above[FILE_PATH_MAX];
    text[0] = '\0';
    if (find_folders(folder, above)) {
        snprintf(text, size, "%s/egdb" FILE_LIST_SEPARATOR "%s/share/kelso/egdb", above, above);
    }
}

bool places_open_book(Book *book, Error *error) {
    char folder[FILE_PATH_MAX], above[FILE_PATH_MAX], paths[2][FILE_PATH_MAX + 64] = {"", ""};
    if (find_folders(folder, above)) {
        snprintf(paths[0], sizeof paths[0], "%s/kelso.kbk", folder);
        snprintf(paths[1], sizeof paths[1], "%s/share/kelso/kelso.kbk", above);
    }
    for (int i = 0; i < 2; i++) {
        if (file_exists(paths[i])) {
            return book_open(book, paths[i], error);
        }
    }
    return error_set(error, ERROR_FILE, "there is no opening book%s%.250s",
                     *paths[0] != '\0' ? ": " : "", paths[0]);
}
