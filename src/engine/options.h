// Options as data: what a front end can set, with types and ranges.
#ifndef KELSO_ENGINE_OPTIONS_H
#define KELSO_ENGINE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

typedef enum {
    OPTION_SPIN,   // a whole number from min to max
    OPTION_CHECK,  // true or false
    OPTION_COMBO,  // one of the choices
    OPTION_STRING, // any text; "<empty>" is none
    OPTION_BUTTON, // no value: does something
} OptionType;

typedef struct {
    const char *name;
    OptionType type;
    const char *initial; // as text
    int64_t min, max;
    const char *choices[4]; // of a combo, ended by NULL
} OptionSpec;

// A value that was read by its option: number is that of a spin, 0 or 1 of a check, the choice of a
// combo; text is that of a string, "" for "<empty>", and belongs to the caller of option_read.
typedef struct {
    int64_t number;
    const char *text;
} OptionValue;

// The option with this name, whatever its case; NULL if the list has none.
const OptionSpec *option_find(const OptionSpec *specs, int count, const char *name);

// text is NULL where no value was given. false, with an error that names the option, if it does not
// fit.
bool option_read(const OptionSpec *spec, const char *text, OptionValue *value, Error *error);

#endif
