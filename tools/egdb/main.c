// kelso-egdb: the wiring.
#include "common/stream.h"
#include "egdb/build.h"
#include "egdb/folder.h"
#include "egdb/plan.h"
#include "egdb/query.h"
#include "egdb/speed.h"
#include "egdb/verify.h"
#include "engine/version.h"

enum { EXIT_GOOD, EXIT_FAILED, EXIT_USAGE };

static int complain(const Error *error, int status) {
    fprintf(stderr, "kelso-egdb: %s\n", error->message);
    return status;
}

static bool run(const EgdbConfig *config, Error *error) {
    switch (config->command) {
    case COMMAND_BUILD:
        return build_run(config, error);
    case COMMAND_PLAN:
        return plan_print(config, stdout, error);
    case COMMAND_STATS:
        return config->recount ? verify_recount(config, stdout, error)
                               : folder_stats(config, stdout, error);
    case COMMAND_VERIFY:
        return verify_run(config, stdout, error);
    case COMMAND_PROBE:
        return query_probe(config, stdout, error);
    case COMMAND_PICK:
        return query_pick(config, stdout, error);
    case COMMAND_BENCH:
        return speed_run(config, stdout, error);
    default:
        return folder_longest(config, stdout, error);
    }
}

static int start(int argc, char **argv) {
    EgdbConfig config;
    Error error;
    if (!egdb_options_read(&config, argc, argv, &error)) {
        return complain(&error, EXIT_USAGE);
    }
    if (config.help) {
        egdb_options_write_help(stdout);
        return EXIT_GOOD;
    }
    if (config.version) {
        printf("kelso-egdb %s, commit %s, %s\n", version_number(), version_commit(),
               version_compiler());
        return EXIT_GOOD;
    }
    if (run(&config, &error)) {
        return EXIT_GOOD;
    }
    return complain(&error, error.code == ERROR_INPUT ? EXIT_USAGE : EXIT_FAILED);
}

int main(int argc, char **argv) {
    return stream_exit("kelso-egdb", start(argc, argv), EXIT_FAILED);
}
