// Appending to a file all or nothing.
#ifndef KELSO_COMMON_APPEND_H
#define KELSO_COMMON_APPEND_H

#include <stdbool.h>
#include <stddef.h>

// Writes all bytes at the end of the file and, if `sync`, waits until they are on the disk. If that
// fails, what was written is taken back, where it can be, and errno is returned; 0: all is there.
int append_whole(int file, const char *bytes, size_t size, bool sync);

#endif
