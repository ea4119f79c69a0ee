#include "match/suites.h"

#include <stddef.h>
#include <string.h>

static const char *const ballots11[] = {
#include "suite-ballots11.inc"
};

static const char *const edge[] = {
#include "suite-edge.inc"
};

static const struct {
    const char *name;
    const char *const *lines;
    int count;
} suites[] = {
    {"ballots11", ballots11, sizeof ballots11 / sizeof *ballots11},
    {"edge", edge, sizeof edge / sizeof *edge},
};

const char *const *suite_named(const char *name, int *count) {
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
        if (strcmp(name, suites[i].name) == 0) {
            *count = suites[i].count;
            return suites[i].lines;
        }
    }
    return NULL;
}
