// check: the run names what is bad; the sum is left.
#include <inttypes.h>

#include "pdn/run.h"

static bool end(Run *run, Error *error) {
    (void)error;
    fprintf(run->out, "games %" PRId64 ", good %" PRId64 ", bad %" PRId64 "\n", run->games,
            run->games - run->bad, run->bad);
    return true;
}

const Command command_check = {.end = end};
