// kelso-train: the wiring.
#include "common/stream.h"
#include "engine/version.h"
#include "train/calibrate.h"
#include "train/files.h"
#include "train/options.h"

enum { EXIT_GOOD, EXIT_FAILED, EXIT_USAGE };

static int complain(const Error *error, int status) {
    fprintf(stderr, "kelso-train: %s\n", error->message);
    return status;
}

static bool run(const TrainConfig *config, Error *error) {
    switch (config->command) {
    case COMMAND_SELFPLAY:
        return selfplay_run(&config->selfplay, error);
    case COMMAND_TRAIN:
        return learn_run(&config->learn, error);
    case COMMAND_EXPORT:
        return file_export(config->files[0], config->output, error);
    case COMMAND_CALIBRATE:
        return calibrate_run(config->files, config->file_count, stdout, error);
    default:
        for (int i = 0; i < config->file_count; i++) {
            if (!file_inspect(config->files[i], stdout, error)) {
                return false;
            }
        }
        return true;
    }
}

static int start(TrainConfig *config, int argc, char **argv) {
    Error error;
    if (!train_options_read(config, argc, argv, &error)) {
        return complain(&error, EXIT_USAGE);
    }
    if (config->help) {
        train_options_write_help(stdout);
        return EXIT_GOOD;
    }
    if (config->version) {
        printf("kelso-train %s, commit %s, %s\n", version_number(), version_commit(),
               version_compiler());
        return EXIT_GOOD;
    }
    return run(config, &error) ? EXIT_GOOD : complain(&error, EXIT_FAILED);
}

int main(int argc, char **argv) {
    TrainConfig config;
    int status = start(&config, argc, argv);
    train_options_destroy(&config);
    return stream_exit("kelso-train", status, EXIT_FAILED);
}
