// Whole files.
#ifndef KELSO_BASE_FILE_H
#define KELSO_BASE_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

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
