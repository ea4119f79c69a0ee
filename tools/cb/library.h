// A library with the CheckerBoard interface, as a GUI uses it.
#ifndef KELSO_CB_LIBRARY_H
#define KELSO_CB_LIBRARY_H

#include "notation/cb_board.h"

typedef struct {
    void *handle;
    CbGetMove *getmove;
    CbEngineCommand *enginecommand;
} CbLibrary;

// A path with a slash, or else a file of the present folder. false, with an error, if it cannot be
// loaded or lacks one of the entries.
bool cb_library_open(CbLibrary *library, const char *path, Error *error);
void cb_library_close(CbLibrary *library);

// Whether the command was handled; the reply is without control characters.
bool cb_library_command(const CbLibrary *library, const char *command, char reply[CB_TEXT_MAX]);

#endif
