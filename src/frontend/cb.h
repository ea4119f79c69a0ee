// The CheckerBoard interface, version 2: what a GUI finds in libkelso_cb.so. Both may be called
// from any thread at any time; one move is thought about at a time. protocol.md is the manual.
#ifndef KELSO_FRONTEND_CB_H
#define KELSO_FRONTEND_CB_H

#include "notation/cb_board.h"

#ifdef _WIN32
#define CB_ENTRY __declspec(dllexport)
#else
#define CB_ENTRY __attribute__((visibility("default")))
#endif

// Thinks until the time is up or *playnow is not 0, plays the move on the board and describes it in
// *move; str tells of the search meanwhile. Returns a CbResult: CB_UNKNOWN unless the side that
// moved has won or lost by now. What is wrong is said in str; then, or without a legal move, the
// board stays and *move is all zero.
CB_ENTRY CbGetMove getmove;

// 1: a command that is known, whose reply begins with `error: ` if it was refused. 0, and the reply
// "?": one that is not.
CB_ENTRY CbEngineCommand enginecommand;

#endif
