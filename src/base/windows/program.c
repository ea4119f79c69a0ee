#include "base/program.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

#include <shellapi.h>

#include "base/windows/wide.h"

static char *utf8_copy(const wchar_t *wide) {
    size_t size = 3 * wcslen(wide) + 1;
    char *text = malloc(size);
    if (text != NULL && !wide_to_utf8(wide, text, size)) {
        text[0] = '\0';
    }
    return text;
}

char **program_start(int *count, char **arguments) {
    (void)arguments; // in the system's old encoding
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), count);
    char **texts = wide == NULL ? NULL : calloc((size_t)*count + 1, sizeof *texts);
    for (int i = 0; texts != NULL && i < *count; i++) {
        texts[i] = utf8_copy(wide[i]);
        if (texts[i] == NULL) {
            return NULL; // and the process ends
        }
    }
    LocalFree(wide);
    return texts;
}

// Any address of this program, or of the library that it is in.
static void here(void) {}

bool program_path(char *path, size_t size) {
    HMODULE module;
    wchar_t wide[WIDE_PATH_MAX];
    DWORD flags =
        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    if (!GetModuleHandleExW(flags, (LPCWSTR)(void *)here, &module)) {
        return false;
    }
    DWORD length = GetModuleFileNameW(module, wide, WIDE_PATH_MAX);
    if (length == 0 || length >= WIDE_PATH_MAX || !wide_to_utf8(wide, path, size)) {
        return false;
    }
    for (char *at = path; *at != '\0'; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
    return true;
}

int program_cores(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (int)info.dwNumberOfProcessors;
}
