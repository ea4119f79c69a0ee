#include "engine/engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "engine/opening.h"
#include "engine/places.h"
#include "eval/eval.h"
#include "rules/game.h"
#include "search/skill.h"

typedef enum {
    HASH,
    THREADS,
    MULTIPV,
    PONDER,
    MOVE_OVERHEAD,
    RULES,
    VARIANT,
    CONTEMPT,
    EVAL_FILE,
    CLEAR_HASH,
    EGDB_PATH,
    EGDB_PIECES,
    EGDB_CACHE,
    OWN_BOOK,
    BOOK_FILE,
    BOOK_DEPTH,
    BOOK_MARGIN,
    BOOK_RANDOM,
    SKILL,
    LIMIT_STRENGTH,
    ELO,
    ENGINE_OPTIONS
} EngineOption;

static const OptionSpec specs[ENGINE_OPTIONS] = {
    [HASH] = {"Hash", OPTION_SPIN, "64", 1, 65536, {0}},
    [THREADS] = {"Threads", OPTION_SPIN, "1", 1, 256, {0}},
    [MULTIPV] = {"MultiPV", OPTION_SPIN, "1", 1, 64, {0}},
    [PONDER] = {"Ponder", OPTION_CHECK, "false", 0, 0, {0}},
    [MOVE_OVERHEAD] = {"MoveOverhead", OPTION_SPIN, "10", 0, 5000, {0}},
    [RULES] = {"Rules", OPTION_COMBO, "wcdf", 0, 0, {"wcdf", "fifty", "crowning", NULL}},
    [VARIANT] = {"Variant", OPTION_COMBO, "english", 0, 0, {"english", "giveaway", NULL}},
    [CONTEMPT] = {"Contempt", OPTION_SPIN, "0", -100, 100, {0}},
    [EVAL_FILE] = {"EvalFile", OPTION_STRING, "<empty>", 0, 0, {0}},
    [CLEAR_HASH] = {"ClearHash", OPTION_BUTTON, "", 0, 0, {0}},
    [EGDB_PATH] = {"EgdbPath", OPTION_STRING, "", 0, 0, {0}},
    [EGDB_PIECES] = {"EgdbPieces", OPTION_SPIN, "8", 0, SLICE_PIECES_MAX, {0}},
    [EGDB_CACHE] = {"EgdbCache", OPTION_SPIN, "64", 1, 4096, {0}},
    [OWN_BOOK] = {"OwnBook", OPTION_CHECK, "false", 0, 0, {0}},
    [BOOK_FILE] = {"BookFile", OPTION_STRING, "", 0, 0, {0}},
    [BOOK_DEPTH] = {"BookDepth", OPTION_SPIN, "40", 0, 1000, {0}},
    [BOOK_MARGIN] = {"BookMargin", OPTION_SPIN, "10", 0, 500, {0}},
    [BOOK_RANDOM] = {"BookRandom", OPTION_SPIN, "0", 0, 1000000, {0}},
    [SKILL] = {"Skill", OPTION_SPIN, "20", 0, SKILL_FULL, {0}},
    [LIMIT_STRENGTH] = {"UCI_LimitStrength", OPTION_CHECK, "false", 0, 0, {0}},
    [ELO] = {"UCI_Elo", OPTION_SPIN, "1500", SKILL_ELO_MIN, SKILL_ELO_MAX, {0}},
};

struct Engine {
    Search *search;
    SearchListener listener;
    Network *network; // owned; NULL: material only
    Game game;
    Rules rules;
    int multipv, overhead_ms, contempt;
    int skill, elo;
    bool limits_strength; // to elo, whatever the skill
    EgdbWarn *warn;
    void *warn_context;
    Egdb *egdb;         // owned; NULL until all options have their first values
    char *egdb_folders; // owned; NULL: the usual ones
    int egdb_pieces, egdb_cache;
    Opening opening;
};

const OptionSpec *engine_options(int *count) {
    *count = ENGINE_OPTIONS;
    return specs;
}

// Opens the endgame tables that the options name, in place of the present ones.
static bool open_egdb(Engine *engine, Error *error) {
    char usual[2 * FILE_PATH_MAX + 64];
    places_egdb(usual, sizeof usual);
    const char *folders = engine->egdb_folders != NULL ? engine->egdb_folders : usual;
    Egdb *egdb = egdb_open(folders, engine->egdb_pieces, engine->egdb_cache, engine->warn,
                           engine->warn_context, error);
    if (egdb == NULL) {
        return false;
    }
    search_set_egdb(engine->search, egdb);
    egdb_close(engine->egdb);
    engine->egdb = egdb;
    return true;
}

static bool set_egdb_folders(Engine *engine, const char *folders, Error *error) {
    char *copy = *folders == '\0' ? NULL : strdup(folders);
    if (copy == NULL && *folders != '\0') {
        return error_set(error, ERROR_MEMORY, "no memory for the path of the endgame tables");
    }
    free(engine->egdb_folders);
    engine->egdb_folders = copy;
    return true;
}

// The options of the endgame tables. While the engine is being made they are only noted.
static bool set_egdb(Engine *engine, EngineOption option, const OptionValue *value, Error *error) {
    int *number = option == EGDB_PIECES ? &engine->egdb_pieces : &engine->egdb_cache;
    int before = *number;
    if (option == EGDB_PATH) {
        return set_egdb_folders(engine, value->text, error) &&
               (engine->egdb == NULL || open_egdb(engine, error));
    }
    *number = (int)value->number;
    if (engine->egdb != NULL && !open_egdb(engine, error)) {
        *number = before;
        return false;
    }
    return true;
}

static bool set_initial_options(Engine *engine, Error *error) {
    for (int i = ENGINE_OPTIONS - 1; i >= 0; i--) { // Hash last: what the others clear is small yet
        if (specs[i].type != OPTION_BUTTON &&
            !engine_set_option(engine, &specs[i], specs[i].initial, error)) {
            return false;
        }
    }
    return open_egdb(engine, error);
}

Engine *engine_create(SearchListener listener, EgdbWarn *warn, Error *error) {
    Engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL) {
        error_set(error, ERROR_MEMORY, "no memory for an engine");
        return NULL;
    }
    engine->warn = warn;
    engine->warn_context = listener.context;
    engine->listener = listener;
    engine->rules = (Rules){rule_set_default(), VARIANT_ENGLISH};
    engine->search = search_create(listener, error);
    if (engine->search == NULL ||
        !game_init(&engine->game, position_start(), engine->rules, error) ||
        !set_initial_options(engine, error)) {
        engine_destroy(engine);
        return NULL;
    }
    return engine;
}

void engine_destroy(Engine *engine) {
    if (engine != NULL) {
        search_destroy(engine->search);
        network_destroy(engine->network);
        egdb_close(engine->egdb);
        free(engine->egdb_folders);
        opening_destroy(&engine->opening);
        game_destroy(&engine->game);
        free(engine);
    }
}

static bool refuse_if_thinking(Engine *engine, Error *error) {
    return !search_is_running(engine->search) ||
           error_set(error, ERROR_STATE, "a search is running");
}

// The rules decide what counts as progress, so the present game is played again under the new ones.
static bool set_rules(Engine *engine, Rules rules, Error *error) {
    Game game;
    bool replayed = game_init(&game, engine->game.plies[0].position, rules, error);
    for (int i = 1; i < engine->game.count && replayed; i++) {
        replayed = game_play(&game, engine->game.plies[i].move, error);
    }
    if (!replayed) {
        game_destroy(&game);
        return false;
    }
    game_destroy(&engine->game);
    engine->game = game;
    engine->rules = rules;
    search_forget(engine->search); // scores under other rules are worth nothing
    return true;
}

static bool set_eval_file(Engine *engine, const char *name, Error *error) {
    Network *network;
    Error reason;
    if (!network_open(name, &network, &reason)) {
        return error_set(error, reason.code, "option EvalFile: %s", reason.message);
    }
    search_set_network(engine->search, network);
    network_destroy(engine->network);
    engine->network = network;
    return true;
}

// A book that is missing or damaged is warned of: the engine plays on.
static void set_own_book(Engine *engine, bool wanted) {
    Opening *opening = &engine->opening;
    Error error;
    opening->in_use = wanted;
    if (wanted && !opening_use(opening, &error) && engine->warn != NULL) {
        Error warning;
        error_set(&warning, error.code, "option OwnBook: %s", error.message);
        engine->warn(engine->warn_context, &warning);
    }
}

static bool set_book_file(Engine *engine, const char *path, Error *error) {
    Error reason;
    if (!opening_set_file(&engine->opening, path, &reason)) {
        return error_set(error, reason.code, "option BookFile: %s", reason.message);
    }
    set_own_book(engine, engine->opening.in_use);
    return true;
}

// The options of the opening book.
static bool set_book(Engine *engine, EngineOption option, const OptionValue *value, Error *error) {
    Opening *opening = &engine->opening;
    switch (option) {
    case OWN_BOOK:
        set_own_book(engine, value->number != 0);
        return true;
    case BOOK_FILE:
        return set_book_file(engine, value->text, error);
    case BOOK_DEPTH:
        opening->depth = (int)value->number;
        return true;
    case BOOK_MARGIN:
        opening->margin = (int)value->number;
        return true;
    default: // BookRandom
        opening->varied = value->number != 0;
        opening->random = (Random){(uint64_t)value->number};
        return true;
    }
}

bool engine_set_option(Engine *engine, const OptionSpec *spec, const char *value, Error *error) {
    OptionValue read;
    Rules rules = engine->rules;
    if (!refuse_if_thinking(engine, error) || !option_read(spec, value, &read, error)) {
        return false;
    }
    int number = (int)read.number;
    switch ((EngineOption)(spec - specs)) {
    case HASH:
        return search_set_table(engine->search, number, error);
    case THREADS:
        return search_set_threads(engine->search, number, error);
    case MULTIPV:
        engine->multipv = number;
        break;
    case MOVE_OVERHEAD:
        engine->overhead_ms = number;
        break;
    case RULES:
        rules.set = rule_set_named(spec->choices[number]);
        return rules.set == engine->rules.set || set_rules(engine, rules, error);
    case VARIANT:
        rules.variant = (Variant)number;
        return rules.variant == engine->rules.variant || set_rules(engine, rules, error);
    case CONTEMPT:
        engine->contempt = number;
        break;
    case SKILL:
        engine->skill = number;
        break;
    case LIMIT_STRENGTH:
        engine->limits_strength = number != 0;
        break;
    case ELO:
        engine->elo = number;
        break;
    case EVAL_FILE:
        return set_eval_file(engine, read.text, error);
    case CLEAR_HASH:
        search_clear_table(engine->search);
        break;
    case EGDB_PATH:
    case EGDB_PIECES:
    case EGDB_CACHE:
        return set_egdb(engine, (EngineOption)(spec - specs), &read, error);
    case OWN_BOOK:
    case BOOK_FILE:
    case BOOK_DEPTH:
    case BOOK_MARGIN:
    case BOOK_RANDOM:
        return set_book(engine, (EngineOption)(spec - specs), &read, error);
    case PONDER: // for the front end's information only
    case ENGINE_OPTIONS:
        break;
    }
    return true;
}

bool engine_set_named(Engine *engine, const char *name, const char *value, Error *error) {
    const OptionSpec *spec = option_find(specs, ENGINE_OPTIONS, name);
    assert(spec != NULL);
    return engine_set_option(engine, spec, value, error);
}

Rules engine_rules(const Engine *engine) {
    return engine->rules;
}

const Game *engine_game(const Engine *engine) {
    return &engine->game;
}

bool engine_set_game(Engine *engine, Game *game, Error *error) {
    if (!refuse_if_thinking(engine, error)) {
        return false;
    }
    game_destroy(&engine->game);
    engine->game = *game;
    return true;
}

int engine_eval(const Engine *engine) {
    Evaluator evaluator;
    evaluator_init(&evaluator, engine->network);
    return eval_position(&evaluator, game_position(&engine->game), engine->rules.variant);
}

EgdbAnswer engine_ending(Engine *engine, Position position) {
    return egdb_answer(engine->egdb, position);
}

bool engine_new_game(Engine *engine, Error *error) {
    Game game;
    if (!refuse_if_thinking(engine, error) ||
        !game_init(&game, position_start(), engine->rules, error)) {
        return false;
    }
    search_forget(engine->search);
    return engine_set_game(engine, &game, error);
}

// The answer out of the book, and what it expects in return.
static void answer_from_book(Engine *engine, const BookEntry *entry) {
    int chosen = opening_choose(&engine->opening, entry);
    SearchAnswer answer = {.position = entry->position, .count = 1};
    BookEntry behind;
    answer.moves[0] = entry->moves[chosen].move;
    if (book_find(&engine->opening.book, position_play(entry->position, answer.moves[0]),
                  &behind) &&
        behind.count > 0) {
        answer.moves[answer.count++] = behind.moves[0].move;
    }
    SearchInfo info = {.position = entry->position,
                       .depth = entry->depth,
                       .selective_depth = entry->depth,
                       .multipv = 1,
                       .has_score = true,
                       .score = entry->moves[chosen].score,
                       .bound = BOUND_EXACT,
                       .line = answer.moves,
                       .line_count = answer.count};
    search_wait(engine->search); // an answer before this one is out
    engine->listener.info(engine->listener.context, &info);
    engine->listener.answer(engine->listener.context, &answer);
}

bool engine_go(Engine *engine, SearchLimits limits, Error *error) {
    BookEntry entry;
    if (!refuse_if_thinking(engine, error)) {
        return false;
    }
    limits.multipv = engine->multipv;
    limits.overhead_ms = engine->overhead_ms;
    limits.contempt = engine->contempt;
    limits.skill = engine->limits_strength ? skill_of_elo(engine->elo) : engine->skill;
    if (opening_find(&engine->opening, &engine->game, &limits, &entry)) {
        answer_from_book(engine, &entry);
        return true;
    }
    return search_start(engine->search, &engine->game, &limits, error);
}

bool engine_is_thinking(Engine *engine) {
    return search_is_running(engine->search);
}

void engine_stop(Engine *engine) {
    search_stop(engine->search);
}

void engine_wait(Engine *engine) {
    search_wait(engine->search);
}

void engine_ponder_hit(Engine *engine) {
    search_ponder_hit(engine->search);
}

uint64_t engine_nodes(const Engine *engine) {
    return search_nodes(engine->search);
}
