// The command line of kelso-pdn.
#ifndef KELSO_PDN_OPTIONS_H
#define KELSO_PDN_OPTIONS_H

#include <stdio.h>

#include "pdn/selection.h"

typedef enum {
    COMMAND_CHECK,
    COMMAND_CONVERT,
    COMMAND_FILTER,
    COMMAND_STATS,
    COMMAND_SPLIT,
    COMMAND_DEDUPE,
    COMMAND_COUNT,
} CommandName;

typedef enum {
    FORMAT_PDN,
    FORMAT_FEN,  // the last position of each game
    FORMAT_FENS, // every position
    FORMAT_JSON,
} Format;

typedef struct {
    CommandName command;
    const char **files; // "-": standard input; owned
    int file_count, file_capacity;
    const char *output; // NULL: standard output
    Format format;
    Selection selection;
    int64_t split_games; // in a file
    const char *split_prefix;
    bool same_players; // duplicates have them
    bool quiet, help, version;
} PdnConfig;

// config must be destroyed, also behind an error.
bool pdn_options_read(PdnConfig *config, int argc, char **argv, Error *error);
void pdn_options_destroy(PdnConfig *config);

void pdn_options_write_help(FILE *file);

#endif
