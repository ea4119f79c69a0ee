// Whole files.
#ifndef KELSO_BASE_FILE_H
#define KELSO_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

// Between the folders of a list: Windows has colons in its paths.
#ifdef _WIN32
#define FILE_LIST_SEPARATOR ";"
#else
#define FILE_LIST_SEPARATOR ":"
#endif

// The longest path of Kelso's own making.
#define FILE_PATH_MAX 4096

// fopen, of paths in UTF-8 on all systems.
FILE *file_open(const char *path, const char *mode);

bool file_exists(const char *path);

// The bytes of a file in memory, read from it when they are looked at. A file that is cut while it
// is mapped ends the process when the part that is gone is read.
typedef struct {
    const uint8_t *bytes; // NULL: not mapped
    size_t size;
} FileMap;

typedef enum { FILE_MAPPED, FILE_MISSING, FILE_FAILED } FileStatus;

// FILE_FAILED, with an error that names the file, if it is there but cannot be read or is empty.
FileStatus file_map(FileMap *map, const char *path, Error *error);
void file_unmap(FileMap *map);

#endif
