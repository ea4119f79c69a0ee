#include "frontend/play_commands.h"

#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "book/ballots.h"
#include "frontend/play_record.h"
#include "notation/movetext.h"
#include "search/score.h"

#define DRAW_SCORE 10 // Kelso agrees to a draw at this score of its own, or less

typedef struct {
    PlayTable *table;
    char *text; // arguments
    Error *error;
} Call;

bool play_refuse_if_over(const PlayTable *table, Error *error) {
    return table->why == NULL ||
           error_set(error, ERROR_STATE, "the game is over: %s; `new` begins another", table->why);
}

// From the start, or behind a ballot; ballot 0: none, -1: drawn at random from those in use.
bool play_begin(PlayTable *table, int ballot, Error *error) {
    Game game;
    BallotTable all = ballots_three_move();
    const Ballot *chosen = NULL;
    while (ballot == -1) {
        int number = 1 + (int)random_below(&table->random, (uint64_t)all.count);
        ballot = ballot_numbered(all, number)->class != BALLOT_BARRED ? number : -1;
    }
    if (ballot > 0) {
        chosen = ballot_numbered(all, ballot);
    }
    if (!game_init(&game, position_start(), engine_rules(table->engine), error)) {
        return false;
    }
    if (chosen != NULL && !ballot_play(chosen, &game, error)) {
        game_destroy(&game);
        return false;
    }
    if (chosen != NULL) {
        play_say(table, "Ballot %d: %s%s%s\n", chosen->number, chosen->moves,
                 *chosen->name != '\0' ? ", " : "", chosen->name);
    }
    return play_set_game(table, &game, game.count, error);
}

bool play_read_ballot(const char *text, int *ballot, Error *error) {
    int64_t number = 0;
    if (text_equal_nocase(text, "random")) {
        *ballot = -1;
        return true;
    }
    if (text_to_int(text, 1, ballots_three_move().count, &number) != TEXT_NUMBER) {
        return error_set(error, ERROR_INPUT,
                         "'%.40s' is no ballot: a number from 1 to %d, or random", text,
                         ballots_three_move().count);
    }
    *ballot = (int)number;
    return true;
}

bool play_read_side(const char *text, Side *side, Error *error) {
    bool black = text_equal_nocase(text, "black"), white = text_equal_nocase(text, "white");
    *side = white ? WHITE : BLACK;
    return black || white ||
           error_set(error, ERROR_INPUT, "'%.40s' is no side: black or white", text);
}

bool play_read_level(const char *text, int *level, Error *error) {
    int64_t number = 0;
    if (text_to_int(text, 1, PLAY_LEVELS, &number) != TEXT_NUMBER) {
        return error_set(error, ERROR_INPUT, "'%.40s' is no level: 1 to %d", text, PLAY_LEVELS);
    }
    *level = (int)number;
    return true;
}

static bool command_new(Call *call) {
    int ballot = 0;
    return (*call->text == '\0' || play_read_ballot(call->text, &ballot, call->error)) &&
           play_begin(call->table, ballot, call->error);
}

static bool command_board(Call *call) {
    play_show(call->table);
    return true;
}

static bool command_moves(Call *call) {
    Position p = play_position(call->table);
    MoveList list;
    char text[MOVE_TEXT_MAX];
    moves_generate(p, &list);
    for (int i = 0; i < list.count; i++) {
        move_write(p, list.moves[i], text);
        play_say(call->table, "%s%s", text, i + 1 < list.count ? "  " : "\n");
    }
    if (list.count == 0) {
        play_say(call->table, "There is none.\n");
    }
    return true;
}

// Takes back to the person's last turn.
static bool command_undo(Call *call) {
    PlayTable *table = call->table;
    Game game;
    const Game *now = engine_game(table->engine);
    int plies = play_is_persons_turn(table) ? 2 : 1;
    if (now->count - plies < table->fixed) {
        return error_set(call->error, ERROR_STATE, "there is no move of yours to take back");
    }
    if (!game_copy(&game, now, call->error)) {
        return false;
    }
    while (plies-- > 0) {
        game_undo(&game);
    }
    return play_set_game(table, &game, table->fixed, call->error);
}

static void say_score(PlayTable *table) {
    int score = table->score;
    if (score_is_known(score)) {
        play_say(table, "%s in %d moves", score > 0 ? "you win" : "you lose",
                 (score_plies(score) + 1) / 2);
    } else if (score_is_decided(score)) {
        play_say(table, score > 0 ? "this is won" : "this is lost");
    } else {
        play_say(table, "%+.2f men", score / 100.0);
    }
}

static bool command_hint(Call *call) {
    PlayTable *table = call->table;
    Position p = play_position(table);
    char text[MOVE_TEXT_MAX];
    if (!play_refuse_if_over(table, call->error) || !play_think(table, true, call->error)) {
        return false;
    }
    play_say(table, "Kelso would play");
    for (int i = 0; i < table->line_count; i++) {
        move_write(p, table->line[i], text);
        play_say(table, i == 1 ? " (then %s" : " %s", text);
        p = position_play(p, table->line[i]);
    }
    play_say(table, table->line_count > 1 ? "): " : ": ");
    say_score(table);
    play_say(table, ".\n");
    return true;
}

static bool command_level(Call *call) {
    if (*call->text != '\0' && !play_read_level(call->text, &call->table->level, call->error)) {
        return false;
    }
    play_say(call->table, "Kelso plays at level %d of %d.\n", call->table->level, PLAY_LEVELS);
    return true;
}

static bool command_side(Call *call) {
    Side side = side_other(call->table->person);
    if (*call->text != '\0' && !play_read_side(call->text, &side, call->error)) {
        return false;
    }
    call->table->person = side;
    play_say(call->table, "You have %s.\n", play_side_name(side));
    play_show(call->table);
    return true;
}

static bool command_resign(Call *call) {
    PlayTable *table = call->table;
    if (!play_refuse_if_over(table, call->error)) {
        return false;
    }
    play_end(table, result_won_by(side_other(table->person)), "you resigned");
    return true;
}

static bool command_draw(Call *call) {
    PlayTable *table = call->table;
    if (!play_refuse_if_over(table, call->error)) {
        return false;
    }
    if (!play_think(table, true, call->error)) {
        return false;
    }
    if (-table->score > DRAW_SCORE) {
        play_say(table, "Kelso plays on.\n");
    } else {
        play_end(table, RESULT_DRAW, "agreed");
    }
    return true;
}

static bool command_save(Call *call) {
    if (*call->text == '\0') {
        return error_set(call->error, ERROR_INPUT, "save needs the name of a file");
    }
    if (!play_save(call->table, call->text, call->error)) {
        return false;
    }
    play_say(call->table, "The game stands at the end of %s.\n", call->text);
    return true;
}

static bool command_load(Call *call) {
    int64_t number = 1;
    char *last = strrchr(call->text, ' ');
    if (*call->text == '\0') {
        return error_set(call->error, ERROR_INPUT, "load needs the name of a PDN file");
    }
    if (last != NULL && access(call->text, F_OK) != 0 &&
        text_to_int(last + 1, 1, INT64_MAX, &number) == TEXT_NUMBER) {
        *last = '\0';
    }
    return play_load(call->table, text_trim(call->text), number, call->error);
}

static bool command_ending(Call *call) {
    char *rest = call->text, *count = text_next_word(&rest), *value = text_trim(rest);
    int64_t pieces = 0;
    bool drawn = text_equal_nocase(value, "drawn");
    if (count == NULL || text_to_int(count, 2, SLICE_PIECES_MAX, &pieces) != TEXT_NUMBER ||
        (*value != '\0' && !drawn && !text_equal_nocase(value, "won"))) {
        return error_set(call->error, ERROR_INPUT,
                         "ending needs a number of pieces from 2 to %d, then `won` or `drawn`",
                         SLICE_PIECES_MAX);
    }
    return play_ending(call->table, (int)pieces, drawn ? EGDB_DRAW : EGDB_WIN, call->error);
}

static bool command_quit(Call *call) {
    call->table->leaving = true;
    return true;
}

static bool command_help(Call *call);

typedef struct {
    const char *name;
    bool (*run)(Call *call);
    const char *arguments, *help;
} Command;

static const Command commands[] = {
    {"moves", command_moves, "", "show the legal moves"},
    {"hint", command_hint, "", "what Kelso would play here"},
    {"undo", command_undo, "", "take back your last move and the answer"},
    {"board", command_board, "", "show the board again"},
    {"new", command_new, "[N|random]", "another game, from ballot N (1-174) or one drawn"},
    {"side", command_side, "[black|white]", "change sides, or take this one"},
    {"level", command_level, "[1-10]", "how strong Kelso plays"},
    {"draw", command_draw, "", "offer a draw"},
    {"resign", command_resign, "", "give the game up"},
    {"ending", command_ending, "N [drawn]", "practice: an ending of N pieces that you can win"},
    {"save", command_save, "FILE", "append the game to a PDN file"},
    {"load", command_load, "FILE [N]", "go on with game N of a PDN file"},
    {"help", command_help, "", "this list"},
    {"quit", command_quit, "", "leave"},
};

#define COMMANDS (sizeof commands / sizeof *commands)

void play_write_help(FILE *out) {
    fputs("A move is the numbers of its squares: 11-15, 22x15, 27 18 9. Captures are compulsory.\n"
          "b and w are men, B and W kings; Black moves first.\n",
          out);
    for (size_t i = 0; i < COMMANDS; i++) {
        const Command *command = &commands[i];
        fprintf(out, "%-7s %-14s %s\n", command->name, command->arguments, command->help);
    }
}

static bool command_help(Call *call) {
    play_write_help(call->table->out);
    return true;
}

// The command of this name, or the only one that begins so.
static const Command *find_command(const char *name) {
    const Command *found = NULL;
    size_t length = strlen(name);
    for (size_t i = 0; i < COMMANDS; i++) {
        if (text_equal_nocase(commands[i].name, name)) {
            return &commands[i];
        }
        if (strncmp(commands[i].name, name, length) == 0) {
            if (found != NULL) {
                return NULL;
            }
            found = &commands[i];
        }
    }
    return found;
}

bool play_command(PlayTable *table, char *text, Error *error) {
    char *rest = text, *name = text_next_word(&rest), *arguments = text_trim(rest);
    const Command *command = find_command(name);
    if (command == NULL) {
        return error_set(error, ERROR_INPUT, "'%.40s' is no command; `help` lists them", name);
    }
    if (*arguments != '\0' && *command->arguments == '\0') {
        return error_set(error, ERROR_INPUT, "%s takes nothing behind it", command->name);
    }
    return command->run(&(Call){table, arguments, error});
}
