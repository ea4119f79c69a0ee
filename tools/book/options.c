#include "book/options.h"

#include <string.h>

#include "common/args.h"

#define ARRAY_COUNT(array) (int)(sizeof(array) / sizeof *(array))

static bool set_word(void *context, const char *value, Error *error) {
    BookConfig *config = context;
    if (!config->suite) {
        config->suite = strcmp(value, "suite") == 0;
        return config->suite ||
               error_set(error, ERROR_INPUT, "'%s' is no command; --help lists them", value);
    }
    if (config->kind != SUITE_NONE) {
        return error_set(error, ERROR_INPUT, "'%s' is too many", value);
    }
    config->kind = strcmp(value, "ballots11") == 0 ? SUITE_ELEVEN
                   : strcmp(value, "edge") == 0    ? SUITE_EDGE
                                                   : SUITE_NONE;
    return config->kind != SUITE_NONE ||
           error_set(error, ERROR_INPUT, "'%s' is neither ballots11 nor edge", value);
}

static bool set_count(void *context, const char *value, Error *error) {
    return args_read_int(value, 1, 1000000, &((BookConfig *)context)->count, error);
}

static bool set_seed(void *context, const char *value, Error *error) {
    return args_read_int(value, 0, INT64_MAX, &((BookConfig *)context)->seed, error);
}

static bool set_nodes(void *context, const char *value, Error *error) {
    return args_read_int(value, 100, INT64_MAX, &((BookConfig *)context)->nodes, error);
}

static bool set_depth(void *context, const char *value, Error *error) {
    int64_t depth;
    if (!args_read_int(value, 1, 30, &depth, error)) {
        return false;
    }
    ((BookConfig *)context)->depth = (int)depth;
    return true;
}

// "6-8"
static bool read_range(const char *value, int64_t max, int *first, int *last, Error *error) {
    char copy[32];
    int64_t from, to;
    const char *dash = strchr(value, '-');
    if (dash == NULL || strlen(value) >= sizeof copy) {
        return error_set(error, ERROR_INPUT, "'%s' is not of the form 6-8", value);
    }
    strcpy(copy, value);
    copy[dash - value] = '\0';
    if (!args_read_int(copy, 1, max, &from, error) ||
        !args_read_int(dash + 1, from, max, &to, error)) {
        return false;
    }
    *first = (int)from;
    *last = (int)to;
    return true;
}

static bool set_plies(void *context, const char *value, Error *error) {
    BookConfig *config = context;
    return read_range(value, 40, &config->min_plies, &config->max_plies, error);
}

static bool set_score(void *context, const char *value, Error *error) {
    BookConfig *config = context;
    return read_range(value, 1000, &config->min_score, &config->max_score, error);
}

static bool set_quiet(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((BookConfig *)context)->quiet = true;
    return true;
}

static bool set_help(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((BookConfig *)context)->help = true;
    return true;
}

static bool set_version(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((BookConfig *)context)->version = true;
    return true;
}

static const ArgSpec specs[] = {
    {"", "WORD", "", set_word, true},
    {NULL, NULL, "For every suite", NULL, false},
    {"--count", "N",
     "openings, 1 to 1000000; ballots11: the default is all there are;\n"
     "edge: 1000",
     set_count, false},
    {"--seed", "N", "of the choice and the order; default 1", set_seed, false},
    {"--quiet", NULL, "no status line", set_quiet, false},
    {NULL, NULL, "suite ballots11", NULL, false},
    {"--depth", "N",
     "half-moves within which no man may be lost by force, 1 to 30;\n"
     "default 8",
     set_depth, false},
    {NULL, NULL, "suite edge", NULL, false},
    {"--plies", "MIN-MAX", "of an opening, up to 40; default 6-8", set_plies, false},
    {"--score", "MIN-MAX",
     "hundredths of a man by which one side is ahead, up to 1000;\n"
     "default 20-80",
     set_score, false},
    {"--nodes", "N", "of the search that says so, from 100; default 20000", set_nodes, false},
    {NULL, NULL, "", NULL, false},
    {"--help", NULL, "this text", set_help, false},
    {"--version", NULL, "the version", set_version, false},
};

void book_options_write_help(FILE *file) {
    fputs(
        "kelso-book: makes opening suites, which kelso-match takes as --openings FILE.\n\n"
        "  kelso-book suite ballots11 >FILE   each side lacks a man and has made one move; no man\n"
        "                                     is lost by force\n"
        "  kelso-book suite edge >FILE        random moves from the start; one side is ahead, but\n"
        "                                  has not won\n\n"
        "All positions of a suite differ. The same program, arguments and seed make the same "
        "suite; a\nsmaller --count makes the beginning of it.\n",
        file);
    args_write_help(specs, ARRAY_COUNT(specs), file);
    fputs("\nExit status: 0 the suite is made; 1 it could not be written, or there are not so many "
          "openings;\n2 a mistake on the command line.\n",
          file);
}

bool book_options_read(BookConfig *config, int argc, char **argv, Error *error) {
    *config = (BookConfig){.seed = 1,
                           .depth = 8,
                           .min_plies = 6,
                           .max_plies = 8,
                           .min_score = 20,
                           .max_score = 80,
                           .nodes = 20000,
                           .argc = argc,
                           .argv = argv};
    for (int i = 1; i < argc; i++) { // wherever they stand and whatever else is wrong
        config->help |= strcmp(argv[i], "--help") == 0;
        config->version |= strcmp(argv[i], "--version") == 0;
    }
    if (config->help || config->version) {
        return true;
    }
    return args_parse(specs, ARRAY_COUNT(specs), argc, argv, config, error) &&
           (config->kind != SUITE_NONE ||
            error_set(error, ERROR_INPUT, "a suite is needed: suite ballots11 or suite edge"));
}
