// Any text as FEN: refused with a reason and the position as it was, or a legal position that is
// written and read back as the same.
#include "fuzz.h"

#include <string.h>

#include "notation/fen.h"

static void check_message(const Error *error) {
    HOLDS(error->code == ERROR_INPUT);
    HOLDS(error->message[0] != '\0');
    HOLDS(strlen(error->message) < ERROR_MESSAGE_MAX);
    for (const char *c = error->message; *c != '\0'; c++) {
        HOLDS(*c >= ' ' && *c <= '~');
    }
}

static void check_written(Position position) {
    char text[FEN_MAX], second[FEN_MAX];
    Position again = {0};
    Error warning, error;
    HOLDS(position_check(position, &error));
    fen_write(position, text);
    HOLDS(fen_read(text, &again, &warning, &error));
    HOLDS(warning.code == ERROR_NONE);
    HOLDS(position_equal(position, again));
    fen_write(again, second);
    HOLDS(strcmp(text, second) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    Position before = position_start(), position = before;
    Error warning, error;
    memcpy(text, data, size);
    text[size] = '\0';
    if (fen_read(text, &position, &warning, &error)) {
        check_written(position);
        if (warning.code != ERROR_NONE) {
            check_message(&warning);
        }
    } else {
        check_message(&error);
        HOLDS(position_equal(position, before));
    }
    free(text);
    return 0;
}
