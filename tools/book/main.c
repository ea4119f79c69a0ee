// kelso-book: the wiring.
#include <stdio.h>

#include "book/suite.h"
#include "common/stream.h"
#include "engine/version.h"

enum { EXIT_GOOD, EXIT_FAILED, EXIT_REFUSED };

static int complain(const char *message, int status) {
    fprintf(stderr, "kelso-book: %s\n", message);
    return status;
}

static int make_suite(const BookConfig *config) {
    Error error;
    suite_write_head(config);
    bool good =
        config->kind == SUITE_ELEVEN ? suite_eleven(config, &error) : suite_edge(config, &error);
    return good ? EXIT_GOOD : complain(error.message, EXIT_FAILED);
}

static int start(int argc, char **argv) {
    BookConfig config;
    Error error;
    if (!book_options_read(&config, argc, argv, &error)) {
        return complain(error.message, EXIT_REFUSED);
    }
    if (config.help) {
        book_options_write_help(stdout);
        return EXIT_GOOD;
    }
    if (config.version) {
        printf("kelso-book %s, commit %s, %s\n", version_number(), version_commit(),
               version_compiler());
        return EXIT_GOOD;
    }
    return make_suite(&config);
}

int main(int argc, char **argv) {
    return stream_exit("kelso-book", start(argc, argv), EXIT_FAILED);
}
