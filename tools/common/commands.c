#include "common/commands.h"

#include <string.h>

int commands_find(const char *word, const char *const *names, int count, Error *error) {
    for (int i = 0; i < count; i++) {
        if (strcmp(word, names[i]) == 0) {
            return i;
        }
    }
    error_set(error, ERROR_INPUT, "'%s' is no command; --help lists them", word);
    return -1;
}

void commands_find_help(int argc, char **argv, bool *help, bool *version) {
    for (int i = 1; i < argc; i++) {
        *help |= strcmp(argv[i], "--help") == 0;
        *version |= strcmp(argv[i], "--version") == 0;
    }
}

int commands_specs(const CommandSpec *all, int count, unsigned chosen, ArgSpec *specs) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (all[i].commands & chosen) {
            specs[found++] = all[i].spec;
        }
    }
    return found;
}
