#include "frontend/cb_report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "notation/movetext.h"
#include "search/score.h"

void cb_report_init(CbReport *report) {
    memset(report, 0, sizeof *report);
    pthread_mutex_init(&report->mutex, NULL);
}

void cb_report_destroy(CbReport *report) {
    pthread_mutex_destroy(&report->mutex);
}

void cb_report_info(void *context, const SearchInfo *info) {
    CbReport *report = context;
    int index = info->multipv - 1;
    if (!info->has_score || info->line_count == 0 || index >= CB_LINES_MAX) {
        return;
    }
    pthread_mutex_lock(&report->mutex);
    report->lines[index].move = info->line[0];
    report->lines[index].score = info->score;
    report->line_count = index < report->line_count ? report->line_count : index + 1;
    if (index == 0) {
        int count = info->line_count < CB_LINE_MOVES ? info->line_count : CB_LINE_MOVES;
        report->best = *info;
        memcpy(report->line, info->line, (size_t)count * sizeof *info->line);
        report->best.line = report->line;
        report->best.line_count = count;
    }
    pthread_mutex_unlock(&report->mutex);
}

void cb_report_answer(void *context, const SearchAnswer *answer) {
    CbReport *report = context;
    pthread_mutex_lock(&report->mutex);
    report->answer = *answer;
    pthread_mutex_unlock(&report->mutex);
}

void cb_report_warning(void *context, const Error *warning) {
    CbReport *report = context;
    pthread_mutex_lock(&report->mutex);
    report->warning = *warning;
    pthread_mutex_unlock(&report->mutex);
}

void cb_report_clear(CbReport *report) {
    pthread_mutex_lock(&report->mutex);
    report->line_count = 0;
    report->answer.count = 0;
    pthread_mutex_unlock(&report->mutex);
}

SearchAnswer cb_report_get_answer(CbReport *report) {
    pthread_mutex_lock(&report->mutex);
    SearchAnswer answer = report->answer;
    pthread_mutex_unlock(&report->mutex);
    return answer;
}

bool cb_report_take_warning(CbReport *report, Error *warning) {
    pthread_mutex_lock(&report->mutex);
    *warning = report->warning;
    report->warning.code = ERROR_NONE;
    pthread_mutex_unlock(&report->mutex);
    return warning->code != ERROR_NONE;
}

// Appends as far as there is room.
__attribute__((format(printf, 2, 3))) static void add(char text[CB_TEXT_MAX], const char *format,
                                                      ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, CB_TEXT_MAX - length, format, arguments);
    va_end(arguments);
}

static void add_score(char text[CB_TEXT_MAX], int score) {
    if (score_is_known(score)) {
        add(text, " %s in %d", score > 0 ? "win" : "loss", score_plies(score));
    } else {
        add(text, " %+.2f", score / 100.0);
    }
}

static void add_move(char text[CB_TEXT_MAX], Position position, Move move) {
    char written[MOVE_TEXT_MAX];
    move_write(position, move, written);
    add(text, " %s", written);
}

static void add_best_line(const CbReport *report, char text[CB_TEXT_MAX]) {
    Position position = report->best.position;
    add(text, ", line");
    for (int i = 0; i < report->best.line_count; i++) {
        add_move(text, position, report->line[i]);
        position = position_play(position, report->line[i]);
    }
}

static void add_all_lines(const CbReport *report, char text[CB_TEXT_MAX]) {
    add(text, ", all");
    for (int i = 0; i < report->line_count; i++) {
        add_move(text, report->best.position, report->lines[i].move);
        add_score(text, report->lines[i].score);
    }
}

void cb_report_write(CbReport *report, char text[CB_TEXT_MAX]) {
    text[0] = '\0';
    pthread_mutex_lock(&report->mutex);
    const SearchInfo *best = &report->best;
    if (report->line_count > 0) {
        add(text, "depth %d/%d, score", best->depth, best->selective_depth);
        add_score(text, best->score);
        add(text, ", %.1f s, %" PRIu64 " k nodes", (double)best->time_us / 1e6, best->nodes / 1000);
        if (report->line_count == 1) {
            add_best_line(report, text);
        } else {
            add_all_lines(report, text);
        }
    }
    if (report->warning.code != ERROR_NONE) {
        add(text, "%swarning: %s", *text != '\0' ? ", " : "", report->warning.message);
    }
    pthread_mutex_unlock(&report->mutex);
}
