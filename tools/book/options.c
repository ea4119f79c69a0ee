#include "book/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "book/ballots.h"
#include "common/alloc.h"
#include "common/commands.h"

#define ARRAY_COUNT(array) (int)(sizeof(array) / sizeof *(array))
#define THREADS_MAX        256

static const char *const commands[COMMAND_COUNT] = {
    [COMMAND_SUITE] = "suite", [COMMAND_BUILD] = "build", [COMMAND_ADD] = "add",
    [COMMAND_MERGE] = "merge", [COMMAND_TEXT] = "text",   [COMMAND_PROBE] = "probe",
    [COMMAND_TREE] = "tree",   [COMMAND_STATS] = "stats", [COMMAND_VERIFY] = "verify",
};

static bool set_word(void *context, const char *value, Error *error) {
    (void)error;
    BookConfig *config = context;
    config->words = alloc_grow(config->words, &config->word_capacity, config->word_count + 1,
                               sizeof *config->words);
    config->words[config->word_count++] = (char *)value;
    return true;
}

static bool set_count(void *context, const char *value, Error *error) {
    return args_read_int(value, 1, 1000000, &((BookConfig *)context)->count, error);
}

static bool set_seed(void *context, const char *value, Error *error) {
    return args_read_int(value, 0, INT64_MAX, &((BookConfig *)context)->seed, error);
}

static bool set_nodes(void *context, const char *value, Error *error) {
    return args_read_int(value, 100, INT64_MAX / 16, &((BookConfig *)context)->nodes, error);
}

static bool set_depth(void *context, const char *value, Error *error) {
    return args_read_small(value, 1, 30, &((BookConfig *)context)->depth, error);
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
    if (config->command == COMMAND_SUITE) {
        return read_range(value, 40, &config->min_plies, &config->max_plies, error);
    }
    return args_read_small(value, 1, 100, &config->plies, error);
}

static bool set_score(void *context, const char *value, Error *error) {
    BookConfig *config = context;
    return read_range(value, 1000, &config->min_score, &config->max_score, error);
}

// "1-20", "57", one piece of a list.
static bool add_ballots(BookConfig *config, const char *piece, Error *error) {
    int first, last = 0, count = ballots_three_move().count;
    if (strchr(piece, '-') == NULL) {
        if (!args_read_small(piece, 1, count, &first, error)) {
            return false;
        }
        last = first;
    } else if (!read_range(piece, count, &first, &last, error)) {
        return false;
    }
    for (int i = first; i <= last; i++) {
        config->ballots[i - 1] = true;
    }
    return true;
}

static bool set_ballots(void *context, const char *value, Error *error) {
    BookConfig *config = context;
    char *copy = alloc_text(value), *rest = copy, *piece;
    bool good = true;
    memset(config->ballots, 0, sizeof config->ballots);
    while (good && (piece = strsep(&rest, ",")) != NULL) {
        good = add_ballots(config, piece, error);
    }
    free(copy);
    return good;
}

static bool set_output(void *context, const char *value, Error *error) {
    ((BookConfig *)context)->output = value;
    return *value != '\0' || error_set(error, ERROR_INPUT, "the file has no name");
}

static bool set_from(void *context, const char *value, Error *error) {
    (void)error;
    ((BookConfig *)context)->from = value;
    return true;
}

static bool set_book(void *context, const char *value, Error *error) {
    (void)error;
    ((BookConfig *)context)->book = value;
    return true;
}

static bool set_egdb(void *context, const char *value, Error *error) {
    (void)error;
    ((BookConfig *)context)->egdb = value;
    return true;
}

static bool set_steps(void *context, const char *value, Error *error) {
    return args_read_int(value, 1, 1000000, &((BookConfig *)context)->steps, error);
}

static bool set_minutes(void *context, const char *value, Error *error) {
    return args_read_int(value, 1, 1000000, &((BookConfig *)context)->minutes, error);
}

static bool set_ply_cost(void *context, const char *value, Error *error) {
    return args_read_small(value, 1, 1000, &((BookConfig *)context)->ply_cost, error);
}

static bool set_threads(void *context, const char *value, Error *error) {
    return args_read_small(value, 1, THREADS_MAX, &((BookConfig *)context)->threads, error);
}

static bool set_margin(void *context, const char *value, Error *error) {
    return args_read_small(value, 0, 20000, &((BookConfig *)context)->margin, error);
}

static bool set_research(void *context, const char *value, Error *error) {
    return args_read_int(value, 1, 1000000, &((BookConfig *)context)->research, error);
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

#define ONE(command) (1U << (command))
#define SUITE        ONE(COMMAND_SUITE)
#define BUILD        ONE(COMMAND_BUILD)
#define ADD          ONE(COMMAND_ADD)
#define MERGE        ONE(COMMAND_MERGE)
#define TREE         ONE(COMMAND_TREE)
#define VERIFY       ONE(COMMAND_VERIFY)
#define ASKING       (ONE(COMMAND_PROBE) | TREE)
#define SEARCHING    (BUILD | ADD | VERIFY)
#define ALL          (ONE(COMMAND_COUNT) - 1)

// Which commands take the argument.
static const CommandSpec options[] = {
    {ALL, {"", NULL, NULL, set_word, true}},
    {BUILD | ADD | MERGE,
     {"--output", "BOOK", "the book to write; build keeps BOOK.journal beside it", set_output,
      false}},
    {BUILD | ADD, {"--from", "BOOK", "goes on from this book", set_from, false}},
    {BUILD, {"--ballots", "LIST", "build: as in 1-20,57; default: all", set_ballots, false}},
    {SUITE | SEARCHING,
     {"--nodes", "N",
      "of a search, from 100; default 1000000, suite: 20000;\n"
      "verify: of the searches that made the book",
      set_nodes, false}},
    {BUILD,
     {"--steps", "N", "build: ends when each ballot has made so many steps", set_steps, false}},
    {BUILD, {"--minutes", "N", "build: ends after so many minutes", set_minutes, false}},
    {BUILD,
     {"--ply-cost", "N",
      "build: hundredths of a man that weigh as much as a ply more:\n"
      "few make a deep book, many a broad one; default 5",
      set_ply_cost, false}},
    {SEARCHING,
     {"--egdb", "DIRS", "endgame tables, in folders parted by colons; default: none", set_egdb,
      false}},
    {BUILD, {"--threads", "T", "default: as many as there are cores", set_threads, false}},
    {ASKING, {"--book", "BOOK", "probe, tree: default: where kelso finds it", set_book, false}},
    {TREE | ADD, {"--plies", "N", "tree, add: so deep; default 8, add: 12", set_plies, false}},
    {TREE,
     {"--margin", "N",
      "tree: only moves that are worse by up to so many hundredths\n"
      "of a man; default 30",
      set_margin, false}},
    {VERIFY,
     {"--research", "N",
      "verify: searches so many random positions with ten times\n"
      "their nodes",
      set_research, false}},
    {SUITE,
     {"--count", "N",
      "suite: openings, 1 to 1000000; ballots11: the default is\n"
      "all there are; edge: 1000",
      set_count, false}},
    {SUITE | VERIFY, {"--seed", "N", "suite, verify: of the choice; default 1", set_seed, false}},
    {SUITE,
     {"--depth", "N",
      "suite ballots11: half-moves within which no man may be lost\n"
      "by force, 1 to 30; default 8",
      set_depth, false}},
    {SUITE,
     {"--plies", "MIN-MAX", "suite edge: of an opening, up to 40; default 6-8", set_plies, false}},
    {SUITE,
     {"--score", "MIN-MAX",
      "suite edge: hundredths of a man by which one side is ahead,\n"
      "up to 1000; default 20-80",
      set_score, false}},
    {SUITE | SEARCHING, {"--quiet", NULL, "no status line and no summary", set_quiet, false}},
    {ALL, {"--help", NULL, "this text", set_help, false}},
    {ALL, {"--version", NULL, "the version", set_version, false}},
};

void book_options_write_help(FILE *file) {
    ArgSpec specs[ARRAY_COUNT(options)];
    int count = commands_specs(options, ARRAY_COUNT(options), ALL, specs);
    fputs(
        "kelso-book: the opening book of the three-move ballots, and opening suites.\n\n"
        "  kelso-book build --output BOOK    grows a book by searches; started again, it goes "
        "on\n"
        "  kelso-book add --from BOOK --output BOOK FILE...   puts games of PDN files in\n"
        "  kelso-book merge --output BOOK FILE...   joins books, in either form\n"
        "  kelso-book text BOOK              prints it as text, which merge reads\n"
        "  kelso-book probe FEN              what a book says of a position\n"
        "  kelso-book tree BALLOT            its moves behind a ballot\n"
        "  kelso-book stats BOOK             score and depth of each ballot, as a table\n"
        "  kelso-book verify BOOK            is all in it right?\n"
        "  kelso-book suite ballots11|edge   openings for kelso-match --openings FILE: men taken\n"
        "                                    off; or random moves to where a side is ahead\n\n",
        file);
    args_write_help(specs, count, file);
    fputs("\nThe same program, arguments and seed make the same suite; a smaller --count makes the "
          "beginning\nof it. A book depends on --nodes, --ply-cost, --egdb, --from and --steps "
          "alone, for each ballot\nby itself.\n"
          "\nExit status: 0 good; 1 something failed or is wrong in the book; 2 a mistake on the "
          "command line.\n",
          file);
}

static bool read_command(BookConfig *config, const char *word, Error *error) {
    int command = commands_find(word, commands, COMMAND_COUNT, error);
    config->command = command < 0 ? config->command : (BookCommand)command;
    return command >= 0;
}

static bool check_suite(BookConfig *config, Error *error) {
    const char *name = config->word_count > 0 ? config->words[0] : "";
    if (*name == '\0') {
        return error_set(error, ERROR_INPUT, "a suite is needed: suite ballots11 or suite edge");
    }
    config->kind = strcmp(name, "ballots11") == 0 ? SUITE_ELEVEN
                   : strcmp(name, "edge") == 0    ? SUITE_EDGE
                                                  : SUITE_NONE;
    return config->kind != SUITE_NONE ||
           error_set(error, ERROR_INPUT, "'%s' is neither ballots11 nor edge", name);
}

// How many words each command takes and what they are.
static bool check_words(BookConfig *config, Error *error) {
    static const struct {
        int max;
        const char *what;
    } rows[COMMAND_COUNT] = {
        [COMMAND_SUITE] = {1, NULL},         [COMMAND_BUILD] = {0, NULL},
        [COMMAND_ADD] = {1000000, "a FILE"}, [COMMAND_MERGE] = {1000000, "a FILE"},
        [COMMAND_TEXT] = {1, "a BOOK"},      [COMMAND_PROBE] = {1, "a FEN in quotes"},
        [COMMAND_TREE] = {1, "a BALLOT"},    [COMMAND_STATS] = {1, "a BOOK"},
        [COMMAND_VERIFY] = {1, "a BOOK"},
    };
    if (config->word_count > rows[config->command].max) {
        return error_set(error, ERROR_INPUT, "'%s' is too many",
                         config->words[rows[config->command].max]);
    }
    return rows[config->command].what == NULL || config->word_count > 0 ||
           error_set(error, ERROR_INPUT, "%s needs %s", commands[config->command],
                     rows[config->command].what);
}

static bool check_command(BookConfig *config, Error *error) {
    bool writes = (BUILD | ADD | MERGE) & ONE(config->command);
    if (writes && config->output == NULL) {
        return error_set(error, ERROR_INPUT, "%s needs --output BOOK", commands[config->command]);
    }
    if (config->nodes == 0) {
        config->nodes = config->command == COMMAND_SUITE ? 20000 : 1000000;
    }
    if (config->plies == 0) {
        config->plies = config->command == COMMAND_ADD ? 12 : 8;
    }
    return check_words(config, error) &&
           (config->command != COMMAND_SUITE || check_suite(config, error));
}

bool book_options_read(BookConfig *config, int argc, char **argv, Error *error) {
    int cores = program_cores();
    *config = (BookConfig){.seed = 1,
                           .depth = 8,
                           .min_plies = 6,
                           .max_plies = 8,
                           .min_score = 20,
                           .max_score = 80,
                           .ply_cost = 5,
                           .margin = 30,
                           .threads = cores > THREADS_MAX ? THREADS_MAX : cores,
                           .argc = argc,
                           .argv = argv};
    memset(config->ballots, 1, sizeof config->ballots);
    commands_find_help(argc, argv, &config->help, &config->version);
    if (config->help || config->version) {
        return true;
    }
    if (argc < 2) {
        return error_set(error, ERROR_INPUT, "a command is needed; --help lists them");
    }
    ArgSpec specs[ARRAY_COUNT(options)];
    return read_command(config, argv[1], error) &&
           args_parse(specs,
                      commands_specs(options, ARRAY_COUNT(options), ONE(config->command), specs),
                      argc - 1, argv + 1, config, error) &&
           check_command(config, error);
}

void book_options_destroy(BookConfig *config) {
    free(config->words);
}
