#include "match/arguments.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "common/alloc.h"
#include "common/words.h"
#include "egdb/slice.h"
#include "match/options.h"

#define ARRAY_COUNT(array) (int)(sizeof(array) / sizeof *(array))

// What an argument of an engine belongs to: the latest engine, or all.
static EngineConfig *present(MatchConfig *config) {
    return config->engine_count > 0 && !config->for_all ? &config->engines[config->engine_count - 1]
                                                        : &config->common;
}

// ---- engines

static bool set_engine(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    char **words = words_split(value, error); // a mistake comes out before anything is played
    if (words == NULL) {
        return false;
    }
    words_free(words);
    config->engines = alloc_grow(config->engines, &config->engine_capacity,
                                 config->engine_count + 1, sizeof *config->engines);
    config->engines[config->engine_count++] = (EngineConfig){.command = value};
    config->for_all = false;
    return true;
}

static bool set_name(void *context, const char *value, Error *error) {
    if (*value == '\0') {
        return error_set(error, ERROR_INPUT, "the name is empty");
    }
    for (const char *c = value; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7F) {
            return error_set(error, ERROR_INPUT, "the name holds a control character");
        }
    }
    present(context)->name = value;
    return true;
}

static bool set_directory(void *context, const char *value, Error *error) {
    (void)error;
    present(context)->directory = value;
    return true;
}

static bool set_protocol(void *context, const char *value, Error *error) {
    EngineConfig *engine = present(context);
    engine->has_protocol = true;
    return protocol_named(value, &engine->protocol) ||
           error_set(error, ERROR_INPUT, "'%s' is neither native, hub nor cb", value);
}

static bool set_option(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    char *copy = alloc_text(value), *equals = strchr(copy, '=');
    if (equals != NULL) {
        *equals = '\0';
    }
    const char *name = text_trim(copy);
    bool good =
        *name != '\0' || error_set(error, ERROR_INPUT, "'%s' is not of the form Name=Value", value);
    if (good && strpbrk(value, "\r\n") != NULL) {
        good = error_set(error, ERROR_INPUT, "an option is one line");
    }
    if (good) {
        EngineConfig *engine = present(config);
        options_add(engine, name, equals == NULL ? NULL : text_trim(equals + 1),
                    engine == &config->common ? SETTING_COMMON : SETTING_REQUIRED);
    }
    free(copy);
    return good;
}

// ---- limits

// Behind a match file a limit is for all its engines: none may have another.
static bool replaces_limits(MatchConfig *config, Error *error) {
    for (int i = 0; i < config->engine_count; i++) {
        if (config->engines[i].has_limit) {
            return error_set(error, ERROR_INPUT,
                             "behind --config it would be for all engines, but engine %d has a "
                             "limit of its own",
                             i + 1);
        }
    }
    config->common.has_limit &= !config->file_limit;
    config->file_limit = false;
    return true;
}

static bool set_limit(MatchConfig *config, Limit limit, Error *error) {
    EngineConfig *engine = present(config);
    if (config->for_all && !replaces_limits(config, error)) {
        return false;
    }
    if (engine->has_limit) {
        return error_set(error, ERROR_INPUT,
                         "an engine takes one of --tc, --movetime, --nodes and --depth");
    }
    engine->has_limit = true;
    engine->limit = limit;
    return true;
}

static bool set_clock(void *context, const char *value, Error *error) {
    Limit limit;
    return limit_read_clock(value, &limit, error) && set_limit(context, limit, error);
}

static bool set_movetime(void *context, const char *value, Error *error) {
    Limit limit = {.kind = LIMIT_MOVETIME};
    if (!args_read_seconds(value, &limit.movetime_ns, error)) {
        return false;
    }
    if (limit.movetime_ns < 1000000) {
        return error_set(error, ERROR_INPUT, "less than a millisecond");
    }
    return set_limit(context, limit, error);
}

static bool set_nodes(void *context, const char *value, Error *error) {
    Limit limit = {.kind = LIMIT_NODES};
    return args_read_int(value, 1, INT64_MAX, &limit.count, error) &&
           set_limit(context, limit, error);
}

static bool set_depth(void *context, const char *value, Error *error) {
    Limit limit = {.kind = LIMIT_DEPTH};
    return args_read_int(value, 1, 120, &limit.count, error) && set_limit(context, limit, error);
}

// ---- the match

static bool set_openings(void *context, const char *value, Error *error) {
    return args_read_path(value, &((MatchConfig *)context)->openings, error);
}

static bool set_plies(void *context, const char *value, Error *error) {
    return args_read_small(value, 0, 1000, &((MatchConfig *)context)->opening_plies, error);
}

static bool set_rounds(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    return args_read_int(value, 1, OPTIONS_GAMES_MAX / 2, &config->rounds, error);
}

static bool set_gauntlet(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((MatchConfig *)context)->gauntlet = true;
    return true;
}

static bool set_order(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    config->random = strcmp(value, "random") == 0;
    config->numbers = *value >= '0' && *value <= '9' ? value : NULL;
    return config->random || config->numbers != NULL || strcmp(value, "sequential") == 0 ||
           error_set(error, ERROR_INPUT, "'%s' is neither sequential, random nor numbers", value);
}

static bool set_seed(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    int64_t seed;
    if (!args_read_int(value, 0, INT64_MAX, &seed, error)) {
        return false;
    }
    config->seed_given = true;
    config->seed = (uint64_t)seed;
    return true;
}

static bool set_concurrency(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    return args_read_small(value, 1, 1000, &config->concurrency, error);
}

static bool set_pin(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((MatchConfig *)context)->pin = true;
    return true;
}

static bool set_ponder(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((MatchConfig *)context)->ponder = true;
    return true;
}

static bool set_margin(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    int64_t margin_ms;
    if (!args_read_int(value, 0, 1000000, &margin_ms, error)) {
        return false;
    }
    config->referee.patience.margin_ns = margin_ms * 1000000;
    return true;
}

// How long to wait for an engine: no time at all would make every game a fault.
static bool read_patience(const char *value, int64_t *wait_ns, Error *error) {
    return args_read_seconds(value, wait_ns, error) &&
           (*wait_ns > 0 || error_set(error, ERROR_INPUT, "'%s' seconds are too short", value));
}

static bool set_hang(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    return read_patience(value, &config->referee.patience.hang_ns, error);
}

static bool set_answer(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    return read_patience(value, &config->answer_ns, error);
}

static bool set_rules(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    config->referee.rules.set = rule_set_named(value);
    return config->referee.rules.set != NULL ||
           error_set(error, ERROR_INPUT, "'%s' is none of wcdf, fifty and crowning", value);
}

static bool set_variant(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    return variant_named(value, &config->referee.rules.variant) ||
           error_set(error, ERROR_INPUT, "'%s' is neither english nor giveaway", value);
}

static bool set_illegal(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    config->referee.caution = strcmp(value, "wcdf") == 0;
    return config->referee.caution || strcmp(value, "forfeit") == 0 ||
           error_set(error, ERROR_INPUT, "'%s' is neither forfeit nor wcdf", value);
}

static bool set_max_plies(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    return args_read_small(value, 1, 100000, &config->referee.max_plies, error);
}

static bool set_score_rule(void *context, const char *key, const char *value, Error *error) {
    ScoreRule *rule = context;
    int64_t number;
    if (strcmp(key, "score") == 0) {
        return args_read_int(value, 0, 1000000, &rule->score, error);
    }
    bool count = strcmp(key, "movecount") == 0;
    if (!count && strcmp(key, "movenumber") != 0) {
        return error_set(error, ERROR_INPUT, "it is none of movenumber, movecount and score");
    }
    if (!args_read_int(value, count, 10000, &number, error)) {
        return false;
    }
    *(count ? &rule->move_count : &rule->move_number) = (int)number;
    return true;
}

static bool set_draw(void *context, const char *value, Error *error) {
    ScoreRule *rule = &((MatchConfig *)context)->referee.draw;
    *rule = (ScoreRule){.move_number = 40, .move_count = 8, .score = 10};
    return args_read_pairs(value, set_score_rule, rule, error);
}

static bool set_resign(void *context, const char *value, Error *error) {
    ScoreRule *rule = &((MatchConfig *)context)->referee.resign;
    *rule = (ScoreRule){.move_number = 0, .move_count = 4, .score = 600};
    return args_read_pairs(value, set_score_rule, rule, error) &&
           (rule->score > 0 || error_set(error, ERROR_INPUT, "score: 0 is no advantage"));
}

static bool set_tables(void *context, const char *value, Error *error) {
    return args_read_path(value, &((MatchConfig *)context)->tables_path, error);
}

static bool set_table_pieces(void *context, const char *value, Error *error) {
    return args_read_small(value, 2, SLICE_PIECES_MAX, &((MatchConfig *)context)->table_pieces,
                           error);
}

static bool set_dry_run(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((MatchConfig *)context)->dry_run = true;
    return true;
}

// "2/8"
static bool set_shard(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    char copy[32];
    int64_t shard, shards;
    const char *slash = strchr(value, '/');
    if (slash == NULL || strlen(value) >= sizeof copy) {
        return error_set(error, ERROR_INPUT, "'%s' is not of the form i/n", value);
    }
    strcpy(copy, value);
    copy[slash - value] = '\0';
    if (!args_read_int(slash + 1, 1, 1000000, &shards, error) ||
        !args_read_int(copy, 1, shards, &shard, error)) {
        return false;
    }
    config->shard = (int)shard - 1;
    config->shards = (int)shards;
    return true;
}

static bool set_merge(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    (void)error;
    config->merge_paths = alloc_grow(config->merge_paths, &config->merge_capacity,
                                     config->merge_count + 1, sizeof *config->merge_paths);
    config->merge_paths[config->merge_count++] = value;
    return true;
}

static bool set_sprt(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    config->has_sprt = true;
    return sprt_read(&config->sprt, value, error);
}

static bool set_stats(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    StatsCounts *counts = &config->stats;
    counts->cells = args_read_counts(value, STATS_CELLS_MAX, counts->count, error);
    return counts->cells == 0 || counts->cells == STATS_GAMES || counts->cells == STATS_PAIRS
               ? counts->cells != 0
               : error_set(error, ERROR_INPUT, "L,D,W or LL,LD,DD+WL,WD,WW are wanted, not '%s'",
                           value);
}

// ---- files and words

static bool set_pdn(void *context, const char *value, Error *error) {
    return args_read_path(value, &((MatchConfig *)context)->pdn_path, error);
}

static bool set_json(void *context, const char *value, Error *error) {
    return args_read_path(value, &((MatchConfig *)context)->json_path, error);
}

static bool set_html(void *context, const char *value, Error *error) {
    return args_read_path(value, &((MatchConfig *)context)->html_path, error);
}

static bool set_evidence(void *context, const char *value, Error *error) {
    return args_read_path(value, &((MatchConfig *)context)->evidence_path, error);
}

static bool set_journal_path(MatchConfig *config, const char *value, bool resume, Error *error) {
    if (config->journal_path != NULL) {
        return error_set(error, ERROR_INPUT, "a match has one journal");
    }
    config->resume = resume;
    return args_read_path(value, &config->journal_path, error);
}

static bool set_journal(void *context, const char *value, Error *error) {
    return set_journal_path(context, value, false, error);
}

static bool set_resume(void *context, const char *value, Error *error) {
    return set_journal_path(context, value, true, error);
}

static bool set_quiet(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((MatchConfig *)context)->quiet = true;
    return true;
}

static bool set_help(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((MatchConfig *)context)->help = true;
    return true;
}

static bool set_version(void *context, const char *value, Error *error) {
    (void)value, (void)error;
    ((MatchConfig *)context)->version = true;
    return true;
}

static bool set_config(void *context, const char *value, Error *error);

static const ArgSpec specs[] = {
    {NULL, NULL,
     "Engines, two or more. What follows an --engine belongs to it; what stands before the\n"
     "first belongs to all, unless an engine has its own.",
     NULL, false},
    {"--engine", "COMMAND",
     "starts the engine: words as a shell splits them, quotes too;\n"
     "a relative path is looked up from --dir",
     set_engine, true},
    {"--name", "NAME",
     "instead of the engine's own; equal names become NAME#2; tables\n"
     "show 40 characters of it",
     set_name, true},
    {"--option", "NAME=VALUE",
     "a parameter in Hub; a mistake in an engine's own option stops\n"
     "the match, one for all is left out where it is not offered",
     set_option, true},
    {"--protocol", "PROTOCOL", "native (default), hub, or cb: a CheckerBoard library", set_protocol,
     true},
    {"--dir", "FOLDER", "the engine's working directory", set_directory, true},
    {"--tc", "[MOVES/]BASE[+INC]",
     "seconds for the game or for MOVES moves (1 to 10000), and for\n"
     "each move made; the default, 10+0.1",
     set_clock, true},
    {"--movetime", "SECONDS", "for each move, from 0.001, with 50 ms of tolerance", set_movetime,
     true},
    {"--nodes", "N", "for each move, from 1", set_nodes, true},
    {"--depth", "N", "for each move, 1 to 120", set_depth, true},
    {NULL, NULL, "The match", NULL, false},
    {"--openings", "DECK|FILE",
     "ballots144, ballots156, ballots174 (three-move), ballots2\n"
     "(two-move), ballots11 (11-man), edge (6 to 8 plies), FILE.pdn,\n"
     "or another file with a FEN or moves from the start on each\n"
     "line, not both; # starts a comment",
     set_openings, false},
    {"--plies", "N", "of each game of FILE.pdn, 0 to 1000; default 8", set_plies, false},
    {"--rounds", "N",
     "openings to play, each twice with sides swapped, 1 to\n"
     "50000000, or what makes 100000000 games of more than two\n"
     "engines; the default is the list once; past its end it starts\n"
     "again",
     set_rounds, false},
    {"--gauntlet", NULL,
     "the first engine plays each of the others; else, of more than\n"
     "two, each plays each",
     set_gauntlet, false},
    {"--order", "ORDER",
     "sequential (default), random by the seed, or the numbers of\n"
     "openings to be played, as 57,4,10-20",
     set_order, false},
    {"--seed", "N", "0 to 9223372036854775807; the default is drawn and printed", set_seed, false},
    {"--concurrency", "N", "games at a time, 1 to 1000; the default: as cores", set_concurrency,
     false},
    {"--pin", NULL,
     "the engines of each game at a time have a core to themselves;\n"
     "for engines of one thread",
     set_pin, false},
    {"--ponder", NULL,
     "engines that offer the option Ponder think on the opponent's\n"
     "time, too, about the move that they expect",
     set_ponder, false},
    {"--margin", "MS", "how late a move may be, 0 (default) to 1000000", set_margin, false},
    {"--hang", "SECONDS", "above 0, for a move by nodes or depth; default 60", set_hang, false},
    {"--answer", "SECONDS", "above 0, to answer uci and isready; default 10", set_answer, false},
    {"--rules", "RULES", "of draws: wcdf (default), fifty, crowning", set_rules, false},
    {"--variant", "VARIANT", "english (default) or giveaway", set_variant, false},
    {"--illegal", "HOW",
     "an illegal move: forfeit (default) loses; wcdf: the first is\n"
     "cautioned, the second loses",
     set_illegal, false},
    {"--max-plies", "N", "a game of so many plies, opening included, is drawn; 1 to 100000",
     set_max_plies, false},
    {"--draw", "KEY=VALUE,KEY=VALUE",
     "a game is drawn from move movenumber=40 on, when both\n"
     "engines have said at most score=10 hundredths of a man for\n"
     "movecount=8 moves each in a row",
     set_draw, false},
    {"--resign", "KEY=VALUE,KEY=VALUE",
     "a game is won by the side that both engines have said to be\n"
     "ahead by score=600 or more for movecount=4 moves each",
     set_resign, false},
    {"--egdb", "FOLDER",
     "a game ends with the result that endgame tables of kelso-egdb\n"
     "say is certain, the draw rules included",
     set_tables, false},
    {"--egdb-pieces", "N", "of --egdb, at most; 2 to 10, the default: as many as are there",
     set_table_pieces, false},
    {"--sprt", "KEY=VALUE,KEY=VALUE",
     "the match ends as soon as this sequential test of the first\n"
     "engine against the second is decided: elo0=0,elo1=5,\n"
     "alpha=0.05,beta=0.05,model=normalized (or logistic), which\n"
     "are the defaults of what is left out",
     set_sprt, false},
    {"--config", "FILE",
     "arguments from an INI file, as if they stood here: lines\n"
     "name = value, with the names of the arguments (quiet = true\n"
     "for one without a value), [sections] as you like; what\n"
     "follows behind engines of the file is for all engines",
     set_config, false},
    {"--shard", "i/n",
     "plays the i-th of n parts of the match, whose journals\n"
     "--merge joins; the same seed for all",
     set_shard, false},
    {NULL, NULL, "Output", NULL, false},
    {"--pdn", "FILE",
     "each game is appended when it is over: with --concurrency\n"
     "above 1 in the order in which they ended",
     set_pdn, false},
    {"--json", "FILE",
     "each game is appended as a line of JSON when it is over, and\n"
     "a summary in the end",
     set_json, false},
    {"--html", "FILE",
     "the result and the games as a page for a browser, in one file\n"
     "that needs no other, written while the match goes on and in\n"
     "the end; one that is there already is replaced",
     set_html, false},
    {"--evidence", "FILE",
     "the last 200 lines exchanged with an engine that made a fault\n"
     "are appended",
     set_evidence, false},
    {"--journal", "FILE",
     "keeps each game safe from any end of the program or the\n"
     "machine: a game counts when it is there",
     set_journal, false},
    {"--resume", "FILE",
     "goes on with the match of this journal, which must be of the\n"
     "same engines, openings, limits and rules; begins it if there\n"
     "is none",
     set_resume, false},
    {"--dry-run", NULL, "prints the games that would be played, and plays none", set_dry_run,
     false},
    {"--merge", "FILE...",
     "no match: joins the journals of its parts into one result,\n"
     "and into --pdn, --json and --journal, which must be new, and\n"
     "into --html",
     set_merge, true},
    {"--quiet", NULL, "no status line", set_quiet, false},
    {"--stats", "COUNTS",
     "no match: prints the figures of L,D,W games or of\n"
     "LL,LD,DD+WL,WD,WW pairs; with --sprt its LLR too",
     set_stats, false},
    {"--help", NULL, "this text", set_help, false},
    {"--version", NULL, "the version", set_version, false},
};

static bool set_config(void *context, const char *value, Error *error) {
    MatchConfig *config = context;
    if (config->file.count > 0) {
        return error_set(error, ERROR_INPUT, "is given twice");
    }
    int engines = config->engine_count;
    bool had_limit = config->common.has_limit;
    if (!args_file_parse(&config->file, value, specs, ARRAY_COUNT(specs), config, error)) {
        return false;
    }
    config->for_all = config->engine_count > engines;
    config->file_limit = config->common.has_limit && !had_limit;
    return true;
}

const ArgSpec *arguments_table(int *count) {
    *count = ARRAY_COUNT(specs);
    return specs;
}
