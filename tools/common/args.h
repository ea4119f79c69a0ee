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
    const char *name; // "--tc"; NULL: a heading of the help, whose text is `help`; "": takes
                      // each word that stands alone, and is not in the help
    // What the value is, for the help: "SECONDS"; NULL: a flag. With dots behind it, "FILE...", it
    // takes all words up to the next argument, with one call for each.
    const char *value;
    const char *help; // may hold newlines
    ArgSetter *set;
    bool repeats; // may be given more than once
} ArgSpec;

// Sets the arguments in their order and stops at the first mistake. A value that starts with two
// dashes must be written with `=`: most likely a value was forgotten.
bool args_parse(const ArgSpec *specs, int count, int argc, char **argv, void *context,
                Error *error);

// The same for words that come piece by piece. given: a bool for each spec, whether it was given in
// a piece before.
bool args_parse_more(const ArgSpec *specs, int count, bool *given, int argc, char **argv,
                     void *context, Error *error);

void args_write_help(const ArgSpec *specs, int count, FILE *file);

// The name of a file: some text.
bool args_read_path(const char *text, const char **path, Error *error);

// Values, whole and nothing behind them; the error says what is allowed.
bool args_read_int(const char *text, int64_t min, int64_t max, int64_t *value, Error *error);
bool args_read_small(const char *text, int min, int max, int *value, Error *error);

// Decimal seconds ("0.2", "10", ".5"), up to a million, as nanoseconds.
bool args_read_seconds(const char *text, int64_t *value_ns, Error *error);

// A decimal number ("5", "-2.5", "0.05").
bool args_read_number(const char *text, double min, double max, double *value, Error *error);

// "key=value,key=value": gives each pair to `set`, whose error need not name the key. No key may
// come twice.
typedef bool ArgPairSetter(void *context, const char *key, const char *value, Error *error);
bool args_read_pairs(const char *text, ArgPairSetter *set, void *context, Error *error);

// "12,0,7": 1 to `max` whole numbers, none below 0. Returns how many; 0, with an error, for others.
int args_read_counts(const char *text, int max, int64_t *values, Error *error);

#endif
