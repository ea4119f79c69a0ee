// What the front ends have in common: an engine, an output, lines that come in one after the other.
#ifndef KELSO_FRONTEND_FRONT_H
#define KELSO_FRONTEND_FRONT_H

#include "engine/engine.h"
#include "frontend/output.h"

typedef struct Front Front;

// A protocol.
typedef struct {
    OutputErrorLine *error_line;
    EgdbWarn *warn; // of endgame tables that are refused; the context is the front end
    bool (*line)(Front *front, char *line, Error *error); // false, with an error, if it is refused
    void (*close)(Front *front); // ends what is its own; nothing is written any more
} FrontKind;

// The first member of each front end.
struct Front {
    const FrontKind *kind;
    Engine *engine;
    Output out;
    bool quitting;
};

// Sets up a front end that was allocated with zeros, NULL if there was no memory, and returns it.
// Replies go to `file`, which stays the caller's. On failure NULL, with an error, and it is freed.
Front *front_init(Front *front, const FrontKind *kind, FILE *file, SearchListener listener,
                  Error *error);

// Stops a search that runs, without its answer, and frees the front end.
void front_destroy(Front *front);

// Carries out one line, which is changed by it. false after `quit`, or when a reply could not be
// written.
bool front_line(Front *front, char *line);

// Plays the moves that the text names; `read` is as move_read without a path. false, with an error
// that counts the moves from 1, if one is refused.
bool front_play(Game *game, char *text, bool (*read)(Position, const char *, Move *, Error *),
                Error *error);

// Reads lines from a file descriptor until quit or the end of input, or until nobody reads the
// output. The protocol is Hub if `hub`, or if the first line is `hub`; else native. Greets a
// person. Returns the exit status.
int front_run(int fd, FILE *file, bool hub, bool person);

#endif
