#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *file_open(const char *path, const char *mode) {
    return fopen(path, mode);
}

bool file_exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}

static FileStatus fail(const char *path, const char *why, Error *error) {
    error_set(error, ERROR_FILE, "%.200s: %s", path, why);
    return FILE_FAILED;
}

static FileStatus map_open_file(FileMap *map, int fd, const char *path, Error *error) {
    struct stat status;
    if (fstat(fd, &status) != 0) {
        return fail(path, strerror(errno), error);
    }
    if (!S_ISREG(status.st_mode) || status.st_size == 0) {
        return fail(path, S_ISREG(status.st_mode) ? "the file is empty" : "not a file", error);
    }
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED) {
        return fail(path, strerror(errno), error);
    }
    *map = (FileMap){bytes, (size_t)status.st_size};
    return FILE_MAPPED;
}

FileStatus file_map(FileMap *map, const char *path, Error *error) {
    *map = (FileMap){NULL, 0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return errno == ENOENT || errno == ENOTDIR ? FILE_MISSING
                                                   : fail(path, strerror(errno), error);
    }
    FileStatus status = map_open_file(map, fd, path, error);
    close(fd);
    return status;
}

void file_unmap(FileMap *map) {
    if (map->bytes != NULL) {
        munmap((void *)map->bytes, map->size);
    }
    *map = (FileMap){NULL, 0};
}
