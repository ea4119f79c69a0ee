#include "common/args.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "common/alloc.h"

#define HELP_COLUMN 30

static const ArgSpec *find(const ArgSpec *specs, int count, const char *name, size_t length) {
    for (int i = 0; i < count; i++) {
        if (specs[i].name != NULL && strlen(specs[i].name) == length &&
            strncmp(specs[i].name, name, length) == 0) {
            return &specs[i];
        }
    }
    return NULL;
}

// The value of the argument at argv[*index], which is moved to the last word used. NULL, without an
// error, for a flag.
static bool take_value(const ArgSpec *spec, const char *equals, int argc, char **argv, int *index,
                       const char **value, Error *error) {
    *value = equals == NULL ? NULL : equals + 1;
    if (spec->value == NULL) {
        return equals == NULL || strcmp(equals, "=true") == 0 ||
               error_set(error, ERROR_INPUT, "%s takes no value", spec->name);
    }
    if (equals == NULL && *index + 1 < argc && strncmp(argv[*index + 1], "--", 2) != 0) {
        *value = argv[++*index];
    }
    return *value != NULL ||
           error_set(error, ERROR_INPUT, "%s needs a value: %s", spec->name, spec->value);
}

static bool takes_many(const ArgSpec *spec) {
    return spec->value != NULL && strstr(spec->value, "...") != NULL;
}

bool args_parse_more(const ArgSpec *specs, int count, bool *given, int argc, char **argv,
                     void *context, Error *error) {
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *value;
        const ArgSpec *plain = *word == '-' && word[1] != '\0' ? NULL : find(specs, count, "", 0);
        if (plain != NULL) {
            if (!plain->set(context, word, error)) {
                return false;
            }
            continue;
        }
        const char *equals = strncmp(word, "--", 2) == 0 ? strchr(word, '=') : NULL;
        size_t length = equals == NULL ? strlen(word) : (size_t)(equals - word);
        const ArgSpec *spec = find(specs, count, word, length);
        if (spec == NULL) {
            return error_set(error, ERROR_INPUT, "unknown argument '%s'; --help lists them", word);
        }
        if (given[spec - specs] && !spec->repeats) {
            return error_set(error, ERROR_INPUT, "%s: is given twice", spec->name);
        }
        given[spec - specs] = true;
        if (!take_value(spec, equals, argc, argv, &i, &value, error)) {
            return false;
        }
        do {
            Error reason;
            if (!spec->set(context, value, &reason)) {
                return error_set(error, reason.code, "%s: %s", spec->name, reason.message);
            }
        } while (takes_many(spec) && i + 1 < argc && strncmp(argv[i + 1], "--", 2) != 0 &&
                 (value = argv[++i]) != NULL);
    }
    return true;
}

bool args_parse(const ArgSpec *specs, int count, int argc, char **argv, void *context,
                Error *error) {
    bool *given = alloc_zeroed((size_t)count, sizeof *given);
    bool good = args_parse_more(specs, count, given, argc, argv, context, error);
    free(given);
    return good;
}

static void write_argument(const ArgSpec *spec, FILE *file) {
    int width = fprintf(file, "  %s%s%s", spec->name, spec->value == NULL ? "" : " ",
                        spec->value == NULL ? "" : spec->value);
    for (const char *line = spec->help; *line != '\0';) {
        int length = (int)strcspn(line, "\n");
        if (width >= HELP_COLUMN) { // no room beside it
            fputc('\n', file);
            width = 0;
        }
        fprintf(file, "%*s%.*s\n", HELP_COLUMN - width, "", length, line);
        width = 0;
        line += length + (line[length] == '\n');
    }
}

void args_write_help(const ArgSpec *specs, int count, FILE *file) {
    for (int i = 0; i < count; i++) {
        if (specs[i].name == NULL) {
            fprintf(file, "\n%s\n", specs[i].help);
        } else if (specs[i].name[0] != '\0') {
            write_argument(&specs[i], file);
        }
    }
}

bool args_read_path(const char *text, const char **path, Error *error) {
    *path = text;
    return *text != '\0' || error_set(error, ERROR_INPUT, "the name is empty");
}

bool args_read_int(const char *text, int64_t min, int64_t max, int64_t *value, Error *error) {
    switch (text_to_int(text, min, max, value)) {
    case TEXT_NO_NUMBER:
        return error_set(error, ERROR_INPUT, "'%s' is not a whole number", text);
    case TEXT_OUT_OF_RANGE:
        return error_set(error, ERROR_INPUT, "%s is not between %" PRId64 " and %" PRId64, text,
                         min, max);
    default:
        return true;
    }
}

bool args_read_small(const char *text, int min, int max, int *value, Error *error) {
    int64_t read;
    if (!args_read_int(text, min, max, &read, error)) {
        return false;
    }
    *value = (int)read;
    return true;
}

bool args_read_seconds(const char *text, int64_t *value_ns, Error *error) {
    char *end;
    bool plain = *text != '\0' && strspn(text, "0123456789.") == strlen(text);
    double seconds = plain ? strtod(text, &end) : 0;
    if (!plain || *end != '\0') {
        return error_set(error, ERROR_INPUT, "'%s' is not a number of seconds", text);
    }
    if (seconds > 1e6) {
        return error_set(error, ERROR_INPUT, "%s seconds is more than a million", text);
    }
    *value_ns = (int64_t)(seconds * 1e9 + 0.5);
    return true;
}

bool args_read_number(const char *text, double min, double max, double *value, Error *error) {
    char *end;
    const char *digits = text + (*text == '-' || *text == '+');
    bool plain = *digits != '\0' && strspn(digits, "0123456789.") == strlen(digits);
    double number = plain ? strtod(text, &end) : 0;
    if (!plain || *end != '\0') {
        return error_set(error, ERROR_INPUT, "'%s' is not a number", text);
    }
    if (number < min || number > max) {
        return error_set(error, ERROR_INPUT, "%s is not between %g and %g", text, min, max);
    }
    *value = number;
    return true;
}

#define PAIR_MAX 64

// Whether a pair before this one has the same key.
static bool is_repeated(const char *text, const char *at, const char *key) {
    size_t length = strlen(key);
    for (; text < at; text += strcspn(text, ",") + 1) {
        if (strncmp(text, key, length) == 0 && text[length] == '=') {
            return true;
        }
    }
    return false;
}

bool args_read_pairs(const char *text, ArgPairSetter *set, void *context, Error *error) {
    for (const char *at = text;; at++) {
        char pair[PAIR_MAX];
        size_t length = strcspn(at, ",");
        Error reason;
        if (length >= sizeof pair) {
            return error_set(error, ERROR_INPUT, "'%s' is too long", at);
        }
        memcpy(pair, at, length);
        pair[length] = '\0';
        char *equals = strchr(pair, '=');
        if (equals == NULL) {
            return error_set(error, ERROR_INPUT, "'%s' is not of the form key=value", pair);
        }
        *equals = '\0';
        if (is_repeated(text, at, pair)) {
            return error_set(error, ERROR_INPUT, "%s: is given twice", pair);
        }
        if (!set(context, pair, equals + 1, &reason)) {
            return error_set(error, reason.code, "%s: %s", pair, reason.message);
        }
        at += length;
        if (*at == '\0') {
            return true;
        }
    }
}

int args_read_counts(const char *text, int max, int64_t *values, Error *error) {
    int count = 0;
    for (const char *at = text;; at++) {
        char number[PAIR_MAX];
        size_t length = strcspn(at, ",");
        if (count == max || length >= sizeof number) {
            error_set(error, ERROR_INPUT, "'%s' holds more than %d numbers", text, max);
            return 0;
        }
        memcpy(number, at, length);
        number[length] = '\0';
        if (!args_read_int(number, 0, INT64_C(1000000000000), &values[count++], error)) {
            return 0;
        }
        at += length;
        if (*at == '\0') {
            return count;
        }
    }
}
