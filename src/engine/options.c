#include "engine/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

const OptionSpec *option_find(const OptionSpec *specs, int count, const char *name) {
    for (int i = 0; i < count; i++) {
        if (text_equal_nocase(specs[i].name, name)) {
            return &specs[i];
        }
    }
    return NULL;
}

static bool read_spin(const OptionSpec *spec, const char *text, OptionValue *value, Error *error) {
    TextNumber read = text_to_int(text, spec->min, spec->max, &value->number);
    if (read == TEXT_NO_NUMBER) {
        return error_set(error, ERROR_INPUT, "option %s: '%.40s' is not a whole number", spec->name,
                         text);
    }
    if (read == TEXT_OUT_OF_RANGE) {
        return error_set(error, ERROR_INPUT,
                         "option %s: %.40s is out of range (%" PRId64 " to %" PRId64 ")",
                         spec->name, text, spec->min, spec->max);
    }
    return true;
}

static bool read_check(const OptionSpec *spec, const char *text, OptionValue *value, Error *error) {
    value->number = text_equal_nocase(text, "true");
    return value->number || text_equal_nocase(text, "false") ||
           error_set(error, ERROR_INPUT, "option %s: '%.40s' is neither true nor false", spec->name,
                     text);
}

static bool read_combo(const OptionSpec *spec, const char *text, OptionValue *value, Error *error) {
    char choices[128] = "";
    for (int i = 0; spec->choices[i] != NULL; i++) {
        if (text_equal_nocase(spec->choices[i], text)) {
            value->number = i;
            return true;
        }
        size_t length = strlen(choices);
        snprintf(choices + length, sizeof choices - length, "%s%s", i > 0 ? ", " : "",
                 spec->choices[i]);
    }
    return error_set(error, ERROR_INPUT, "option %s: '%.40s' is none of %s", spec->name, text,
                     choices);
}

bool option_read(const OptionSpec *spec, const char *text, OptionValue *value, Error *error) {
    *value = (OptionValue){.text = ""};
    if (spec->type == OPTION_BUTTON) {
        return text == NULL ||
               error_set(error, ERROR_INPUT, "option %s takes no value", spec->name);
    }
    if (spec->type == OPTION_STRING) {
        value->text = text == NULL || strcmp(text, "<empty>") == 0 ? "" : text;
        return true;
    }
    if (text == NULL) {
        return error_set(error, ERROR_INPUT, "option %s needs a value", spec->name);
    }
    switch (spec->type) {
    case OPTION_SPIN:
        return read_spin(spec, text, value, error);
    case OPTION_CHECK:
        return read_check(spec, text, value, error);
    default:
        return read_combo(spec, text, value, error);
    }
}
