#include "train/options.h"

#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"
#include "common/commands.h"

#define ARRAY_COUNT(array) (int)(sizeof(array) / sizeof *(array))

#define THREADS_MAX 256

static const char *const commands[COMMAND_COUNT] = {
    [COMMAND_SELFPLAY] = "selfplay", [COMMAND_TRAIN] = "train",         [COMMAND_EXPORT] = "export",
    [COMMAND_INSPECT] = "inspect",   [COMMAND_CALIBRATE] = "calibrate",
};

static bool set_file(void *context, const char *value, Error *error) {
    TrainConfig *config = context;
    (void)error;
    config->files = alloc_grow(config->files, &config->file_capacity, config->file_count + 1,
                               sizeof *config->files);
    config->files[config->file_count++] = value;
    return true;
}

static bool set_output(void *context, const char *value, Error *error) {
    (void)error;
    ((TrainConfig *)context)->output = value;
    return true;
}

static bool set_seed(void *context, const char *value, Error *error) {
    int64_t seed;
    if (!args_read_int(value, 0, INT64_MAX, &seed, error)) {
        return false;
    }
    ((TrainConfig *)context)->selfplay.play.seed = (uint64_t)seed;
    ((TrainConfig *)context)->learn.train.seed = (uint64_t)seed;
    return true;
}

static bool set_threads(void *context, const char *value, Error *error) {
    TrainConfig *config = context;
    bool good = args_read_small(value, 1, THREADS_MAX, &config->selfplay.threads, error);
    config->learn.threads = config->selfplay.threads;
    return good;
}

static bool set_quiet(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((TrainConfig *)context)->selfplay.quiet = true;
    ((TrainConfig *)context)->learn.quiet = true;
    return true;
}

static bool set_nodes(void *context, const char *value, Error *error) {
    return args_read_small(value, 10, 1000000000, &((TrainConfig *)context)->selfplay.play.nodes,
                           error);
}

static bool set_first(void *context, const char *value, Error *error) {
    int64_t first;
    if (!args_read_int(value, 0, UINT32_MAX - 1, &first, error)) {
        return false;
    }
    ((TrainConfig *)context)->selfplay.first = (uint32_t)first;
    return true;
}

static bool set_games(void *context, const char *value, Error *error) {
    return args_read_int(value, 1, UINT32_MAX, &((TrainConfig *)context)->selfplay.games, error);
}

static bool set_positions(void *context, const char *value, Error *error) {
    return args_read_int(value, 1, INT64_MAX, &((TrainConfig *)context)->selfplay.positions, error);
}

static bool set_network(void *context, const char *value, Error *error) {
    (void)error;
    ((TrainConfig *)context)->selfplay.network = value;
    return true;
}

static bool set_egdb(void *context, const char *value, Error *error) {
    (void)error;
    ((TrainConfig *)context)->selfplay.egdb = value;
    return true;
}

static bool set_epochs(void *context, const char *value, Error *error) {
    return args_read_small(value, 1, 10000, &((TrainConfig *)context)->learn.train.epochs, error);
}

static bool set_float(const char *value, float *number, Error *error) {
    double read;
    if (!args_read_number(value, 0, 1, &read, error)) {
        return false;
    }
    *number = (float)read;
    return true;
}

static bool set_rate(void *context, const char *value, Error *error) {
    return set_float(value, &((TrainConfig *)context)->learn.train.rate, error);
}

static bool set_result_share(void *context, const char *value, Error *error) {
    return set_float(value, &((TrainConfig *)context)->learn.train.result_share, error);
}

static bool ignore(void *context, const char *value, Error *error) {
    (void)context, (void)value, (void)error;
    return true;
}

static const ArgSpec specs[] = {
    {"", "FILE", "", set_file, true},
    {"--output", "FILE", "what is written", set_output, false},
    {"--seed", "N", "of all that is random (1)", set_seed, false},
    {"--threads", "N", "at a time (1)", set_threads, false},
    {"--quiet", NULL, "no status line", set_quiet, false},
    {"--help", NULL, "this text", ignore, false},
    {"--version", NULL, "the version", ignore, false},
    {NULL, NULL, "selfplay: goes on with the file if it is there", NULL, false},
    {"--nodes", "N", "of a move, a quarter more or less (2750)", set_nodes, false},
    {"--first", "N", "number of the file's first game (0)", set_first, false},
    {"--network", "FILE", "weights to play with, or `material`; else the program's own",
     set_network, false},
    {"--egdb", "DIR", "endgame tables, to play and to end games by (none)", set_egdb, false},
    {"--games", "N", "that the file is to hold", set_games, false},
    {"--positions", "N", "that the file is to hold, up to the end of a game", set_positions, false},
    {NULL, NULL, "train: goes on with the checkpoint if it is there", NULL, false},
    {"--epochs", "N", "times that all samples are gone through (15)", set_epochs, false},
    {"--rate", "X", "of learning, at its highest (0.004)", set_rate, false},
    {"--result", "X", "share of the game's result, the rest is the score (0.25)", set_result_share,
     false},
};

void train_options_write_help(FILE *file) {
    fputs(
        "kelso-train: makes the weights of the evaluation.\n\n"
        "  kelso-train selfplay          games of the engine against itself, into a data file\n"
        "  kelso-train train FILE...     a checkpoint of a network, from data files\n"
        "  kelso-train export FILE       the weights of a checkpoint, as the engine reads them\n"
        "  kelso-train inspect FILE...   what such files hold, and whether they are whole\n"
        "  kelso-train calibrate FILE... how often scores win, draw and lose, from data files\n\n",
        file);
    args_write_help(specs, ARRAY_COUNT(specs), file);
    fputs("\nExit status: 0 it went well; 1 it did not; 2 a mistake on the command line.\n", file);
}

static bool read_command(TrainConfig *config, const char *word, Error *error) {
    int command = commands_find(word, commands, COMMAND_COUNT, error);
    config->command = command < 0 ? config->command : (CommandName)command;
    return command >= 0;
}

static bool check(TrainConfig *config, Error *error) {
    SelfPlaySettings *selfplay = &config->selfplay;
    LearnSettings *learn = &config->learn;
    CommandName command = config->command;
    if (command < COMMAND_INSPECT && config->output == NULL) {
        return error_set(error, ERROR_INPUT, "%s needs --output FILE", commands[command]);
    }
    if (command == COMMAND_SELFPLAY ? config->file_count > 0 : config->file_count == 0) {
        return error_set(error, ERROR_INPUT,
                         command == COMMAND_SELFPLAY ? "selfplay reads no file"
                                                     : "no file is named");
    }
    if (command == COMMAND_EXPORT && config->file_count > 1) {
        return error_set(error, ERROR_INPUT, "export takes one checkpoint");
    }
    selfplay->path = learn->path = config->output;
    learn->files = config->files;
    learn->file_count = config->file_count;
    if (command == COMMAND_SELFPLAY && selfplay->games == INT64_MAX &&
        selfplay->positions == INT64_MAX) {
        return error_set(error, ERROR_INPUT, "selfplay needs --games N or --positions N");
    }
    return true;
}

bool train_options_read(TrainConfig *config, int argc, char **argv, Error *error) {
    *config = (TrainConfig){
        .selfplay = {.play = {.seed = 1, .nodes = 2750},
                     .network = "",
                     .games = INT64_MAX,
                     .positions = INT64_MAX,
                     .threads = 1},
        .learn = {.train = {.seed = 1, .epochs = 15, .rate = 0.004F, .result_share = 0.25F},
                  .threads = 1}};
    commands_find_help(argc, argv, &config->help, &config->version);
    if (config->help || config->version) {
        return true;
    }
    if (argc < 2) {
        return error_set(error, ERROR_INPUT, "a command is needed; --help lists them");
    }
    return read_command(config, argv[1], error) &&
           args_parse(specs, ARRAY_COUNT(specs), argc - 1, argv + 1, config, error) &&
           check(config, error);
}

void train_options_destroy(TrainConfig *config) {
    free(config->files);
}
