// The protocols in which an engine is spoken to, each a table of words and functions.
#ifndef KELSO_COMMON_PROTOCOL_H
#define KELSO_COMMON_PROTOCOL_H

#include <stddef.h>

#include "common/engine_info.h"

typedef enum {
    SAID_NOTHING, // that matters
    SAID_NAME,
    SAID_OPTION,
    SAID_GREETED, // the end of the answer to `hello`
    SAID_READY,   // the answer to `settle` and `prepare`
    SAID_ERROR,
    SAID_INFO,
    SAID_MOVE,
} SaidKind;

#define SAID_MOVE_MAX 64 // a longer word is no move

typedef struct {
    SaidKind kind;
    const char *text;             // of a name or an error; a part of the line
    EngineOption option;          // the caller's
    char move[SAID_MOVE_MAX];     // as written; "" if there is none
    char expected[SAID_MOVE_MAX]; // the answer to it that the engine expects, or ""
} Said;

typedef enum { PROTOCOL_NATIVE, PROTOCOL_HUB, PROTOCOL_CB, PROTOCOLS } ProtocolId;

typedef struct {
    const char *name;
    const char *host; // a program of ours that runs what is no program by itself, or NULL
    // Whole lines that the engine is told.
    const char *hello;
    const char *settle;  // behind the options
    const char *prepare; // a new game
    const char *ponder_hit, *stop, *quit;

    // Writes the line that sets an option (value NULL: a button), as snprintf.
    int (*write_setting)(char *line, size_t size, const char *name, const char *value);

    // Reads a line that it said, which is cut; what it says of its search goes into *info.
    void (*read)(char *line, Said *said, SearchInfo *info);
} Protocol;

const Protocol *protocol_get(ProtocolId id);

// native, hub, and cb: Hub, spoken by the host of a library.
bool protocol_named(const char *name, ProtocolId *id);

#endif
