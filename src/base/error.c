#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(Error *error, ErrorCode code, const char *format, ...) {
    error->code = code;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    for (unsigned char *c = (unsigned char *)error->message; *c; c++) {
        if (*c < ' ' || *c == 127) {
            *c = '?';
        }
    }
    return false;
}

bool error_cannot(Error *error, const char *what, const char *path) {
    return error_set(error, ERROR_FILE, "cannot %s %s: %s", what, path, strerror(errno));
}
