// kelso-book: the wiring.
#include <stdio.h>

#include "book/add.h"
#include "book/build.h"
#include "book/files.h"
#include "book/inspect.h"
#include "book/suite.h"
#include "common/stream.h"
#include "engine/version.h"

enum { EXIT_GOOD, EXIT_FAILED, EXIT_REFUSED };

static int complain(const char *message, int status) {
    fprintf(stderr, "kelso-book: %s\n", message);
    return status;
}

static bool make_suite(const BookConfig *config, Error *error) {
    suite_write_head(config);
    return config->kind == SUITE_ELEVEN ? suite_eleven(config, error) : suite_edge(config, error);
}

static bool write_text(const BookConfig *config, Error *error) {
    Graph graph = {0};
    bool good = files_load(&graph, config->words[0], error);
    if (good) {
        files_write_text(&graph, stdout);
    }
    graph_destroy(&graph);
    return good;
}

static bool merge(const BookConfig *config, Error *error) {
    Graph graph = {0};
    bool good = true;
    for (int i = 0; good && i < config->word_count; i++) {
        good = files_load(&graph, config->words[i], error);
    }
    if (good) {
        graph_back_up(&graph);
        good = files_save(&graph, config->output, NULL, error);
    }
    graph_destroy(&graph);
    return good;
}

static bool (*const runs[COMMAND_COUNT])(const BookConfig *config, Error *error) = {
    [COMMAND_SUITE] = make_suite,      [COMMAND_BUILD] = book_build,
    [COMMAND_ADD] = book_add,          [COMMAND_MERGE] = merge,
    [COMMAND_TEXT] = write_text,       [COMMAND_PROBE] = inspect_probe,
    [COMMAND_TREE] = inspect_tree,     [COMMAND_STATS] = inspect_stats,
    [COMMAND_VERIFY] = inspect_verify,
};

static int start(BookConfig *config, int argc, char **argv) {
    Error error;
    if (!book_options_read(config, argc, argv, &error)) {
        return complain(error.message, EXIT_REFUSED);
    }
    if (config->help) {
        book_options_write_help(stdout);
        return EXIT_GOOD;
    }
    if (config->version) {
        printf("kelso-book %s, commit %s, %s\n", version_number(), version_commit(),
               version_compiler());
        return EXIT_GOOD;
    }
    return runs[config->command](config, &error) ? EXIT_GOOD : complain(error.message, EXIT_FAILED);
}

int main(int argc, char **argv) {
    BookConfig config;
    int status = start(&config, argc, argv);
    book_options_destroy(&config);
    return stream_exit("kelso-book", status, EXIT_FAILED);
}
