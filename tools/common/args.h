// Command-line arguments from a table: `--name VALUE` or `--name=VALUE`, and flags `--name`.
#ifndef KELSO_COMMON_ARGS_H
#define KELSO_COMMON_ARGS_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

// Takes one argument; value is NULL for a flag. The error need not name the argument: args_parse
// puts its name in front.
typedef bool ArgSetter(void *context, const char *value, Error *error);

typedef struct {
    const char *name;  // "--tc"; NULL: a heading of the help, whose text is `help`
    const char *value; // what the value is, for the help: "SECONDS"; NULL: a flag
    const char *help;  // may hold newlines
    ArgSetter *set;
} ArgSpec;

// Sets the arguments in their order and stops at the first mistake. A value that starts with two
// dashes must be written with `=`: most likely a value was forgotten.
bool args_parse(const ArgSpec *specs, int count, int argc, char **argv, void *context,
                Error *error);

void args_write_help(const ArgSpec *specs, int count, FILE *file);

// Values, whole and nothing behind them; the error says what is allowed.
bool args_read_int(const char *text, int64_t min, int64_t max, int64_t *value, Error *error);

// Decimal seconds ("0.2", "10", ".5"), up to a million, as nanoseconds.
bool args_read_seconds(const char *text, int64_t *value_ns, Error *error);

#endif
