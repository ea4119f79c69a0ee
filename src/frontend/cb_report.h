// What a search says, kept for the thread that waits for it. Private to src/frontend.
#ifndef KELSO_FRONTEND_CB_REPORT_H
#define KELSO_FRONTEND_CB_REPORT_H

#include <pthread.h>

#include "engine/engine.h"
#include "notation/cb_board.h"

#define CB_LINE_MOVES 12 // of a principal variation that are shown
#define CB_LINES_MAX  64 // as of the option MultiPV

// The mutex guards the rest, and nothing is called while it is locked: the engine reports from its
// own threads, and from within engine_go.
typedef struct {
    pthread_mutex_t mutex;
    SearchInfo best; // the last report of the best line, which is `line`
    Move line[CB_LINE_MOVES];
    struct {
        Move move;
        int score;
    } lines[CB_LINES_MAX]; // all that are reported, best first
    int line_count;
    SearchAnswer answer;
    Error warning; // ERROR_NONE: none
} CbReport;

void cb_report_init(CbReport *report);
void cb_report_destroy(CbReport *report);

// For a SearchListener and an EgdbWarn; the context is the report.
void cb_report_info(void *report, const SearchInfo *info);
void cb_report_answer(void *report, const SearchAnswer *answer);
void cb_report_warning(void *report, const Error *warning);

// Forgets what was said of an earlier search, but no warning.
void cb_report_clear(CbReport *report);

// The last answer.
SearchAnswer cb_report_get_answer(CbReport *report);

// Takes the last warning away; false if there is none.
bool cb_report_take_warning(CbReport *report, Error *warning);

// The search as a line for people, "" before the first report; a warning stands at its end.
void cb_report_write(CbReport *report, char text[CB_TEXT_MAX]);

#endif
