#include "match/options.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "common/alloc.h"
#include "match/arguments.h"

// ---- options of engines

ClientSetting *options_find(EngineConfig *engine, const char *name) {
    for (int i = 0; i < engine->setting_count; i++) {
        if (text_equal_nocase(engine->settings[i].name, name)) {
            return &engine->settings[i];
        }
    }
    return NULL;
}

void options_add(EngineConfig *engine, const char *name, const char *value, SettingNeed need) {
    ClientSetting *setting = options_find(engine, name);
    if (setting == NULL) {
        engine->settings = alloc_grow(engine->settings, &engine->setting_capacity,
                                      engine->setting_count + 1, sizeof *engine->settings);
        setting = &engine->settings[engine->setting_count++];
    } else {
        free((char *)setting->name);
        free((char *)setting->value);
    }
    *setting = (ClientSetting){alloc_text(name), value == NULL ? NULL : alloc_text(value), need};
}

// ---- help

void options_write_help(FILE *file) {
    int count;
    const ArgSpec *specs = arguments_table(&count);
    fputs("kelso-match: plays engines against each other and referees.\n\n"
          "  kelso-match --engine COMMAND --engine COMMAND --openings ballots156 [ARGUMENT...]\n",
          file);
    args_write_help(specs, count, file);
    fputs(
        "\nAn engine that moves illegally or out of turn, is late, silent or ends loses that game "
        "and is\nstarted again. Ctrl-C lets the games in flight end, a second one stops at once."
        "\n\nExit status: 0 all games were played, or --sprt was decided; 1 stopped early, --merge "
        "lacks\ngames, an engine could not be started or failed five times in a row, or a file "
        "could "
        "not be\nwritten; 2 a mistake on the command line or in the openings, and nothing was "
        "played.\n",
        file);
}

// ---- the whole

// Gives each engine what stands for all and what the match sends to engines that know it.
static void complete_engine(MatchConfig *config, EngineConfig *engine) {
    const EngineConfig *common = &config->common;
    static const Limit usual = {
        .kind = LIMIT_CLOCK, .base_ns = 10000000000, .increment_ns = 100000000};
    if (engine->name == NULL) {
        engine->name = common->name;
    }
    if (!engine->has_protocol) {
        engine->protocol = common->protocol;
    }
    if (engine->directory == NULL) {
        engine->directory = common->directory;
    }
    if (!engine->has_limit) {
        engine->limit = common->has_limit ? common->limit : usual;
    }
    for (int i = 0; i < common->setting_count; i++) {
        const ClientSetting *setting = &common->settings[i];
        if (options_find(engine, setting->name) == NULL) {
            options_add(engine, setting->name, setting->value, setting->need);
        }
    }
    if (options_find(engine, "Rules") == NULL) {
        options_add(engine, "Rules", config->referee.rules.set->name, SETTING_IF_OFFERED);
    }
    if (config->ponder && options_find(engine, "Ponder") == NULL) {
        options_add(engine, "Ponder", "true", SETTING_IF_OFFERED);
    }
    if (options_find(engine, "Variant") == NULL) {
        options_add(engine, "Variant", variant_name(config->referee.rules.variant),
                    SETTING_IF_OFFERED);
    }
}

bool options_ponders(const MatchConfig *config, int engine) {
    const ClientSetting *setting = options_find(&config->engines[engine], "Ponder");
    return config->ponder && setting->value != NULL && text_equal_nocase(setting->value, "true");
}

int options_threads(const MatchConfig *config) {
    int64_t most = 1;
    for (int i = 0; i < config->engine_count; i++) {
        const ClientSetting *setting = options_find(&config->engines[i], "Threads");
        if (setting != NULL && setting->value != NULL) {
            text_to_int(setting->value, most, 10000, &most); // what is none is refused elsewhere
        }
    }
    return (int)most * (config->ponder ? 2 : 1);
}

// The folder that a path lies in, as far as its last slash; "." without one.
static void folder_of(const char *path, char folder[PATH_MAX]) {
    const char *slash = strrchr(path, '/');
    snprintf(folder, PATH_MAX, "%.*s", slash == NULL ? 1 : (int)(slash - path + 1),
             slash == NULL ? "." : path);
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static bool is_same_node(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

// Files that are still to be made are the same if they have one name in one folder.
static bool is_same_file(const char *one, const char *two) {
    struct stat a, b;
    bool have_a = stat(one, &a) == 0, have_b = stat(two, &b) == 0;
    if (have_a && have_b) {
        return S_ISREG(a.st_mode) && is_same_node(&a, &b);
    }
    if (have_a || have_b || strcmp(name_of(one), name_of(two)) != 0) {
        return false;
    }
    char folder_a[PATH_MAX], folder_b[PATH_MAX];
    folder_of(one, folder_a);
    folder_of(two, folder_b);
    return strcmp(one, two) == 0 ||
           (stat(folder_a, &a) == 0 && stat(folder_b, &b) == 0 && is_same_node(&a, &b));
}

static bool check_files(const MatchConfig *config, Error *error) {
    const struct {
        const char *name, *path;
    } files[] = {{"--openings", config->openings},      {"--pdn", config->pdn_path},
                 {"--json", config->json_path},         {"--html", config->html_path},
                 {"--evidence", config->evidence_path}, {"--journal", config->journal_path}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        for (size_t j = 0; j < i && files[i].path != NULL; j++) {
            if (files[j].path != NULL && is_same_file(files[i].path, files[j].path)) {
                return error_set(error, ERROR_INPUT, "%s and %s are the same file, %s",
                                 files[j].name, files[i].name, files[i].path);
            }
        }
    }
    return true;
}

// ---- what plays no match

static bool is_among(const char *name, const char *const *names) {
    while (*names != NULL && strcmp(*names, name) != 0) {
        names++;
    }
    return *names != NULL;
}

// Only these arguments, NULL-terminated, have an effect beside the first of them.
static bool check_given(const MatchConfig *config, const bool *given, const char *const *taken,
                        Error *error) {
    int count;
    const ArgSpec *specs = arguments_table(&count);
    for (int i = 0; i < count; i++) {
        bool is_given = given[i] || (config->file.given != NULL && config->file.given[i]);
        if (is_given && !is_among(specs[i].name, taken)) {
            return error_set(error, ERROR_INPUT, "%s plays no match: it takes no %s", taken[0],
                             specs[i].name);
        }
    }
    return true;
}

static bool parse(MatchConfig *config, int argc, char **argv, Error *error) {
    static const char *const merge_takes[] = {
        "--merge", "--pdn", "--json", "--html", "--journal", "--sprt", "--quiet", "--config", NULL};
    static const char *const stats_takes[] = {"--stats", "--sprt", "--quiet", "--config", NULL};
    int count;
    const ArgSpec *specs = arguments_table(&count);
    bool *given = alloc_zeroed((size_t)count, sizeof *given);
    bool good = args_parse_more(specs, count, given, argc, argv, config, error);
    if (good && (config->stats.cells != 0 || config->merge_count > 0)) {
        good =
            check_given(config, given, config->stats.cells != 0 ? stats_takes : merge_takes, error);
    }
    free(given);
    return good;
}

// ---- libraries

// What the host of a library cannot tell it.
static bool check_hosted(const MatchConfig *config, const EngineConfig *engine, Error *error) {
    const char *name = protocol_get(engine->protocol)->name;
    if (protocol_get(engine->protocol)->host == NULL) {
        return true;
    }
    if (engine->limit.kind == LIMIT_NODES || engine->limit.kind == LIMIT_DEPTH) {
        return error_set(error, ERROR_INPUT, "--protocol %s takes --tc or --movetime only", name);
    }
    return config->referee.rules.variant == VARIANT_ENGLISH ||
           error_set(error, ERROR_INPUT, "--protocol %s: there is no giveaway", name);
}

// ---- all

bool options_read(MatchConfig *config, int argc, char **argv, Error *error) {
    *config = (MatchConfig){
        .referee = {.rules = {rule_set_default(), VARIANT_ENGLISH},
                    .patience = {.hang_ns = 60000000000}},
        .answer_ns = 10000000000,
        .opening_plies = -1,
        .shards = 1,
    };
    for (int i = 1; i < argc; i++) { // wherever they stand and whatever else is wrong
        config->help |= strcmp(argv[i], "--help") == 0;
        config->version |= strcmp(argv[i], "--version") == 0;
    }
    if (config->help || config->version) {
        return true;
    }
    if (!parse(config, argc, argv, error) || !check_files(config, error)) {
        return false;
    }
    if (config->stats.cells != 0 || config->merge_count > 0) {
        return true;
    }
    if (config->table_pieces > 0 && config->tables_path == NULL) {
        return error_set(error, ERROR_INPUT, "--egdb-pieces needs --egdb FOLDER");
    }
    if (config->tables_path != NULL && config->referee.rules.variant != VARIANT_ENGLISH) {
        return error_set(error, ERROR_INPUT, "--egdb: there are none of giveaway");
    }
    if (config->shards > 1 && !config->seed_given) {
        return error_set(error, ERROR_INPUT, "--shard needs --seed, the same for all parts");
    }
    if (config->engine_count < 2) {
        return error_set(error, ERROR_INPUT, "two engines are needed: --engine COMMAND twice");
    }
    if (config->has_sprt && config->engine_count > 2) {
        return error_set(error, ERROR_INPUT, "--sprt is between two engines");
    }
    if (config->openings == NULL) {
        return error_set(error, ERROR_INPUT, "--openings is needed: ballots156, for one");
    }
    for (int i = 0; i < config->engine_count; i++) {
        complete_engine(config, &config->engines[i]);
        if (!check_hosted(config, &config->engines[i], error)) {
            return false;
        }
    }
    if (config->pin && options_threads(config) > 1) {
        return error_set(error, ERROR_INPUT,
                         "--pin is for engines of one thread that do not ponder");
    }
    return true;
}

static void destroy_engine(EngineConfig *engine) {
    for (int i = 0; i < engine->setting_count; i++) {
        free((char *)engine->settings[i].name);
        free((char *)engine->settings[i].value);
    }
    free(engine->settings);
    free(engine->title);
}

void options_destroy(MatchConfig *config) {
    for (int i = 0; i < config->engine_count; i++) {
        destroy_engine(&config->engines[i]);
    }
    free(config->engines);
    free(config->merge_paths);
    tables_close(config->tables);
    destroy_engine(&config->common);
    args_file_destroy(&config->file);
    *config = (MatchConfig){0};
}
