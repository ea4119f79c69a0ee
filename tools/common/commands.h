// Command lines that begin with a command, as `kelso-pdn check FILE` does.
#ifndef KELSO_COMMON_COMMANDS_H
#define KELSO_COMMON_COMMANDS_H

#include "common/args.h"

// The number of the command with this name; -1, with an error, if there is none.
int commands_find(const char *word, const char *const *names, int count, Error *error);

// Whether --help and --version are among the words, wherever they stand and whatever else is wrong.
void commands_find_help(int argc, char **argv, bool *help, bool *version);

// An argument that some commands take: a bit for each.
typedef struct {
    unsigned commands;
    ArgSpec spec;
} CommandSpec;

// The arguments of any of the commands chosen; `specs` has room for all. Returns how many.
int commands_specs(const CommandSpec *all, int count, unsigned chosen, ArgSpec *specs);

#endif
