// What the CheckerBoard interface sets and gets by name, and what each means for the engine.
// Private to src/frontend.
#ifndef KELSO_FRONTEND_CB_SETTINGS_H
#define KELSO_FRONTEND_CB_SETTINGS_H

#include "engine/engine.h"

typedef enum {
    CB_HASHSIZE,     // MiB
    CB_DBMBYTES,     // MiB
    CB_BOOK,         // 0 none, 3 the best moves, 2 and 1 more and more of the others, too
    CB_ALLSCORES,    // 1: all moves get a score
    CB_SOLVE,        // 1: no time limit
    CB_DBPATH,       // folders of endgame tables; it and mtcpath empty: the usual ones
    CB_MTCPATH,      // one more
    CB_BOOKFILE,     // "": the usual one
    CB_ENABLE_WLD,   // 0: no endgame tables
    CB_ENABLE_MTC,   // 0: mtcpath does not count
    CB_MAX_DBPIECES, //
    CB_SEARCHTHREADS,
    CB_SETTINGS
} CbSettingId;

typedef struct {
    int64_t numbers[CB_SETTINGS];
    char *paths[CB_SETTINGS]; // owned; NULL: empty, or a number
} CbSettings;

// What an engine has at first.
void cb_settings_init(CbSettings *settings);
void cb_settings_destroy(CbSettings *settings);

// The setting of this name; false if there is none.
bool cb_setting_named(const char *name, CbSettingId *id);

// Reads the value and tells the engine. On failure, with an error, the setting stays.
bool cb_setting_set(CbSettings *settings, CbSettingId id, const char *value, Engine *engine,
                    Error *error);

// The value as text, cut to `size`; returns its whole length.
int cb_setting_write(const CbSettings *settings, CbSettingId id, char *text, size_t size);

#endif
