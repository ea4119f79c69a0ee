// Text between UTF-8, which Kelso has, and UTF-16, which the system has.
#ifndef KELSO_BASE_WINDOWS_WIDE_H
#define KELSO_BASE_WINDOWS_WIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

#define WIDE_PATH_MAX 4096

// false if it is no UTF-8 or UTF-16, or too long.
bool wide_from_utf8(const char *text, wchar_t *wide, size_t count);
bool wide_to_utf8(const wchar_t *wide, char *text, size_t size);

#endif
