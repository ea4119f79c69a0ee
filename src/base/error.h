// Errors as values. A function that can fail for a reason outside the program returns false or NULL
// and fills an Error; whoever talks to the user prints the message. The library never exits.
#ifndef KELSO_BASE_ERROR_H
#define KELSO_BASE_ERROR_H

#include <stdbool.h>

#define ERROR_MESSAGE_MAX 320

typedef enum {
    ERROR_NONE,
    ERROR_INPUT,  // the text or value given is wrong
    ERROR_FILE,   // a file cannot be opened, read or written
    ERROR_MEMORY, // the system has no memory left
    ERROR_STATE,  // right in itself, but not now
} ErrorCode;

typedef struct {
    ErrorCode code;
    char message[ERROR_MESSAGE_MAX]; // names the file, line, square or move; no newline
} Error;

// Fills *error and returns false, so that a caller can write `return error_set(…)`. A message that
// is too long is cut. Control bytes in the formatted text are shown as '?', so that a message is
// one line.
bool error_set(Error *error, ErrorCode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// "cannot WHAT PATH: REASON", the reason from errno; an ERROR_FILE.
bool error_cannot(Error *error, const char *what, const char *path);

#endif
