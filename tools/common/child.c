#include "common/child.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/words.h"

// Between the end of the process and the end of its output, or the other way round. Both come
// together, unless a grandchild in another session holds the pipe or a process closes its output
// and lives on.
#define END_GRACE_MS 50

// The text read from one stream since the last line end.
typedef struct {
    char *text;
    size_t used, capacity;
    bool dropping; // inside a line that was too long
} LineBuffer;

struct Child {
    uv_process_t process;
    uv_pipe_t input, output, errors;
    uv_timer_t timer; // END_GRACE_MS, or the grace of child_retire
    int open_handles;
    const ChildEvents *events; // NULL once nobody listens
    void *context;
    bool exited, output_ended;
    int64_t exit_status;
    int exit_signal;
    LineBuffer lines[2]; // by ChildStream
    char output_text[CHILD_LINE_MAX];
    char errors_text[CHILD_ERROR_LINE_MAX];
};

// ---- the end of a child

static void handle_closed(uv_handle_t *handle) {
    Child *child = handle->data;
    if (--child->open_handles == 0) {
        free(child);
    }
}

static void close_handle(uv_handle_t *handle) {
    if (!uv_is_closing(handle)) {
        uv_close(handle, handle_closed);
    }
}

static void close_streams(Child *child) {
    close_handle((uv_handle_t *)&child->input);
    close_handle((uv_handle_t *)&child->output);
    close_handle((uv_handle_t *)&child->errors);
    close_handle((uv_handle_t *)&child->timer);
}

// The group's number cannot belong to others yet: it is used until the leader is reaped and by all
// that live in the group, and directly after the reaping only here.
static void kill_group(Child *child) {
    if (child->process.pid > 0) {
        kill(-child->process.pid, SIGKILL);
    }
}

static void report_end(Child *child) {
    char how[80];
    if (!child->exited) {
        snprintf(how, sizeof how, "it closed its output");
    } else if (child->exit_signal != 0) {
        snprintf(how, sizeof how, "it was ended by signal %d (%s)", child->exit_signal,
                 strsignal(child->exit_signal));
    } else {
        snprintf(how, sizeof how, "it exited with status %d", (int)child->exit_status);
    }
    child->events->gone(child->context, how);
}

static void end_timer_fired(uv_timer_t *timer) {
    Child *child = timer->data;
    if (child->events != NULL) {
        report_end(child);
    } else {
        kill_group(child);
    }
}

// One of two signs of the end has come: the exit, or the end of the output.
static void note_end(Child *child) {
    if (child->events == NULL) {
        return;
    }
    if (child->exited && child->output_ended) {
        uv_timer_stop(&child->timer);
        report_end(child);
    } else {
        uv_timer_start(&child->timer, end_timer_fired, END_GRACE_MS, 0);
    }
}

static void process_exited(uv_process_t *process, int64_t exit_status, int exit_signal) {
    Child *child = process->data;
    kill_group(child); // what it left behind
    child->exited = true;
    child->exit_status = exit_status;
    child->exit_signal = exit_signal;
    close_handle((uv_handle_t *)process);
    if (child->events == NULL) {
        close_streams(child);
    } else {
        note_end(child);
    }
}

void child_kill(Child *child) {
    child->events = NULL;
    if (!child->exited) {
        kill_group(child);
    }
    close_streams(child);
}

void child_retire(Child *child, const char *last_words, uint64_t grace_ms) {
    if (child->exited) {
        child_kill(child);
        return;
    }
    child->events = NULL;
    child_write(child, last_words, strlen(last_words));
    close_handle((uv_handle_t *)&child->input);
    uv_timer_start(&child->timer, end_timer_fired, grace_ms, 0);
}

// ---- lines

// Reports all whole lines in the buffer. An event may end the child's use.
static void report_lines(Child *child, ChildStream stream) {
    LineBuffer *buffer = &child->lines[stream];
    char *line = buffer->text, *end = buffer->text + buffer->used;
    char *line_end;
    while (child->events != NULL && (line_end = memchr(line, '\n', (size_t)(end - line))) != NULL) {
        char *next = line_end + 1;
        if (buffer->dropping) {
            buffer->dropping = false;
        } else {
            if (line_end > line && line_end[-1] == '\r') {
                line_end--;
            }
            *line_end = '\0';
            for (char *nul = line; (nul = memchr(nul, '\0', (size_t)(line_end - nul)));) {
                *nul = '?';
            }
            child->events->line(child->context, stream, line);
        }
        line = next;
    }
    buffer->used = (size_t)(end - line);
    memmove(buffer->text, line, buffer->used);
}

// The buffer is full and holds no line end.
static void cut_line(Child *child, ChildStream stream) {
    LineBuffer *buffer = &child->lines[stream];
    bool first = !buffer->dropping;
    buffer->dropping = true;
    buffer->used = 0;
    if (!first) {
        return;
    }
    if (stream == CHILD_OUTPUT) {
        child->events->too_long(child->context);
    } else {
        buffer->text[buffer->capacity - 1] = '\0';
        child->events->line(child->context, stream, buffer->text);
    }
}

static ChildStream stream_of(const Child *child, const uv_handle_t *handle) {
    return handle == (const uv_handle_t *)&child->output ? CHILD_OUTPUT : CHILD_ERRORS;
}

static void give_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *space) {
    (void)suggested;
    Child *child = handle->data;
    LineBuffer *buffer = &child->lines[stream_of(child, handle)];
    space->base = buffer->text + buffer->used;
    space->len = buffer->capacity - buffer->used;
}

static void have_read(uv_stream_t *handle, ssize_t bytes, const uv_buf_t *space) {
    (void)space;
    Child *child = handle->data;
    ChildStream stream = stream_of(child, (uv_handle_t *)handle);
    LineBuffer *buffer = &child->lines[stream];
    if (bytes < 0) {
        uv_read_stop(handle);
        if (stream == CHILD_OUTPUT) {
            child->output_ended = true;
            note_end(child);
        }
        return;
    }
    if (child->events == NULL) { // retired: read on, so that it is not stuck, and forget
        buffer->used = 0;
        return;
    }
    buffer->used += (size_t)bytes;
    report_lines(child, stream);
    if (child->events != NULL && buffer->used == buffer->capacity) {
        cut_line(child, stream);
    }
}

// ---- writing

typedef struct {
    uv_write_t request;
    char text[];
} Write;

static void written(uv_write_t *request, int status) {
    (void)status;
    free(request->data);
}

void child_write(Child *child, const char *text, size_t length) {
    uv_stream_t *stream = (uv_stream_t *)&child->input;
    if (uv_is_closing((uv_handle_t *)stream)) {
        return;
    }
    uv_buf_t buffer = uv_buf_init((char *)text, (unsigned)length);
    int done = uv_try_write(stream, &buffer, 1);
    if (done < 0 && done != UV_EAGAIN) {
        return;
    }
    size_t rest = length - (size_t)(done > 0 ? done : 0);
    if (rest == 0) {
        return;
    }
    Write *later = malloc(sizeof *later + rest);
    if (later == NULL) {
        return; // the answer will be missed and the deadline ends it
    }
    memcpy(later->text, text + length - rest, rest);
    later->request.data = later;
    buffer = uv_buf_init(later->text, (unsigned)rest);
    if (uv_write(&later->request, stream, &buffer, 1, written) != 0) {
        free(later);
    }
}

// ---- the start

// Pipes rather than the socket pairs that libuv would make: a script may open /dev/stderr again.
typedef struct {
    uv_file ours[3], theirs[3]; // standard input, output, error; -1: not open
} Pipes;

static void close_all(uv_file files[3]) {
    for (int i = 0; i < 3; i++) {
        if (files[i] >= 0) {
            close(files[i]);
            files[i] = -1;
        }
    }
}

static int open_pipes(Pipes *pipes) {
    *pipes = (Pipes){{-1, -1, -1}, {-1, -1, -1}};
    for (int i = 0; i < 3; i++) {
        uv_file ends[2]; // to read, to write
        bool we_write = i == 0;
        int status =
            uv_pipe(ends, we_write ? 0 : UV_NONBLOCK_PIPE, we_write ? UV_NONBLOCK_PIPE : 0);
        if (status != 0) {
            close_all(pipes->ours);
            close_all(pipes->theirs);
            return status;
        }
        pipes->ours[i] = ends[we_write];
        pipes->theirs[i] = ends[!we_write];
    }
    return 0;
}

static void init_handles(Child *child, uv_loop_t *loop) {
    uv_pipe_t *pipes[] = {&child->input, &child->output, &child->errors};
    for (int i = 0; i < 3; i++) {
        uv_pipe_init(loop, pipes[i], 0);
        pipes[i]->data = child;
    }
    uv_timer_init(loop, &child->timer);
    child->timer.data = child;
    child->process.data = child;
    child->open_handles = 5;
    child->lines[CHILD_OUTPUT] =
        (LineBuffer){.text = child->output_text, .capacity = sizeof child->output_text};
    child->lines[CHILD_ERRORS] =
        (LineBuffer){.text = child->errors_text, .capacity = sizeof child->errors_text};
}

static int spawn(Child *child, uv_loop_t *loop, char **words, const char *directory,
                 const uv_file files[3]) {
    uv_stdio_container_t streams[3];
    for (int i = 0; i < 3; i++) {
        streams[i].flags = UV_INHERIT_FD;
        streams[i].data.fd = files[i];
    }
    uv_process_options_t options = {
        .exit_cb = process_exited,
        .file = words[0],
        .args = words,
        .cwd = directory,
        .flags = UV_PROCESS_DETACHED,
        .stdio_count = 3,
        .stdio = streams,
    };
    return uv_spawn(loop, &child->process, &options);
}

static void connect_streams(Child *child, Pipes *pipes) {
    uv_pipe_open(&child->input, pipes->ours[0]);
    uv_pipe_open(&child->output, pipes->ours[1]);
    uv_pipe_open(&child->errors, pipes->ours[2]);
    uv_read_start((uv_stream_t *)&child->output, give_buffer, have_read);
    uv_read_start((uv_stream_t *)&child->errors, give_buffer, have_read);
}

static bool check_directory(const char *directory, Error *error) {
    struct stat about;
    if (directory == NULL || (stat(directory, &about) == 0 && S_ISDIR(about.st_mode))) {
        return true;
    }
    return error_set(error, ERROR_FILE, "the directory %s does not exist", directory);
}

static Child *start_words(uv_loop_t *loop, char **words, const char *directory, Error *error) {
    Pipes pipes;
    Child *child = calloc(1, sizeof *child);
    int status = child == NULL ? UV_ENOMEM : open_pipes(&pipes);
    if (status != 0) {
        error_set(error, ERROR_STATE, "cannot start %s: %s", words[0], uv_strerror(status));
        free(child);
        return NULL;
    }
    init_handles(child, loop);
    status = spawn(child, loop, words, directory, pipes.theirs);
    close_all(pipes.theirs);
    if (status != 0) {
        bool searched = status == UV_ENOENT && strchr(words[0], '/') == NULL;
        error_set(error, ERROR_STATE, "cannot start %s: %s%s%.100s", words[0], uv_strerror(status),
                  searched ? "; it was looked up in PATH, a program in this folder is ./" : "",
                  searched ? words[0] : "");
        close_all(pipes.ours);
        child->exited = true;
        close_handle((uv_handle_t *)&child->process);
        close_streams(child);
        return NULL;
    }
    connect_streams(child, &pipes);
    return child;
}

// A child inherits the cores of its parent, so the caller itself moves for the moment of the start.
static void move_to_core(int core, const cpu_set_t *usable) {
    cpu_set_t one;
    int left = core % CPU_COUNT(usable), number = 0;
    while (!CPU_ISSET(number, usable) || left-- > 0) {
        number++;
    }
    CPU_ZERO(&one);
    CPU_SET(number, &one);
    sched_setaffinity(0, sizeof one, &one);
}

static Child *start_on_core(uv_loop_t *loop, char **words, const char *directory, int core,
                            Error *error) {
    cpu_set_t usable;
    bool pinned = core >= 0 && sched_getaffinity(0, sizeof usable, &usable) == 0;
    if (pinned) {
        move_to_core(core, &usable);
    }
    Child *child = start_words(loop, words, directory, error);
    if (pinned) {
        sched_setaffinity(0, sizeof usable, &usable);
    }
    return child;
}

Child *child_start(uv_loop_t *loop, const char *command, const char *directory, int core,
                   const ChildEvents *events, void *context, Error *error) {
    if (!check_directory(directory, error)) {
        return NULL;
    }
    char **words = words_split(command, error);
    if (words == NULL) {
        return NULL;
    }
    Child *child = start_on_core(loop, words, directory, core, error);
    words_free(words);
    if (child != NULL) {
        child->events = events;
        child->context = context;
    }
    return child;
}
