#include "frontend/hub_params.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TT_SIZE_MAX 30

static bool is_table_size(const OptionSpec *option) {
    return strcmp(option->name, "Hash") == 0;
}

// What users of this protocol know by other names.
static const char *const known_names[][2] = {
    {"Hash", "tt-size"},       {"OwnBook", "book"},
    {"BookDepth", "book-ply"}, {"UCI_LimitStrength", "limit-strength"},
    {"UCI_Elo", "elo"},
};

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

// MoveOverhead as move-overhead, MultiPV as multi-pv.
static void write_name(const char *name, char text[48]) {
    size_t length = 0;
    for (size_t i = 0; i < sizeof known_names / sizeof *known_names; i++) {
        if (strcmp(name, known_names[i][0]) == 0) {
            strcpy(text, known_names[i][1]);
            return;
        }
    }
    for (size_t i = 0; name[i] != '\0' && length + 3 < 48; i++) {
        if (i > 0 && is_upper(name[i]) && !is_upper(name[i - 1])) {
            text[length++] = '-';
        }
        text[length++] = (char)(is_upper(name[i]) ? name[i] + 'a' - 'A' : name[i]);
    }
    text[length] = '\0';
}

void hub_param_init(HubParam *param, const OptionSpec *option) {
    write_name(option->name, param->name);
    bool empty = strcmp(option->initial, "<empty>") == 0; // Hub has quotes for it
    snprintf(param->initial, sizeof param->initial, "%s", empty ? "" : option->initial);
    param->spec = *option;
    if (is_table_size(option)) {
        int mebibytes_log2 = 0;
        while (INT64_C(2) << mebibytes_log2 <= atoll(option->initial)) {
            mebibytes_log2++;
        }
        snprintf(param->initial, sizeof param->initial, "%d",
                 TABLE_ENTRIES_PER_MIB_LOG2 + mebibytes_log2);
        param->spec.min = TABLE_ENTRIES_PER_MIB_LOG2;
        param->spec.max = TT_SIZE_MAX;
    } else if (option->type == OPTION_BUTTON) { // Hub has none
        strcpy(param->initial, "false");
        param->spec.type = OPTION_CHECK;
    }
    param->spec.name = param->name;
    param->spec.initial = param->initial;
}

bool hub_param_set(const HubParam *param, Engine *engine, const OptionSpec *option,
                   const char *value, Error *error) {
    OptionValue read;
    char mebibytes[24];
    if (!option_read(&param->spec, value, &read, error)) {
        return false;
    }
    if (option->type == OPTION_BUTTON) {
        return read.number == 0 || engine_set_option(engine, option, NULL, error);
    }
    if (is_table_size(option)) {
        snprintf(mebibytes, sizeof mebibytes, "%" PRId64,
                 INT64_C(1) << (read.number - TABLE_ENTRIES_PER_MIB_LOG2));
        value = mebibytes;
    }
    return engine_set_option(engine, option, value, error);
}
