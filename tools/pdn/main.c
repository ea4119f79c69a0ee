// kelso-pdn: the wiring.
#include <inttypes.h>

#include "common/stream.h"
#include "engine/version.h"
#include "pdn/run.h"

enum { EXIT_GOOD, EXIT_BAD_GAMES, EXIT_FAILED };

static int complain(const Error *error) {
    fprintf(stderr, "kelso-pdn: %s\n", error->message);
    return EXIT_FAILED;
}

static int run(const PdnConfig *config) {
    static const Command *const commands[COMMAND_COUNT] = {
        [COMMAND_CHECK] = &command_check,   [COMMAND_CONVERT] = &command_convert,
        [COMMAND_FILTER] = &command_filter, [COMMAND_STATS] = &command_stats,
        [COMMAND_SPLIT] = &command_split,   [COMMAND_DEDUPE] = &command_dedupe,
    };
    Run state = {.config = config};
    Error error;
    if (!run_command(&state, commands[config->command], &error)) {
        return complain(&error);
    }
    if (state.bad > 0 && config->command != COMMAND_CHECK) {
        fprintf(stderr, "kelso-pdn: %" PRId64 " of %" PRId64 " games are bad and left out\n",
                state.bad, state.games);
    }
    return state.bad > 0 || state.empty_files > 0 ? EXIT_BAD_GAMES : EXIT_GOOD;
}

static int start(PdnConfig *config, int argc, char **argv) {
    Error error;
    if (!pdn_options_read(config, argc, argv, &error)) {
        return complain(&error);
    }
    if (config->help) {
        pdn_options_write_help(stdout);
        return EXIT_GOOD;
    }
    if (config->version) {
        printf("kelso-pdn %s, commit %s, %s\n", version_number(), version_commit(),
               version_compiler());
        return EXIT_GOOD;
    }
    return run(config);
}

int main(int argc, char **argv) {
    PdnConfig config;
    int status = start(&config, argc, argv);
    pdn_options_destroy(&config);
    return stream_exit("kelso-pdn", status, EXIT_FAILED);
}
