// The command line of kelso-match as a configuration.
#ifndef KELSO_MATCH_OPTIONS_H
#define KELSO_MATCH_OPTIONS_H

#include "common/args_file.h"
#include "common/client.h"
#include "common/sprt.h"
#include "match/limit.h"
#include "match/referee.h"

#define OPTIONS_GAMES_MAX 100000000 // a byte is kept for each

typedef struct {
    const char *command;
    const char *name; // as given; NULL: the engine's own
    char *title;      // what it is called in the match; set by the runner, owned here
    const char *directory;
    bool has_protocol; // given: else as the common one
    ProtocolId protocol;
    bool has_limit;
    Limit limit;
    ClientSetting *settings; // the names and values are owned
    int setting_count, setting_capacity;
} EngineConfig;

typedef struct {
    EngineConfig *engines;
    int engine_count, engine_capacity;
    EngineConfig common; // what stands before the first engine, or behind a file with engines
    bool for_all;        // such a file ended: arguments of engines are for all again
    bool file_limit;     // the limit for all is the file's, and may be replaced
    const char *openings;
    int opening_plies; // of the games of a PDN file; -1: as usual
    int64_t rounds;    // 0: the list once
    bool gauntlet;     // the first engine against each of the others
    bool random;
    const char *tables_path; // folders of endgame tables for the referee; NULL: none
    int table_pieces;        // at most; 0: as many as there are
    Tables *tables;          // opened by who plays or plans the match; owned
    const char *numbers;     // of openings, in the order to be played; NULL: all
    RefereeRules referee;
    int64_t answer_ns; // the deadline of `uci` and `isready`
    int concurrency;   // 0: as many as cores
    bool pin;          // a core for each game at a time
    bool ponder;
    int shard, shards; // from 0; 0 of 1: the whole schedule
    bool seed_given;
    uint64_t seed;
    bool has_sprt;
    Sprt sprt;
    StatsCounts stats; // cells 0: a match is to be played, else figures are wanted
    const char *pdn_path, *json_path, *html_path, *evidence_path, *journal_path; // NULL: none
    bool resume;              // go on with the journal
    const char **merge_paths; // journals to join instead of a match; owned
    int merge_count, merge_capacity;
    bool quiet, dry_run, help, version;
    ArgsFile file; // the arguments of --config, to which all this may point
} MatchConfig;

// Reads the command line. False, with an error, at the first mistake; help and version stop the
// reading. The configuration must be destroyed in any case; it points into argv.
bool options_read(MatchConfig *config, int argc, char **argv, Error *error);
// An engine's option of this name; NULL: none.
ClientSetting *options_find(EngineConfig *engine, const char *name);

// Adds one; one of the same name is replaced.
void options_add(EngineConfig *engine, const char *name, const char *value, SettingNeed need);

// Whether this engine is to think on its opponent's time, if it can.
bool options_ponders(const MatchConfig *config, int engine);

// The most threads that a game keeps busy.
int options_threads(const MatchConfig *config);

void options_destroy(MatchConfig *config);

void options_write_help(FILE *file);

#endif
