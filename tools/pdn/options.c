#include "pdn/options.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "book/ballots.h"
#include "common/alloc.h"
#include "common/commands.h"
#include "notation/fen.h"

#define ARRAY_COUNT(array) (int)(sizeof(array) / sizeof *(array))

static const char *const commands[COMMAND_COUNT] = {
    [COMMAND_CHECK] = "check", [COMMAND_CONVERT] = "convert", [COMMAND_FILTER] = "filter",
    [COMMAND_STATS] = "stats", [COMMAND_SPLIT] = "split",     [COMMAND_DEDUPE] = "dedupe",
};

static bool set_file(void *context, const char *value, Error *error) {
    PdnConfig *config = context;
    (void)error;
    config->files = alloc_grow(config->files, &config->file_capacity, config->file_count + 1,
                               sizeof *config->files);
    config->files[config->file_count++] = value;
    return true;
}

// ---- which games

static bool set_tag(void *context, const char *value, Error *error) {
    return selection_add_tag(&((PdnConfig *)context)->selection, value, error);
}

static bool set_player(void *context, const char *value, Error *error) {
    (void)error;
    ((PdnConfig *)context)->selection.player = value;
    return true;
}

static bool set_result(void *context, const char *value, Error *error) {
    Selection *selection = &((PdnConfig *)context)->selection;
    selection->has_result = true;
    return pdn_result_named(value, &selection->result) ||
           error_set(error, ERROR_INPUT, "'%s' is none of 1-0, 0-1, 1/2-1/2 and *", value);
}

static bool set_ballot(void *context, const char *value, Error *error) {
    return args_read_small(value, 1, ballots_three_move().count,
                           &((PdnConfig *)context)->selection.ballot, error);
}

static bool set_min_plies(void *context, const char *value, Error *error) {
    return args_read_small(value, 0, INT_MAX, &((PdnConfig *)context)->selection.min_plies, error);
}

static bool set_max_plies(void *context, const char *value, Error *error) {
    return args_read_small(value, 0, INT_MAX, &((PdnConfig *)context)->selection.max_plies, error);
}

static bool set_position(void *context, const char *value, Error *error) {
    Selection *selection = &((PdnConfig *)context)->selection;
    Error warning;
    selection->has_position = true;
    return fen_read(value, &selection->position, &warning, error);
}

// ---- what to do

static bool set_format(void *context, const char *value, Error *error) {
    static const char *const names[] = {"pdn", "fen", "fens", "json"};
    for (int i = 0; i < ARRAY_COUNT(names); i++) {
        if (strcmp(value, names[i]) == 0) {
            ((PdnConfig *)context)->format = (Format)i;
            return true;
        }
    }
    return error_set(error, ERROR_INPUT, "'%s' is none of pdn, fen, fens and json", value);
}

static bool set_output(void *context, const char *value, Error *error) {
    return args_read_path(value, &((PdnConfig *)context)->output, error);
}

static bool set_games(void *context, const char *value, Error *error) {
    return args_read_int(value, 1, INT64_MAX, &((PdnConfig *)context)->split_games, error);
}

static bool set_prefix(void *context, const char *value, Error *error) {
    ((PdnConfig *)context)->split_prefix = value;
    return *value != '\0' || error_set(error, ERROR_INPUT, "the prefix is empty");
}

static bool set_players(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((PdnConfig *)context)->same_players = true;
    return true;
}

static bool set_quiet(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((PdnConfig *)context)->quiet = true;
    return true;
}

static bool set_help(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((PdnConfig *)context)->help = true;
    return true;
}

static bool set_version(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((PdnConfig *)context)->version = true;
    return true;
}

// ---- all

static const ArgSpec specs[] = {
    {"", "FILE", "", set_file, false},
    {NULL, NULL, "Which games (for every command; all that is asked must hold)", NULL, false},
    {"--tag", "NAME=PATTERN",
     "the tag's value fits: * ? [a-z], in any case; may be given\n"
     "more than once",
     set_tag, true},
    {"--player", "PATTERN", "Black or White fits", set_player, false},
    {"--result", "RESULT", "1-0 (Black won), 0-1, 1/2-1/2 or *", set_result, false},
    {"--ballot", "N", "begins with this ballot of the three-move table", set_ballot, false},
    {"--min-plies", "N", "half-moves, at least", set_min_plies, false},
    {"--max-plies", "N", "at most", set_max_plies, false},
    {"--position", "FEN", "this position, with its side to move, comes up", set_position, false},
    {NULL, NULL, "What is written", NULL, false},
    {"--to", "FORMAT",
     "convert: pdn (default), fen (last positions), fens (all\n"
     "positions), json (a game on each line)",
     set_format, false},
    {"--games", "N", "split: games in a file", set_games, false},
    {"--prefix", "PREFIX", "split: files are PREFIX-0001.pdn and so on", set_prefix, false},
    {"--same-players", NULL, "dedupe: games of other players are no duplicates", set_players,
     false},
    {"--output", "FILE",
     "instead of standard output; what is there is replaced when\n"
     "the new one is whole",
     set_output, false},
    {"--quiet", NULL, "no warnings, no status line", set_quiet, false},
    {"--help", NULL, "this text", set_help, false},
    {"--version", NULL, "the version", set_version, false},
};

void pdn_options_write_help(FILE *file) {
    fputs("kelso-pdn: reads game records in PDN, also irregular ones.\n\n"
          "  kelso-pdn check FILE...      names each bad game with line, ply and reason\n"
          "  kelso-pdn convert FILE...    rewrites games in a regular form or another format\n"
          "  kelso-pdn filter FILE...     writes the games that are asked for\n"
          "  kelso-pdn stats FILE...      results by opening and by player\n"
          "  kelso-pdn split FILE...      into files of so many games\n"
          "  kelso-pdn dedupe FILE...     writes each game once: same start, moves and result\n\n"
          "FILE may be - for standard input. 1-0 means that Black, the first mover, won.\n",
          file);
    args_write_help(specs, ARRAY_COUNT(specs), file);
    fputs("\nBad games are named and left out; a check writes to standard output, the others to "
          "standard\nerror.\n\nExit status: 0 all games are good; 1 a game is bad, or a file holds "
          "none; 2 a mistake on the\ncommand line, or a file cannot be read or written.\n",
          file);
}

static bool read_command(PdnConfig *config, const char *word, Error *error) {
    int command = commands_find(word, commands, COMMAND_COUNT, error);
    config->command = command < 0 ? config->command : (CommandName)command;
    return command >= 0;
}

// What one command alone takes.
static bool check_command(const PdnConfig *config, Error *error) {
    bool split = config->command == COMMAND_SPLIT;
    if (config->format != FORMAT_PDN && config->command != COMMAND_CONVERT) {
        return error_set(error, ERROR_INPUT, "--to belongs to convert");
    }
    if (config->same_players && config->command != COMMAND_DEDUPE) {
        return error_set(error, ERROR_INPUT, "--same-players belongs to dedupe");
    }
    if (split != (config->split_games > 0) || split != (config->split_prefix != NULL)) {
        return error_set(error, ERROR_INPUT,
                         split ? "split needs --games N and --prefix PREFIX"
                               : "--games and --prefix belong to split");
    }
    if (split && config->output != NULL) {
        return error_set(error, ERROR_INPUT, "split writes to files of its --prefix, no --output");
    }
    return config->file_count > 0 || error_set(error, ERROR_INPUT, "no file is named");
}

bool pdn_options_read(PdnConfig *config, int argc, char **argv, Error *error) {
    *config = (PdnConfig){0};
    selection_init(&config->selection);
    commands_find_help(argc, argv, &config->help, &config->version);
    if (config->help || config->version) {
        return true;
    }
    if (argc < 2) {
        return error_set(error, ERROR_INPUT,
                         "a command is needed: check FILE, for one; --help "
                         "lists them");
    }
    return read_command(config, argv[1], error) &&
           args_parse(specs, ARRAY_COUNT(specs), argc - 1, argv + 1, config, error) &&
           check_command(config, error);
}

void pdn_options_destroy(PdnConfig *config) {
    free(config->files);
    selection_destroy(&config->selection);
}
