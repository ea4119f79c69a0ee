// The page of --html while the match is played, and in the end.
//
// While it is played the loop copies the figures only; a thread of libuv's pool makes the page of
// them, so that no clock waits for it.
#ifndef KELSO_MATCH_PAGE_H
#define KELSO_MATCH_PAGE_H

#include <uv.h>

#include "match/html.h"
#include "match/runner.h"

#define PAGE_INTERVAL_MS 10000

typedef struct {
    const Match *match;
    uv_work_t work;
    HtmlPage page; // that is made now, or was made last; its texts are owned
    Tally tally;   // of it
    Digest *digest;
    bool busy;
    bool good;  // it could be written, else *error says why
    bool noted; // it could not, and that was said
    Error error;
    int64_t games; // that had ended when it was begun
    uint64_t took_ns;
    uint64_t next_ns; // none is begun before
} PageWriter;

// When the titles of the engines are known. Without a digest nothing is ever written.
void page_writer_init(PageWriter *writer, const Match *match);

// When the loop has ended. All zero: nothing happens.
void page_writer_destroy(PageWriter *writer);

// Begins a page, if games have ended since the last one and it is time: the first at once, others
// PAGE_INTERVAL_MS later, or more if they take long. seconds: that were played. If one cannot be
// written that is noted once, and the next is tried.
void page_writer_tick(PageWriter *writer, uv_loop_t *loop, double seconds);

// The next tick need not wait for its time.
void page_writer_hurry(PageWriter *writer);

// Writes the page of a match that has ended.
bool page_write(const Match *match, double seconds, Error *error);

#endif
