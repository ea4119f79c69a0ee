// A child process on a libuv loop, with lines in and lines out.
//
// The child leads a session and process group of its own: a Ctrl-C at the terminal does not reach
// it, and when it ends or is killed, whatever it started in its group is killed too. Its standard
// streams are pipes. Memory is bounded whatever it prints: a line of more than CHILD_LINE_MAX bytes
// on standard output is reported as too long, and what follows on that line is dropped; a long line
// of standard error is cut.
//
// A Child lives until child_kill or child_retire is called; it is then freed by the loop, when
// the process is reaped, so the loop must run on until nothing is left. No event comes after
// either call, and both may be called from within an event.
#ifndef KELSO_COMMON_CHILD_H
#define KELSO_COMMON_CHILD_H

#include <stddef.h>
#include <uv.h>

#include "base/error.h"

#define CHILD_LINE_MAX       65536
#define CHILD_ERROR_LINE_MAX 1024

typedef struct Child Child;

typedef enum { CHILD_OUTPUT, CHILD_ERRORS } ChildStream;

typedef struct {
    // A line without its end, LF or CRLF; NUL bytes are shown as '?'. May be changed in place.
    void (*line)(void *context, ChildStream stream, char *line);
    // A line on standard output was too long.
    void (*too_long)(void *context);
    // The process ended, or closed its output and so can say nothing more; `how` says which, and
    // the status or signal. All it printed has been reported before.
    void (*gone)(void *context, const char *how);
} ChildEvents;

// Starts the command, whose words are split as a shell does; no shell runs. A command with a slash
// is looked up from `directory` (NULL: the present one), another along PATH. NULL, with an error,
// if it cannot be started. core: it runs on this one of the cores that the caller may use, counted
// around; -1: on any.
Child *child_start(uv_loop_t *loop, const char *command, const char *directory, int core,
                   const ChildEvents *events, void *context, Error *error);

// Writes without waiting; what the pipe does not take at once is kept and written later. A write to
// a process that has ended is lost: its end is reported by `gone`.
void child_write(Child *child, const char *text, size_t length);

// Kills the whole process group.
void child_kill(Child *child);

// Writes a last text, closes the input and lets the process end by itself; kills the group if it
// has not within grace_ms.
void child_retire(Child *child, const char *last_words, uint64_t grace_ms);

#endif
