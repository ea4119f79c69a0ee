#include "frontend/native_out.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "eval/eval.h"
#include "notation/movetext.h"
#include "search/score.h"

void native_out_init(NativeOut *out, FILE *file) {
    *out = (NativeOut){.file = file};
    pthread_mutex_init(&out->mutex, NULL);
}

void native_out_destroy(NativeOut *out) {
    if (out->log != NULL) {
        fclose(out->log);
    }
    pthread_mutex_destroy(&out->mutex);
}

bool native_out_set_log(NativeOut *out, const char *path, Error *error) {
    FILE *log = NULL;
    if (*path != '\0') {
        log = fopen(path, "a");
        if (log == NULL) {
            return error_set(error, ERROR_FILE, "option LogFile: cannot open '%.200s': %s", path,
                             strerror(errno));
        }
    }
    pthread_mutex_lock(&out->mutex);
    if (out->log != NULL) {
        fclose(out->log);
    }
    out->log = log;
    out->log_start_us = clock_now_us();
    pthread_mutex_unlock(&out->mutex);
    return true;
}

// With the mutex held. A log that can't be written is given up, and said once.
static void log_line(NativeOut *out, char direction, const char *line) {
    if (out->log == NULL) {
        return;
    }
    int64_t ms = (clock_now_us() - out->log_start_us) / 1000;
    if (fprintf(out->log, "%" PRId64 " %c %s\n", ms, direction, line) < 0 ||
        fflush(out->log) != 0) {
        fprintf(out->file,
                "info string error: option LogFile: the log cannot be written and is ended: %s\n",
                strerror(errno));
        fclose(out->log);
        out->log = NULL;
    }
}

void native_out_log_input(NativeOut *out, const char *line) {
    pthread_mutex_lock(&out->mutex);
    log_line(out, '>', line);
    pthread_mutex_unlock(&out->mutex);
}

void native_out_line(NativeOut *out, const char *format, ...) {
    char text[8192]; // the longest are info lines: 246 moves of 31 bytes at the most
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&out->mutex);
    if (!atomic_load(&out->silent)) {
        log_line(out, '<', text);
        if (fprintf(out->file, "%s\n", text) < 0 || fflush(out->file) != 0) {
            atomic_store(&out->failed, true);
        }
    }
    pthread_mutex_unlock(&out->mutex);
}

void native_out_error(NativeOut *out, const Error *error) {
    native_out_line(out, "info string error: %s", error->message);
}

void native_out_option(NativeOut *out, const OptionSpec *spec) {
    static const char *const types[] = {"spin", "check", "combo", "string", "button"};
    char text[256];
    int length =
        snprintf(text, sizeof text, "option name %s type %s", spec->name, types[spec->type]);
    if (spec->type != OPTION_BUTTON) {
        length += snprintf(text + length, sizeof text - (size_t)length, " default %s",
                           *spec->initial == '\0' ? "<empty>" : spec->initial);
    }
    if (spec->type == OPTION_SPIN) {
        snprintf(text + length, sizeof text - (size_t)length, " min %" PRId64 " max %" PRId64,
                 spec->min, spec->max);
    }
    for (int i = 0; spec->type == OPTION_COMBO && spec->choices[i] != NULL; i++) {
        length +=
            snprintf(text + length, sizeof text - (size_t)length, " var %s", spec->choices[i]);
    }
    native_out_line(out, "%s", text);
}

// Text that grows to the end of a buffer and no further.
typedef struct {
    char bytes[8192];
    size_t length;
} Text;

static void add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(Text *text, const char *format, ...) {
    size_t room = sizeof text->bytes - text->length;
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(text->bytes + text->length, room, format, arguments);
    va_end(arguments);
    if (written > 0) {
        text->length += (size_t)written < room ? (size_t)written : room - 1;
    }
}

static void add_score(Text *text, const SearchInfo *info, bool show_wdl) {
    if (score_is_known(info->score)) {
        add(text, " score %s %d", info->score > 0 ? "win" : "loss", score_plies(info->score));
    } else {
        add(text, " score cp %d", info->score);
    }
    if (info->bound == BOUND_LOWER || info->bound == BOUND_UPPER) {
        add(text, info->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    }
    if (show_wdl) {
        Chances chances = eval_chances(info->score);
        add(text, " wdl %d %d %d", chances.win, chances.draw, chances.loss);
    }
}

static void add_line(Text *text, Position p, const Move *line, int count) {
    char move[MOVE_TEXT_MAX];
    for (int i = 0; i < count; i++) {
        move_write(p, line[i], move);
        add(text, "%s%s", i == 0 ? " pv " : " ", move);
        p = position_play(p, line[i]);
    }
}

void native_out_info(NativeOut *out, const SearchInfo *info) {
    Text text = {.length = 0};
    double seconds = (double)info->time_us / 1e6;
    add(&text, "info");
    if (info->has_score) {
        add(&text, " depth %d seldepth %d multipv %d", info->depth, info->selective_depth,
            info->multipv);
        add_score(&text, info, atomic_load(&out->show_wdl));
    }
    add(&text, " nodes %" PRIu64 " nps %.0f hashfull %d tbhits %" PRIu64 " time %" PRId64,
        info->nodes, seconds > 0 ? (double)info->nodes / seconds : 0, info->hash_fill,
        info->table_hits, info->time_us / 1000);
    add_line(&text, info->position, info->line, info->line_count);
    native_out_line(out, "%s", text.bytes);
}

void native_out_answer(NativeOut *out, const SearchAnswer *answer) {
    char best[MOVE_TEXT_MAX] = "none", ponder[MOVE_TEXT_MAX];
    Position p = answer->position;
    if (answer->count > 0) {
        move_write(p, answer->moves[0], best);
    }
    if (answer->count < 2) {
        native_out_line(out, "bestmove %s", best);
        return;
    }
    move_write(position_play(p, answer->moves[0]), answer->moves[1], ponder);
    native_out_line(out, "bestmove %s ponder %s", best, ponder);
}
