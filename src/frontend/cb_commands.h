// The text commands of the CheckerBoard interface. Private to src/frontend.
#ifndef KELSO_FRONTEND_CB_COMMANDS_H
#define KELSO_FRONTEND_CB_COMMANDS_H

#include "frontend/cb_session.h"

// Carries out a command; the text is cut. Returns whether it is known; the reply, less than
// CB_REPLY_MAX bytes, then begins with `error: ` if it was refused, and with `warning: ` if not
// all went well. "?" if it is not.
bool cb_command(CbSession *session, char *text, char reply[CB_TEXT_MAX]);

// Writes an error as a reply.
void cb_reply_error(const Error *error, char reply[CB_TEXT_MAX]);

#endif
