#include "base/windows/wide.h"

#include <windows.h>

bool wide_from_utf8(const char *text, wchar_t *wide, size_t count) {
    return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, (int)count) > 0;
}

bool wide_to_utf8(const wchar_t *wide, char *text, size_t size) {
    return WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, wide, -1, text, (int)size, NULL,
                               NULL) > 0;
}
