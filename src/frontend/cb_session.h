// The engine behind the CheckerBoard interface: settings, the game so far, a move. All calls are
// made by one thread at a time, but where it is said. Private to src/frontend.
#ifndef KELSO_FRONTEND_CB_SESSION_H
#define KELSO_FRONTEND_CB_SESSION_H

#include "frontend/cb_report.h"
#include "frontend/cb_settings.h"

typedef struct CbSession {
    Engine *engine;
    CbReport report;
    CbSettings settings;
    Game game;      // that led to the last board; owned
    bool game_told; // by `set gamehist`, since the last move
} CbSession;

// NULL, with an error, if there is no memory.
CbSession *cb_session_create(Error *error);
void cb_session_destroy(CbSession *session);

// Begins to think about the board; the rest as of getmove. false, with an error, if it cannot.
bool cb_session_begin(CbSession *session, int board[8][8], int color, SearchLimits limits,
                      bool reset, Error *error);

// Whether the answer is still to come, and what the search says; while another thread may be in
// one of the other calls.
bool cb_session_is_thinking(CbSession *session);
void cb_session_progress(CbSession *session, char text[CB_TEXT_MAX]);

// Asks for the answer and waits for it.
void cb_session_stop(CbSession *session);

// Plays the answer, which has come, on the board and in the game.
CbResult cb_session_end(CbSession *session, int board[8][8], CbMove *move);

#endif
