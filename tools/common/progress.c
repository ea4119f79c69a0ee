#include "common/progress.h"

#include <stdarg.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"

#define TERMINAL_INTERVAL_US 200000
#define PLAIN_INTERVAL_US    10000000
#define CLEAR_LINE           "\r\033[K"

void progress_init(Progress *progress, FILE *stream, bool quiet) {
    bool terminal = isatty(fileno(stream)) == 1;
    int64_t first_us = terminal ? 0 : PLAIN_INTERVAL_US;
    *progress = (Progress){stream, terminal, quiet, false, clock_now_us() + first_us};
}

static void clear(Progress *progress) {
    if (progress->shown) {
        fputs(CLEAR_LINE, progress->stream);
        progress->shown = false;
    }
}

void progress_destroy(Progress *progress) {
    clear(progress);
    fflush(progress->stream);
}

bool progress_is_due(const Progress *progress) {
    return !progress->quiet && clock_now_us() >= progress->next_us;
}

// A line that wraps could not be taken back.
static int terminal_width(FILE *stream) {
    struct winsize size;
    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

void progress_status(Progress *progress, const char *status) {
    if (!progress_is_due(progress)) {
        return;
    }
    if (progress->terminal) {
        clear(progress);
        fprintf(progress->stream, "%.*s", terminal_width(progress->stream), status);
        progress->shown = true;
        progress->next_us = clock_now_us() + TERMINAL_INTERVAL_US;
    } else {
        fprintf(progress->stream, "%s\n", status);
        progress->next_us = clock_now_us() + PLAIN_INTERVAL_US;
    }
    fflush(progress->stream);
}

void progress_note(Progress *progress, const char *format, ...) {
    va_list arguments;
    clear(progress);
    va_start(arguments, format);
    vfprintf(progress->stream, format, arguments);
    va_end(arguments);
    fputc('\n', progress->stream);
    fflush(progress->stream);
}
