#include "frontend/native.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "book/ballots.h"
#include "engine/version.h"
#include "frontend/bench.h"
#include "frontend/job.h"
#include "frontend/native_out.h"
#include "frontend/native_parse.h"
#include "notation/diagram.h"
#include "notation/fen.h"
#include "notation/movetext.h"
#include "rules/perft.h"

typedef struct {
    Front front;
    atomic_bool show_wdl;  // in info lines
    Job job;               // go perft or bench
    Position job_position; // what it works on
    int job_depth;
} Native;

// An option of this protocol itself, besides the engine's and that of the log.
static const OptionSpec wdl_option = {"UCI_ShowWDL", OPTION_CHECK, "false", 0, 0, {0}};

static void on_info(void *context, const SearchInfo *info) {
    Native *native = context;
    native_out_info(&native->front.out, info, atomic_load(&native->show_wdl));
}

static void on_answer(void *context, const SearchAnswer *answer) {
    Native *native = context;
    native_out_answer(&native->front.out, answer);
}

static void on_warning(void *context, const Error *warning) {
    Native *native = context;
    output_line(&native->front.out, "info string warning: %s", warning->message);
}

// A command as it was given.
typedef struct {
    Native *native;
    char *rest;   // what stands behind its name
    Error *error; // filled in where a handler refuses
} Call;

// Commands. ---------------------------------------------------------------------------------------

static bool command_uci(Call *call) {
    int count;
    const OptionSpec *options = engine_options(&count);
    output_line(&call->native->front.out, "id name Kelso %s", version_number());
    output_line(&call->native->front.out, "id author the Kelso authors");
    for (int i = 0; i < count; i++) {
        native_out_option(&call->native->front.out, &options[i]);
    }
    native_out_option(&call->native->front.out, &wdl_option);
    native_out_option(&call->native->front.out, &output_log_option);
    output_line(&call->native->front.out, "uciok");
    return true;
}

static bool command_isready(Call *call) {
    output_line(&call->native->front.out, "readyok");
    return true;
}

static bool command_ucinewgame(Call *call) {
    return engine_new_game(call->native->front.engine, call->error);
}

static bool set_own_option(Native *native, const char *name, const char *text, Error *error) {
    OptionValue value;
    if (option_find(&output_log_option, 1, name) != NULL) {
        return option_read(&output_log_option, text, &value, error) &&
               output_set_log(&native->front.out, value.text, error);
    }
    if (option_find(&wdl_option, 1, name) == NULL) {
        return error_set(error, ERROR_INPUT, "there is no option '%.40s'", name);
    }
    if (!option_read(&wdl_option, text, &value, error)) {
        return false;
    }
    atomic_store(&native->show_wdl, value.number != 0);
    return true;
}

static bool command_setoption(Call *call) {
    char *word = text_next_word(&call->rest);
    char *value = text_cut_at_word(call->rest, "value"), *name = text_trim(call->rest);
    if (word == NULL || strcmp(word, "name") != 0 || *name == '\0') {
        return error_set(call->error, ERROR_INPUT, "setoption needs: name NAME [value VALUE]");
    }
    int count;
    const OptionSpec *options = engine_options(&count);
    value = value == NULL ? NULL : text_trim(value);
    const OptionSpec *spec = option_find(options, count, name);
    if (spec != NULL) {
        return engine_set_option(call->native->front.engine, spec, value, call->error);
    }
    return set_own_option(call->native, name, value, call->error);
}

static bool command_position(Call *call) {
    Game game;
    Error warning;
    if (!native_parse_position(call->rest, engine_rules(call->native->front.engine), &game,
                               &warning, call->error)) {
        return false;
    }
    if (!engine_set_game(call->native->front.engine, &game, call->error)) {
        game_destroy(&game);
        return false;
    }
    if (warning.code != ERROR_NONE) {
        output_line(&call->native->front.out, "info string warning: %s", warning.message);
    }
    return true;
}

static bool is_busy(const Native *native) {
    return engine_is_thinking(native->front.engine) || job_is_running(&native->job);
}

static void report_job(void *context, const char *result) {
    Native *native = context;
    output_line(&native->front.out, "%s", result);
}

static bool start_job(Call *call, JobWork *work, int depth) {
    Native *native = call->native;
    native->job_position = game_position(engine_game(native->front.engine));
    native->job_depth = depth;
    return job_start(&native->job, work, report_job, native) ||
           error_set(call->error, ERROR_MEMORY, "the system has no thread left");
}

static void divide(void *context, const atomic_bool *stop, char result[JOB_RESULT_MAX]) {
    Native *native = context;
    Position p = native->job_position;
    int depth = native->job_depth;
    MovePathList list;
    uint64_t total = depth == 0 ? 1 : 0, leaves;
    moves_generate_paths(p, &list);
    for (int i = 0; i < list.count && depth > 0; i++) {
        char text[MOVE_TEXT_MAX];
        Position next = position_play(p, list.paths[i].move);
        if (!perft_paths_until(next, depth - 1, stop, &leaves)) {
            snprintf(result, JOB_RESULT_MAX, "info string perft was stopped");
            return;
        }
        move_path_write(&list.paths[i], text);
        output_line(&native->front.out, "%s %" PRIu64, text, leaves);
        total += leaves;
    }
    snprintf(result, JOB_RESULT_MAX, "perft %d %" PRIu64, depth, total);
}

static void bench(void *context, const atomic_bool *stop, char result[JOB_RESULT_MAX]) {
    Native *native = context;
    uint64_t signature;
    Error error;
    if (bench_run(native->front.out.file, native->job_depth, stop, &signature, &error)) {
        snprintf(result, JOB_RESULT_MAX, "signature %" PRIu64, signature);
    } else {
        snprintf(result, JOB_RESULT_MAX, "info string %s", error.message);
    }
}

static bool command_go(Call *call) {
    NativeGo go;
    Position p = game_position(engine_game(call->native->front.engine));
    if (!native_parse_go(call->rest, p, &go, call->error)) {
        return false;
    }
    if (go.perft >= 0) {
        return start_job(call, divide, go.perft);
    }
    return engine_go(call->native->front.engine, go.limits, call->error);
}

static bool command_stop(Call *call) {
    engine_stop(call->native->front.engine);
    job_stop(&call->native->job);
    return true;
}

static bool command_ponderhit(Call *call) {
    engine_ponder_hit(call->native->front.engine);
    return true;
}

static bool command_d(Call *call) {
    const Game *game = engine_game(call->native->front.engine);
    Position p = game_position(game);
    char diagram[DIAGRAM_MAX], fen[FEN_MAX];
    const Ballot *ballot = ballot_of_game(game);
    GameEnd end = game_end(game);
    diagram_write(p, diagram);
    diagram[strlen(diagram) - 1] = '\0';
    output_line(&call->native->front.out, "%s", diagram);
    if (ballot != NULL) {
        output_line(&call->native->front.out, "ballot %d %s%s%s", ballot->number, ballot->moves,
                    *ballot->name != '\0' ? " " : "", ballot->name);
    }
    output_line(&call->native->front.out, "rules %s, no progress for %d plies",
                game->rules.set->name, game->plies[game->count - 1].no_progress_plies);
    if (game->rules.variant != VARIANT_ENGLISH) {
        output_line(&call->native->front.out, "variant %s", variant_name(game->rules.variant));
    }
    if (end.result != RESULT_NONE) {
        output_line(&call->native->front.out, "end %s %s", result_name(end.result),
                    end_reason_name(end.reason));
    }
    fen_write(p, fen);
    output_line(&call->native->front.out, "fen %s", fen);
    return true;
}

static bool command_moves(Call *call) {
    MovePathList list;
    char text[MOVES_MAX * MOVE_TEXT_MAX] = "moves";
    size_t length = strlen(text);
    moves_generate_paths(game_position(engine_game(call->native->front.engine)), &list);
    for (int i = 0; i < list.count; i++) {
        char move[MOVE_TEXT_MAX];
        move_path_write(&list.paths[i], move);
        length += (size_t)snprintf(text + length, sizeof text - length, " %s", move);
    }
    output_line(&call->native->front.out, "%s", text);
    return true;
}

static bool command_eval(Call *call) {
    output_line(&call->native->front.out, "eval %d", engine_eval(call->native->front.engine));
    return true;
}

static bool command_bench(Call *call) {
    char *word = text_next_word(&call->rest), *more = text_next_word(&call->rest);
    int depth = BENCH_DEPTH;
    if (more != NULL) {
        return error_set(call->error, ERROR_INPUT, "bench: unexpected '%.40s'", more);
    }
    if (word != NULL && !bench_read_depth(word, &depth, call->error)) {
        return false;
    }
    return start_job(call, bench, depth);
}

static bool command_quit(Call *call) {
    call->native->front.quitting = true;
    return true;
}

static bool command_help(Call *call);

typedef struct {
    const char *name;
    bool (*run)(Call *call); // false, with an error, if refused
    bool while_thinking;     // allowed during a search
    bool arguments;          // takes any
    const char *help;
} Command;

static const Command commands[] = {
    {"uci", command_uci, false, false, "name, options and uciok"},
    {"isready", command_isready, true, false, "answers readyok"},
    {"ucinewgame", command_ucinewgame, false, false, "forget earlier games, set up the start"},
    {"setoption", command_setoption, false, true, "name NAME [value VALUE]"},
    {"position", command_position, false, true, "startpos|fen FEN|ballot N [moves MOVE ...]"},
    {"go", command_go, false, true,
     "[wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [movetime MS] [depth N] [nodes N] "
     "[infinite] [ponder] [searchmoves MOVE ...] [perft N]"},
    {"stop", command_stop, true, false, "end the search; bestmove follows"},
    {"ponderhit", command_ponderhit, true, false, "the move pondered on was played"},
    {"d", command_d, false, false, "show the board"},
    {"moves", command_moves, false, false, "list the legal moves"},
    {"eval", command_eval, false, false, "static evaluation"},
    {"bench", command_bench, false, true, "[DEPTH]: search a fixed set of positions"},
    {"help", command_help, true, false, "this list"},
    {"quit", command_quit, true, false, "end"},
};

#define COMMANDS (sizeof commands / sizeof *commands)

static bool command_help(Call *call) {
    for (size_t i = 0; i < COMMANDS; i++) {
        output_line(&call->native->front.out, "%-10s %s", commands[i].name, commands[i].help);
    }
    output_line(&call->native->front.out,
                "Moves are written 11-15, 22x15, 27x18x9. protocol.md says more.");
    return true;
}

static const Command *find_command(const char *name) {
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

static bool run_command(Native *native, const char *name, char *rest, Error *error) {
    const Command *command = find_command(name);
    if (command == NULL) {
        return error_set(error, ERROR_INPUT, "unknown command '%.40s' (help lists the commands)",
                         name);
    }
    if (!command->while_thinking && is_busy(native)) {
        return error_set(error, ERROR_STATE, "a search is running");
    }
    char *text = text_trim(rest);
    if (!command->arguments && *text != '\0') {
        return error_set(error, ERROR_INPUT, "%s takes no arguments", name);
    }
    return command->run(&(Call){native, text, error});
}

static bool take_line(Front *front, char *line, Error *error) {
    char *rest = line, *name = text_next_word(&rest);
    return name == NULL || run_command((Native *)front, name, rest, error);
}

static void close_job(Front *front) {
    job_stop(&((Native *)front)->job);
}

Front *native_create(FILE *file, Error *error) {
    static const FrontKind kind = {native_out_error_line, on_warning, take_line, close_job};
    Native *native = calloc(1, sizeof *native);
    SearchListener listener = {on_info, on_answer, native};
    return front_init((Front *)native, &kind, file, listener, error);
}
