// The arguments of kelso-match: what each sets in the configuration, and its help.
#ifndef KELSO_MATCH_ARGUMENTS_H
#define KELSO_MATCH_ARGUMENTS_H

#include "common/args.h"

// The context of the setters is the MatchConfig.
const ArgSpec *arguments_table(int *count);

#endif
