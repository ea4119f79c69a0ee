#include "frontend/cb_settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "egdb/slice.h"

// Tells the engine what the settings now say.
typedef bool Apply(const CbSettings *settings, Engine *engine, Error *error);

static bool set_text(Engine *engine, const char *name, const char *value, Error *error) {
    int count;
    const OptionSpec *options = engine_options(&count);
    return engine_set_option(engine, option_find(options, count, name), value, error);
}

static bool set_number(Engine *engine, const char *name, int64_t value, Error *error) {
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    return set_text(engine, name, text, error);
}

static bool apply_hash(const CbSettings *settings, Engine *engine, Error *error) {
    return set_number(engine, "Hash", settings->numbers[CB_HASHSIZE], error);
}

static bool apply_threads(const CbSettings *settings, Engine *engine, Error *error) {
    return set_number(engine, "Threads", settings->numbers[CB_SEARCHTHREADS], error);
}

static bool apply_lines(const CbSettings *settings, Engine *engine, Error *error) {
    return set_number(engine, "MultiPV", settings->numbers[CB_ALLSCORES] != 0 ? 64 : 1, error);
}

static bool apply_cache(const CbSettings *settings, Engine *engine, Error *error) {
    return set_number(engine, "EgdbCache", settings->numbers[CB_DBMBYTES], error);
}

static bool apply_pieces(const CbSettings *settings, Engine *engine, Error *error) {
    bool any = settings->numbers[CB_ENABLE_WLD] != 0;
    return set_number(engine, "EgdbPieces", any ? settings->numbers[CB_MAX_DBPIECES] : 0, error);
}

static bool apply_folders(const CbSettings *settings, Engine *engine, Error *error) {
    const char *first = settings->paths[CB_DBPATH] != NULL ? settings->paths[CB_DBPATH] : "";
    bool both = settings->paths[CB_MTCPATH] != NULL && settings->numbers[CB_ENABLE_MTC] != 0;
    const char *second = both ? settings->paths[CB_MTCPATH] : "";
    size_t size = strlen(first) + strlen(second) + 2;
    char *folders = malloc(size);
    if (folders == NULL) {
        return error_set(error, ERROR_MEMORY, "no memory for the paths of the endgame tables");
    }
    snprintf(folders, size, "%s%s%s", first,
             *first != '\0' && *second != '\0' ? FILE_LIST_SEPARATOR : "", second);
    bool good = set_text(engine, "EgdbPath", folders, error);
    free(folders);
    return good;
}

static bool apply_book_file(const CbSettings *settings, Engine *engine, Error *error) {
    const char *path = settings->paths[CB_BOOKFILE];
    return set_text(engine, "BookFile", path != NULL ? path : "", error);
}

// Hundredths of a man by which a move out of the book may be worse than the best one.
static bool apply_book(const CbSettings *settings, Engine *engine, Error *error) {
    static const int margins[4] = {0, 30, 10, 0};
    int64_t book = settings->numbers[CB_BOOK];
    int64_t seed = margins[book] > 0 ? 1 + clock_now_us() % 1000000 : 0;
    return set_number(engine, "BookMargin", margins[book], error) &&
           set_number(engine, "BookRandom", seed, error) &&
           set_text(engine, "OwnBook", book > 0 ? "true" : "false", error);
}

static bool apply_nothing(const CbSettings *settings, Engine *engine, Error *error) {
    (void)settings, (void)engine, (void)error; // it is asked for each move
    return true;
}

// At first as the engine's own options are.
static const struct {
    OptionSpec spec;
    Apply *apply;
} table[CB_SETTINGS] = {
    [CB_HASHSIZE] = {{"hashsize", OPTION_SPIN, "64", 1, 65536, {0}}, apply_hash},
    [CB_DBMBYTES] = {{"dbmbytes", OPTION_SPIN, "64", 1, 4096, {0}}, apply_cache},
    [CB_BOOK] = {{"book", OPTION_SPIN, "0", 0, 3, {0}}, apply_book},
    [CB_ALLSCORES] = {{"allscores", OPTION_SPIN, "0", 0, 1, {0}}, apply_lines},
    [CB_SOLVE] = {{"solve", OPTION_SPIN, "0", 0, 1, {0}}, apply_nothing},
    [CB_DBPATH] = {{"dbpath", OPTION_STRING, "", 0, 0, {0}}, apply_folders},
    [CB_MTCPATH] = {{"mtcpath", OPTION_STRING, "", 0, 0, {0}}, apply_folders},
    [CB_BOOKFILE] = {{"bookfile", OPTION_STRING, "", 0, 0, {0}}, apply_book_file},
    [CB_ENABLE_WLD] = {{"enable_wld", OPTION_SPIN, "1", 0, 1, {0}}, apply_pieces},
    [CB_ENABLE_MTC] = {{"enable_mtc", OPTION_SPIN, "1", 0, 1, {0}}, apply_folders},
    [CB_MAX_DBPIECES] = {{"max_dbpieces", OPTION_SPIN, "8", 0, SLICE_PIECES_MAX, {0}},
                         apply_pieces},
    [CB_SEARCHTHREADS] = {{"searchthreads", OPTION_SPIN, "1", 1, 256, {0}}, apply_threads},
};

void cb_settings_init(CbSettings *settings) {
    memset(settings, 0, sizeof *settings);
    for (int i = 0; i < CB_SETTINGS; i++) {
        settings->numbers[i] = atoll(table[i].spec.initial);
    }
}

void cb_settings_destroy(CbSettings *settings) {
    for (int i = 0; i < CB_SETTINGS; i++) {
        free(settings->paths[i]);
    }
}

bool cb_setting_named(const char *name, CbSettingId *id) {
    for (int i = 0; i < CB_SETTINGS; i++) {
        if (strcmp(table[i].spec.name, name) == 0) {
            *id = (CbSettingId)i;
            return true;
        }
    }
    return false;
}

bool cb_setting_set(CbSettings *settings, CbSettingId id, const char *value, Engine *engine,
                    Error *error) {
    OptionValue read;
    if (!option_read(&table[id].spec, value, &read, error)) {
        return false;
    }
    int64_t number = settings->numbers[id];
    char *path = settings->paths[id];
    settings->numbers[id] = read.number;
    settings->paths[id] = *read.text == '\0' ? NULL : strdup(read.text);
    if (*read.text != '\0' && settings->paths[id] == NULL) {
        error_set(error, ERROR_MEMORY, "no memory for a path");
    } else if (table[id].apply(settings, engine, error)) {
        free(path);
        return true;
    }
    free(settings->paths[id]);
    settings->numbers[id] = number;
    settings->paths[id] = path;
    return false;
}

int cb_setting_write(const CbSettings *settings, CbSettingId id, char *text, size_t size) {
    if (table[id].spec.type == OPTION_STRING) {
        return snprintf(text, size, "%s", settings->paths[id] != NULL ? settings->paths[id] : "");
    }
    return snprintf(text, size, "%" PRId64, settings->numbers[id]);
}
