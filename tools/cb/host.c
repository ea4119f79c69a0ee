#include "cb/host.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "notation/fen.h"
#include "notation/hub_text.h"
#include "notation/movetext.h"

#define LINE_MAX_TEXT 2048

bool cb_host_init(CbHost *host, const CbLibrary *library, FILE *out, Error *error) {
    *host = (CbHost){.library = library, .out = out, .level = cb_level_none(), .new_game = true};
    return game_init(&host->game, position_start(), (Rules){rule_set_default(), VARIANT_ENGLISH},
                     error);
}

void cb_host_destroy(CbHost *host) {
    game_destroy(&host->game);
}

__attribute__((format(printf, 2, 3))) static void say(CbHost *host, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(host->out, format, arguments);
    va_end(arguments);
    fputc('\n', host->out);
    fflush(host->out);
}

// A line of one value, whose quotes and signs of equality could not be read back.
static void say_word(CbHost *host, const char *what, const char *key, const char *value) {
    char line[LINE_MAX_TEXT], clean[CB_TEXT_MAX];
    snprintf(clean, sizeof clean, "%s", value);
    for (char *c = clean; *c != '\0'; c++) {
        *c = *c == '"' ? '\'' : *c == '=' ? ':' : *c;
    }
    size_t length = (size_t)snprintf(line, sizeof line, "%s", what);
    hub_add_word(line, sizeof line, length, key, clean);
    say(host, "%s", line);
}

// ---- commands; rest: what stands behind the name, which is cut

typedef bool Run(CbHost *host, char *rest, Error *error);

// What libraries can be told, by the interface's names. Each is offered if this one knows it.
static bool run_hub(CbHost *host, char *rest, Error *error) {
    static const char *const names[] = {
        "hashsize", "dbmbytes",  "book",       "dbpath",     "mtcpath",      "bookfile",
        "solve",    "allscores", "enable_wld", "enable_mtc", "max_dbpieces", "searchthreads"};
    char command[64], reply[CB_TEXT_MAX];
    (void)rest, (void)error;
    if (cb_library_command(host->library, "name", reply)) {
        say_word(host, "id", "name", reply);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(command, sizeof command, "get %s", names[i]);
        if (cb_library_command(host->library, command, reply)) {
            snprintf(command, sizeof command, "param name=%s type=string", names[i]);
            say_word(host, command, "value", reply);
        }
    }
    say(host, "wait");
    return true;
}

static bool run_init(CbHost *host, char *rest, Error *error) {
    (void)rest, (void)error;
    say(host, "ready");
    return true;
}

static bool run_ping(CbHost *host, char *rest, Error *error) {
    (void)rest, (void)error;
    say(host, "pong");
    return true;
}

static bool run_set_param(CbHost *host, char *rest, Error *error) {
    const char *name = "", *value = "";
    char command[LINE_MAX_TEXT], reply[CB_TEXT_MAX];
    HubWord word;
    HubWordStatus status;
    while ((status = hub_next_word(&rest, &word, error)) == HUB_WORD) {
        name = strcmp(word.key, "name") == 0 && word.value != NULL ? word.value : name;
        value = strcmp(word.key, "value") == 0 && word.value != NULL ? word.value : value;
    }
    if (status == HUB_WORDS_WRONG) {
        return false;
    }
    snprintf(command, sizeof command, "set %s %s", name, value);
    bool handled = cb_library_command(host->library, command, reply);
    if (!handled || strncmp(reply, "error", 5) == 0) {
        return error_set(error, ERROR_INPUT, "%.300s: %.200s", command, reply);
    }
    return true;
}

static bool run_new_game(CbHost *host, char *rest, Error *error) {
    (void)rest, (void)error;
    host->new_game = true;
    return true;
}

static bool play(Game *game, char *moves, Error *error) {
    char *word;
    while ((word = text_next_word(&moves)) != NULL) {
        Move move;
        if (!hub_move_read(game_position(game), word, &move, error) ||
            !game_play(game, move, error)) {
            return false;
        }
    }
    return true;
}

static bool run_pos(CbHost *host, char *rest, Error *error) {
    Position start = position_start();
    char *moves = NULL;
    Game game;
    HubWord word;
    HubWordStatus status;
    while ((status = hub_next_word(&rest, &word, error)) == HUB_WORD) {
        moves = strcmp(word.key, "moves") == 0 ? word.value : moves;
        if (strcmp(word.key, "pos") == 0 &&
            !hub_position_read(word.value == NULL ? "" : word.value, &start, error)) {
            return false;
        }
    }
    if (status == HUB_WORDS_WRONG || !game_init(&game, start, host->game.rules, error)) {
        return false;
    }
    if (moves != NULL && !play(&game, moves, error)) {
        game_destroy(&game);
        return false;
    }
    game_destroy(&host->game);
    host->game = game;
    return true;
}

static bool run_level(CbHost *host, char *rest, Error *error) {
    return cb_level_read(&host->level, rest, error);
}

// The game so far, as the GUI tells it.
static bool tell_game(const CbHost *host, Error *error) {
    const Game *game = &host->game;
    size_t size = FEN_MAX + 32 + (size_t)game->count * (MOVE_TEXT_MAX + 1);
    char *command = malloc(size), fen[FEN_MAX], reply[CB_TEXT_MAX];
    if (command == NULL) {
        return error_set(error, ERROR_MEMORY, "no memory for the moves of a game");
    }
    fen_write(game->plies[0].position, fen);
    size_t length = (size_t)snprintf(command, size, "set gamehist %s", fen);
    for (int i = 1; i < game->count; i++) {
        char move[MOVE_TEXT_MAX];
        move_write(game->plies[i - 1].position, game->plies[i].move, move);
        length += (size_t)snprintf(command + length, size - length, " %s", move);
    }
    cb_library_command(host->library, command, reply); // who does not know it plays on without
    free(command);
    return true;
}

// The legal move that leads to the board, whose colors the library has left as they were.
static bool find_move(Position position, int board[8][8], Move *move) {
    Position next;
    MoveList list;
    Error error;
    if (!cb_board_read(board, cb_color(side_other((Side)position.side)), &next, &error)) {
        return false;
    }
    moves_generate(position, &list);
    for (int i = 0; i < list.count; i++) {
        if (position_equal(position_play(position, list.moves[i]), next)) {
            *move = list.moves[i];
            return true;
        }
    }
    return false;
}

static bool run_go(CbHost *host, char *rest, Error *error) {
    Position position = game_position(&host->game);
    CbTime time = cb_level_time(&host->level);
    char str[CB_TEXT_MAX] = "", text[HUB_MOVE_MAX];
    int board[8][8], playnow = 0, info = time.info | (host->new_game ? CB_INFO_RESET : 0);
    CbMove told = {0};
    Move move;
    (void)rest;
    if (!tell_game(host, error)) {
        return false;
    }
    host->new_game = false;
    cb_board_write(position, board);
    host->library->getmove(board, cb_color((Side)position.side), time.maxtime, str, &playnow, info,
                           time.moreinfo, &told);
    if (!find_move(position, board, &move)) {
        str[CB_TEXT_MAX - 1] = '\0';
        say(host, "done move=none");
        return error_set(error, ERROR_INPUT, "no legal move leads to its board; it said: %.200s",
                         str);
    }
    hub_move_write(move, text);
    say(host, "done move=%s", text);
    return true;
}

static const struct {
    const char *name;
    Run *run;
} commands[] = {
    {"hub", run_hub},   {"init", run_init},   {"set-param", run_set_param},
    {"pos", run_pos},   {"level", run_level}, {"new-game", run_new_game},
    {"ping", run_ping}, {"go", run_go},
};

// What is unknown is passed over.
bool cb_host_line(CbHost *host, char *line) {
    char *rest = line, *name = text_next_word(&rest);
    Error error;
    if (name != NULL && strcmp(name, "quit") == 0) {
        return false;
    }
    for (size_t i = 0; name != NULL && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) == 0 && !commands[i].run(host, rest, &error)) {
            say_word(host, "error", "message", error.message);
        }
    }
    return true;
}
