#include "frontend/cb.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "frontend/cb_commands.h"
#include "frontend/cb_time.h"

#define POLL_US 1000
#define SHOW_US 100000 // between two texts of progress

// The interface has no handle, so what is behind it is kept here: the one exception to the rule
// that there are no mutable globals.
static struct {
    pthread_mutex_t turn;  // held as long as a move is thought about
    pthread_mutex_t calls; // held for a moment, by all that call the session
    atomic_bool closing;   // the library is being unloaded
    CbSession *session;    // NULL before the first call
} library = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, false, NULL};

// While `calls` is held. NULL, with an error, if there is no memory.
static CbSession *session(Error *error) {
    if (atomic_load(&library.closing)) {
        error_set(error, ERROR_STATE, "the library is being unloaded");
        return NULL;
    }
    if (library.session == NULL) {
        library.session = cb_session_create(error);
    }
    return library.session;
}

// Ends a search, frees all.
__attribute__((destructor)) static void unload(void) {
    atomic_store(&library.closing, true);
    pthread_mutex_lock(&library.turn);
    pthread_mutex_lock(&library.calls);
    cb_session_destroy(library.session);
    library.session = NULL;
    pthread_mutex_unlock(&library.calls);
    pthread_mutex_unlock(&library.turn);
}

// The GUI reads it at any time.
static void show(char *shown, const char *text) {
    size_t size = strlen(text) + 1;
    for (size_t i = 0; i < size; i++) {
        atomic_store_explicit((_Atomic char *)&shown[i], text[i], memory_order_relaxed);
    }
}

static bool is_told_to_stop(int *playnow) {
    return atomic_load_explicit((_Atomic int *)playnow, memory_order_relaxed) != 0 ||
           atomic_load(&library.closing);
}

static void wait_for_answer(CbSession *thinking, int *playnow, char *str) {
    char text[CB_TEXT_MAX];
    int64_t shown_us = clock_now_us();
    while (cb_session_is_thinking(thinking)) {
        if (is_told_to_stop(playnow)) {
            pthread_mutex_lock(&library.calls);
            cb_session_stop(thinking);
            pthread_mutex_unlock(&library.calls);
        } else if (clock_now_us() - shown_us >= SHOW_US) {
            cb_session_progress(thinking, text);
            show(str, text);
            shown_us = clock_now_us();
        }
        clock_sleep_us(POLL_US);
    }
}

typedef struct {
    double maxtime;
    int info, moreinfo;
} Time;

static CbSession *begin(int board[8][8], int color, Time time, Error *error) {
    pthread_mutex_lock(&library.calls);
    CbSession *thinking = session(error);
    if (thinking != NULL) {
        bool solves = thinking->settings.numbers[CB_SOLVE] != 0;
        SearchLimits limits =
            solves ? search_limits_none() : cb_time_limits(time.maxtime, time.info, time.moreinfo);
        bool reset = (time.info & CB_INFO_RESET) != 0;
        if (!cb_session_begin(thinking, board, color, limits, reset, error)) {
            thinking = NULL;
        }
    }
    pthread_mutex_unlock(&library.calls);
    return thinking;
}

int CB_CALL getmove(int board[8][8], int color, double maxtime, char str[CB_TEXT_MAX], int *playnow,
                    int info, int moreinfo, CbMove *move) {
    char text[CB_TEXT_MAX];
    Error error;
    CbResult result = CB_UNKNOWN;
    memset(move, 0, sizeof *move);
    pthread_mutex_lock(&library.turn);
    CbSession *thinking = begin(board, color, (Time){maxtime, info, moreinfo}, &error);
    if (thinking != NULL) {
        wait_for_answer(thinking, playnow, str);
        pthread_mutex_lock(&library.calls);
        result = cb_session_end(thinking, board, move);
        cb_session_progress(thinking, text);
        pthread_mutex_unlock(&library.calls);
    } else {
        cb_reply_error(&error, text);
    }
    pthread_mutex_unlock(&library.turn);
    show(str, text);
    return result;
}

int CB_CALL enginecommand(const char *command, char reply[CB_TEXT_MAX]) {
    Error error;
    bool known = true;
    char *text = strdup(command);
    pthread_mutex_lock(&library.calls);
    CbSession *asked = session(&error);
    if (text == NULL) {
        error_set(&error, ERROR_MEMORY, "no memory for a command");
    }
    if (text == NULL || asked == NULL) {
        cb_reply_error(&error, reply);
    } else {
        known = cb_command(asked, text, reply);
    }
    pthread_mutex_unlock(&library.calls);
    free(text);
    return known;
}
