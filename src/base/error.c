#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

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
