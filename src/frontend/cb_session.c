#include "frontend/cb_session.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/cb_history.h"

CbSession *cb_session_create(Error *error) {
    CbSession *session = calloc(1, sizeof *session);
    if (session == NULL) {
        error_set(error, ERROR_MEMORY, "no memory for an engine");
        return NULL;
    }
    SearchListener listener = {cb_report_info, cb_report_answer, &session->report};
    cb_report_init(&session->report);
    cb_settings_init(&session->settings);
    session->engine = engine_create(listener, cb_report_warning, error);
    if (session->engine == NULL ||
        !game_init(&session->game, position_start(), engine_rules(session->engine), error)) {
        cb_session_destroy(session);
        return NULL;
    }
    return session;
}

void cb_session_destroy(CbSession *session) {
    if (session != NULL) {
        engine_destroy(session->engine);
        cb_settings_destroy(&session->settings);
        cb_report_destroy(&session->report);
        game_destroy(&session->game);
        free(session);
    }
}

// A game that the GUI told is one that it wants to be kept, whatever else it forgets.
static bool follow(CbSession *session, Position position, bool reset, Error *error) {
    bool forgets = reset && !session->game_told;
    session->game_told = false;
    return forgets ? cb_history_restart(&session->game, position, error)
                   : cb_history_reach(&session->game, position, error);
}

bool cb_session_begin(CbSession *session, int board[8][8], int color, SearchLimits limits,
                      bool reset, Error *error) {
    Position position;
    Game game;
    if (!cb_board_read(board, color, &position, error) ||
        !follow(session, position, reset, error) || !game_copy(&game, &session->game, error)) {
        return false;
    }
    if (!engine_set_game(session->engine, &game, error)) {
        game_destroy(&game);
        return false;
    }
    cb_report_clear(&session->report);
    return engine_go(session->engine, limits, error);
}

bool cb_session_is_thinking(CbSession *session) {
    return engine_is_thinking(session->engine);
}

void cb_session_stop(CbSession *session) {
    engine_stop(session->engine);
}

void cb_session_progress(CbSession *session, char text[CB_TEXT_MAX]) {
    cb_report_write(&session->report, text);
}

CbResult cb_session_end(CbSession *session, int board[8][8], CbMove *move) {
    engine_wait(session->engine);
    SearchAnswer answer = cb_report_get_answer(&session->report);
    Error lost; // for lack of memory; the next board then begins a game
    if (answer.count == 0) {
        return CB_LOSS;
    }
    Position next = position_play(answer.position, answer.moves[0]);
    cb_move_write(answer.position, answer.moves[0], move);
    cb_board_write(next, board);
    if (position_equal(game_position(&session->game), answer.position)) {
        (void)game_play(&session->game, answer.moves[0], &lost);
    }
    return moves_exist(next) ? CB_UNKNOWN : CB_WIN;
}
