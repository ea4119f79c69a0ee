#include "frontend/cb_commands.h"

#include <stdio.h>
#include <string.h>

#include "base/program.h"
#include "base/text.h"
#include "engine/version.h"
#include "frontend/cb_history.h"
#include "notation/fen.h"
#include "notation/movetext.h"

// rest: what stands behind the command's name, without blanks around it. Returns the length of the
// reply, whole or cut; -1, with an error, if it is refused.
typedef int Run(CbSession *session, char *rest, char reply[CB_TEXT_MAX], Error *error);

static int run_name(CbSession *session, char *rest, char reply[CB_TEXT_MAX], Error *error) {
    (void)session, (void)rest, (void)error;
    return snprintf(reply, CB_TEXT_MAX, "Kelso %s", version_number());
}

static int run_about(CbSession *session, char *rest, char reply[CB_TEXT_MAX], Error *error) {
    (void)session, (void)rest, (void)error;
    return snprintf(reply, CB_TEXT_MAX, "Kelso %s, commit %s, plays English draughts (%s).",
                    version_number(), version_commit(), version_simd());
}

static int run_help(CbSession *session, char *rest, char reply[CB_TEXT_MAX], Error *error) {
    (void)session, (void)rest, (void)error;
    return snprintf(reply, CB_TEXT_MAX,
                    "set or get: hashsize dbmbytes book allscores solve dbpath mtcpath bookfile "
                    "enable_wld enable_mtc max_dbpieces searchthreads; set gamehist FEN MOVES; "
                    "get movelist FEN; staticevaluation FEN");
}

static int run_gametype(CbSession *session, char *rest, char reply[CB_TEXT_MAX], Error *error) {
    (void)session, (void)rest, (void)error;
    return snprintf(reply, CB_TEXT_MAX, "21"); // English draughts
}

static int run_version(CbSession *session, char *rest, char reply[CB_TEXT_MAX], Error *error) {
    (void)session, (void)rest, (void)error;
    return snprintf(reply, CB_TEXT_MAX, "2");
}

static int run_cpus(CbSession *session, char *rest, char reply[CB_TEXT_MAX], Error *error) {
    (void)session, (void)rest, (void)error;
    return snprintf(reply, CB_TEXT_MAX, "%d", program_cores());
}

static int run_movelist(CbSession *session, char *rest, char reply[CB_TEXT_MAX], Error *error) {
    Position position;
    Error warning;
    MovePathList list;
    int length = 0;
    (void)session;
    if (!fen_read(rest, &position, &warning, error)) {
        return -1;
    }
    moves_generate_paths(position, &list);
    reply[0] = '\0';
    for (int i = 0; i < list.count && length < CB_TEXT_MAX; i++) {
        char move[MOVE_TEXT_MAX];
        move_path_write(&list.paths[i], move);
        length += snprintf(reply + length, (size_t)(CB_TEXT_MAX - length), "%s%s",
                           i == 0 ? "" : " ", move);
    }
    return length;
}

static int run_evaluation(CbSession *session, char *rest, char reply[CB_TEXT_MAX], Error *error) {
    Position position;
    Error warning;
    Game game;
    if (!fen_read(rest, &position, &warning, error) ||
        !game_init(&game, position, session->game.rules, error)) {
        return -1;
    }
    if (!engine_set_game(session->engine, &game, error)) {
        game_destroy(&game);
        return -1;
    }
    return snprintf(reply, CB_TEXT_MAX, "%d", engine_eval(session->engine));
}

static int run_gamehist(CbSession *session, char *rest, char reply[CB_TEXT_MAX], Error *error) {
    if (!cb_history_read(&session->game, rest, error)) {
        return -1;
    }
    session->game_told = true;
    return snprintf(reply, CB_TEXT_MAX, "%d moves", session->game.count - 1);
}

// The commands that are no settings.
static const struct {
    const char *verb, *name; // name NULL: the verb alone
    Run *run;
} commands[] = {
    {"name", NULL, run_name},          {"about", NULL, run_about},
    {"help", NULL, run_help},          {"staticevaluation", NULL, run_evaluation},
    {"get", "gametype", run_gametype}, {"get", "protocolversion", run_version},
    {"get", "cpus", run_cpus},         {"get", "movelist", run_movelist},
    {"set", "gamehist", run_gamehist},
};

static Run *find(const char *verb, const char *name) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].verb, verb) == 0 &&
            (commands[i].name == NULL || (name != NULL && strcmp(commands[i].name, name) == 0))) {
            return commands[i].run;
        }
    }
    return NULL;
}

static int set(CbSession *session, CbSettingId id, const char *value, char reply[CB_TEXT_MAX],
               Error *error) {
    Error warning;
    cb_report_take_warning(&session->report, &warning); // an earlier one
    if (!cb_setting_set(&session->settings, id, value, session->engine, error)) {
        return -1;
    }
    if (cb_report_take_warning(&session->report, &warning)) {
        snprintf(reply, CB_REPLY_MAX, "warning: %.240s", warning.message);
        return (int)strlen(reply);
    }
    return cb_setting_write(&session->settings, id, reply, CB_TEXT_MAX);
}

// false if the command is not known.
static bool run(CbSession *session, char *text, char reply[CB_TEXT_MAX], int *length,
                Error *error) {
    char *verb = text_next_word(&text), *rest = text;
    if (verb == NULL) {
        return false;
    }
    bool sets = strcmp(verb, "set") == 0, gets = strcmp(verb, "get") == 0;
    char *name = sets || gets ? text_next_word(&rest) : NULL;
    Run *own = find(verb, name);
    CbSettingId id;
    rest = text_trim(rest);
    if (own != NULL) {
        *length = own(session, rest, reply, error);
    } else if (name == NULL || !cb_setting_named(name, &id)) {
        return false;
    } else if (sets) {
        *length = set(session, id, *rest == '\0' ? NULL : rest, reply, error);
    } else {
        *length = cb_setting_write(&session->settings, id, reply, CB_TEXT_MAX);
    }
    return true;
}

void cb_reply_error(const Error *error, char reply[CB_TEXT_MAX]) {
    snprintf(reply, CB_REPLY_MAX, "error: %.240s", error->message);
}

bool cb_command(CbSession *session, char *text, char reply[CB_TEXT_MAX]) {
    Error error;
    int length;
    if (!run(session, text, reply, &length, &error)) {
        strcpy(reply, "?");
        return false;
    }
    if (length >= CB_REPLY_MAX) {
        error_set(&error, ERROR_STATE, "the reply would be longer than %d bytes", CB_REPLY_MAX - 1);
        length = -1;
    }
    if (length < 0) {
        cb_reply_error(&error, reply);
    }
    return true;
}
