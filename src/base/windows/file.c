#include "base/file.h"

#include <errno.h>
#include <windows.h>

#include "base/windows/wide.h"

FILE *file_open(const char *path, const char *mode) {
    wchar_t wide[WIDE_PATH_MAX], wide_mode[8];
    if (!wide_from_utf8(path, wide, WIDE_PATH_MAX) || !wide_from_utf8(mode, wide_mode, 8)) {
        errno = EINVAL;
        return NULL;
    }
    return _wfopen(wide, wide_mode);
}

bool file_exists(const char *path) {
    wchar_t wide[WIDE_PATH_MAX];
    return wide_from_utf8(path, wide, WIDE_PATH_MAX) &&
           GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
}

static FileStatus fail(const char *path, const char *why, Error *error) {
    error_set(error, ERROR_FILE, "%.200s: %s", path, why);
    return FILE_FAILED;
}

static FileStatus map_open_file(FileMap *map, HANDLE file, const char *path, Error *error) {
    LARGE_INTEGER size;
    if (!GetFileSizeEx(file, &size)) {
        return fail(path, "not a file", error);
    }
    if (size.QuadPart == 0) {
        return fail(path, "the file is empty", error);
    }
    HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    const void *bytes = mapping == NULL ? NULL : MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    if (mapping != NULL) {
        CloseHandle(mapping);
    }
    if (bytes == NULL) {
        return fail(path, "cannot be read", error);
    }
    *map = (FileMap){bytes, (size_t)size.QuadPart};
    return FILE_MAPPED;
}

FileStatus file_map(FileMap *map, const char *path, Error *error) {
    wchar_t wide[WIDE_PATH_MAX];
    *map = (FileMap){NULL, 0};
    if (!wide_from_utf8(path, wide, WIDE_PATH_MAX)) {
        return fail(path, "the name is not UTF-8, or too long", error);
    }
    HANDLE file = CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        DWORD why = GetLastError();
        if (why == ERROR_FILE_NOT_FOUND || why == ERROR_PATH_NOT_FOUND) {
            return FILE_MISSING;
        }
        return fail(path, why == ERROR_ACCESS_DENIED ? "access denied" : "cannot be opened", error);
    }
    FileStatus status = map_open_file(map, file, path, error);
    CloseHandle(file);
    return status;
}

void file_unmap(FileMap *map) {
    if (map->bytes != NULL) {
        UnmapViewOfFile(map->bytes);
    }
    *map = (FileMap){NULL, 0};
}
