#include "egdb/options.h"

#include <string.h>

#include "base/program.h"
#include "common/commands.h"
#include "egdb/block.h"
#include "egdb/team.h"

#define ARRAY_COUNT(array) (int)(sizeof(array) / sizeof *(array))

#define DISTANCE_PIECES     5 // made by --distance
#define DISTANCE_PIECES_MAX 6

static const char *const commands[COMMAND_COUNT] = {
    [COMMAND_BUILD] = "build",     [COMMAND_PLAN] = "plan",     [COMMAND_STATS] = "stats",
    [COMMAND_LONGEST] = "longest", [COMMAND_VERIFY] = "verify", [COMMAND_PROBE] = "probe",
    [COMMAND_PICK] = "pick",       [COMMAND_BENCH] = "bench",
};

static bool set_folder(void *context, const char *value, Error *error) {
    ((EgdbConfig *)context)->folder = value;
    return *value != '\0' || error_set(error, ERROR_INPUT, "the folder has no name");
}

static bool set_pieces(void *context, const char *value, Error *error) {
    return args_read_small(value, 2, BUILD_PIECES_MAX, &((EgdbConfig *)context)->pieces, error);
}

static bool set_slice(void *context, const char *value, Error *error) {
    EgdbConfig *config = context;
    config->has_slice = true;
    return (slice_named(value, &config->slice) &&
            slice_pieces(config->slice) <= BUILD_PIECES_MAX) ||
           error_set(error, ERROR_INPUT,
                     "'%s' is no slice of up to %d pieces, such as 2m1k-1m2k or 2k-1k", value,
                     BUILD_PIECES_MAX);
}

static bool set_threads(void *context, const char *value, Error *error) {
    return args_read_small(value, 1, TEAM_THREADS_MAX, &((EgdbConfig *)context)->threads, error);
}

static bool set_memory(void *context, const char *value, Error *error) {
    return args_read_number(value, 0.05, 1e6, &((EgdbConfig *)context)->memory_gib, error);
}

static bool set_distance(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    EgdbConfig *config = context;
    if (config->distance_pieces == 0) { // --distance-pieces says more
        config->distance_pieces = DISTANCE_PIECES;
    }
    return true;
}

static bool set_distance_pieces(void *context, const char *value, Error *error) {
    return args_read_small(value, 2, DISTANCE_PIECES_MAX, &((EgdbConfig *)context)->distance_pieces,
                           error);
}

static bool set_crowning(void *context, const char *value, Error *error) {
    ((EgdbConfig *)context)->crowning = true;
    return set_distance(context, value, error);
}

static bool set_keep(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((EgdbConfig *)context)->keep_sources = true;
    return true;
}

static bool set_quiet(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((EgdbConfig *)context)->quiet = true;
    return true;
}

static bool set_recount(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((EgdbConfig *)context)->recount = true;
    return true;
}

static bool set_sample(void *context, const char *value, Error *error) {
    return args_read_int(value, 1, INT64_MAX / 2, &((EgdbConfig *)context)->sample, error);
}

static bool set_seed(void *context, const char *value, Error *error) {
    return args_read_int(value, 0, INT64_MAX / 2, &((EgdbConfig *)context)->seed, error);
}

static bool set_count(void *context, const char *value, Error *error) {
    return args_read_small(value, 1, 1000000, &((EgdbConfig *)context)->count, error);
}

static bool set_value(void *context, const char *value, Error *error) {
    static const char *const names[] = {"draw", "win", "loss"};
    for (int i = EGDB_DRAW; i <= EGDB_LOSS; i++) {
        if (strcmp(value, names[i]) == 0) {
            ((EgdbConfig *)context)->value = i;
            return true;
        }
    }
    return error_set(error, ERROR_INPUT, "'%s' is none of win, draw, loss", value);
}

static bool set_fen(void *context, const char *value, Error *error) {
    EgdbConfig *config = context;
    if (config->fen != NULL) {
        return error_set(error, ERROR_INPUT, "'%s' is one word too many; a FEN stands in quotes",
                         value);
    }
    config->fen = value;
    return true;
}

static bool set_help(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((EgdbConfig *)context)->help = true;
    return true;
}

static bool set_version(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((EgdbConfig *)context)->version = true;
    return true;
}

#define BUILD  (1U << COMMAND_BUILD)
#define MAKING (BUILD | 1U << COMMAND_PLAN)
#define STATS  (1U << COMMAND_STATS)
#define VERIFY (1U << COMMAND_VERIFY)
#define PROBE  (1U << COMMAND_PROBE)
#define PICK   (1U << COMMAND_PICK)
#define BENCH  (1U << COMMAND_BENCH)
#define ALL    ((1U << COMMAND_COUNT) - 1)

// Which commands take the argument.
static const CommandSpec options[] = {
    {ALL, {"--dir", "DIR", "the folder of the tables", set_folder, false}},
    {MAKING | STATS | VERIFY | BENCH,
     {"--pieces", "N", "all tables of 2 to N pieces, N up to 8; bench: of just N", set_pieces,
      false}},
    {BUILD | PICK,
     {"--slice", "NAME",
      "build: only this slice and its swapped one, which needs\n"
      "DIR/sources from the slices before; plan prints the order;\n"
      "pick: the slice of the position",
      set_slice, false}},
    {STATS,
     {"--recount", NULL, "stats: count by asking for every position, and compare", set_recount,
      false}},
    {VERIFY, {"--sample", "N", "verify: only so many random positions", set_sample, false}},
    {PICK,
     {"--value", "VALUE", "pick: win, draw or loss for the side to move; default: win", set_value,
      false}},
    {PICK, {"--count", "N", "pick: so many positions; default: 1", set_count, false}},
    {PICK | VERIFY | BENCH,
     {"--seed", "N", "pick, verify, bench: other random positions", set_seed, false}},
    {PROBE, {"", NULL, NULL, set_fen, false}},
    {BUILD | STATS | VERIFY | BENCH,
     {"--threads", "T", "default: as many as there are cores", set_threads, false}},
    {BUILD,
     {"--memory", "GIB", "build: not to be exceeded; default: three quarters of\nwhat is free",
      set_memory, false}},
    {MAKING,
     {"--distance", NULL,
      "build, plan: also the plies to the next capture or man's\n"
      "move, up to 5 pieces, and to the end of the game, up to 4",
      set_distance, false}},
    {MAKING,
     {"--distance-pieces", "N", "the same with the former up to N pieces, N up to 6",
      set_distance_pieces, false}},
    {MAKING,
     {"--crowning", NULL,
      "build, plan: --distance, and also the plies to the next\n"
      "capture or crowning, which the rule set crowning counts",
      set_crowning, false}},
    {BUILD, {"--keep-sources", NULL, "build: DIR/sources stays behind the end", set_keep, false}},
    {BUILD, {"--quiet", NULL, "build: no status line and no summary", set_quiet, false}},
    {ALL, {"--help", NULL, "this text", set_help, false}},
    {ALL, {"--version", NULL, "the version", set_version, false}},
};

void egdb_options_write_help(FILE *file) {
    ArgSpec specs[ARRAY_COUNT(options)];
    int count = commands_specs(options, ARRAY_COUNT(options), ALL, specs);
    fputs("kelso-egdb: endgame tables.\n\n"
          "  kelso-egdb build --pieces N --dir DIR   makes them; started again, it goes on\n"
          "  kelso-egdb plan --pieces N --dir DIR    prints a Makefile that makes them\n"
          "  kelso-egdb stats --dir DIR              positions, wins, draws and losses by slice\n"
          "  kelso-egdb longest --dir DIR            the longest ways by slice\n"
          "  kelso-egdb verify --dir DIR             does each value follow from those after it?\n"
          "  kelso-egdb probe --dir DIR FEN          value, plies and best line of a position\n"
          "  kelso-egdb pick --dir DIR --slice NAME  a random position for practice\n"
          "  kelso-egdb bench --dir DIR --pieces N   how long it takes to ask them\n\n",
          file);
    args_write_help(specs, count, file);
    fputs("\nA slice is named by the men and kings of the side to move and of its opponent.\n"
          "\nExit status: 0 good; 1 something failed, and what is written before is whole; 2 a "
          "mistake on the\ncommand line.\n",
          file);
}

static bool read_command(EgdbConfig *config, const char *word, Error *error) {
    int command = commands_find(word, commands, COMMAND_COUNT, error);
    config->command = command < 0 ? config->command : (CommandName)command;
    return command >= 0;
}

static bool check_command(const EgdbConfig *config, Error *error) {
    const char *name = commands[config->command];
    bool build = config->command == COMMAND_BUILD;
    if (config->folder == NULL) {
        return error_set(error, ERROR_INPUT, "%s needs --dir DIR", name);
    }
    if (config->command == COMMAND_PROBE && config->fen == NULL) {
        return error_set(error, ERROR_INPUT, "probe needs a FEN in quotes");
    }
    if (config->command == COMMAND_PICK && !config->has_slice) {
        return error_set(error, ERROR_INPUT, "pick needs --slice NAME");
    }
    if (build && (config->pieces > 0) == config->has_slice) {
        return error_set(error, ERROR_INPUT, "build needs --pieces N or --slice NAME");
    }
    bool counts = config->command == COMMAND_PLAN || config->command == COMMAND_BENCH;
    return !counts || config->pieces > 0 ||
           error_set(error, ERROR_INPUT, "%s needs --pieces N", name);
}

bool egdb_options_read(EgdbConfig *config, int argc, char **argv, Error *error) {
    int cores = program_cores();
    *config = (EgdbConfig){.count = 1,
                           .value = EGDB_WIN,
                           .threads = cores > TEAM_THREADS_MAX ? TEAM_THREADS_MAX : cores};
    commands_find_help(argc, argv, &config->help, &config->version);
    if (config->help || config->version) {
        return true;
    }
    if (argc < 2) {
        return error_set(error, ERROR_INPUT,
                         "a command is needed: build, for one; --help lists them");
    }
    ArgSpec specs[ARRAY_COUNT(options)];
    return read_command(config, argv[1], error) &&
           args_parse(specs,
                      commands_specs(options, ARRAY_COUNT(options), 1U << config->command, specs),
                      argc - 1, argv + 1, config, error) &&
           check_command(config, error);
}
