#include "match/page.h"

#include <stdlib.h>

#include "common/alloc.h"
#include "match/conditions.h"
#include "match/report.h"

#define REST 100 // times as long as a page took, at least, before the next

static char *header_text(const Match *match) {
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (file == NULL) {
        return alloc_text("");
    }
    report_header(match->config, match->openings, match->schedule->rounds, file);
    fclose(file);
    return text;
}

// What stays the same while the match is played. The texts are to be freed.
static HtmlPage begin_page(const Match *match) {
    return (HtmlPage){.config = match->config,
                      .header = header_text(match),
                      .conditions = conditions_text(match->config, match->openings)};
}

static void end_page(HtmlPage *page) {
    free((char *)page->header);
    free((char *)page->conditions);
    *page = (HtmlPage){0};
}

bool page_write(const Match *match, double seconds, Error *error) {
    if (match->digest == NULL) {
        return true;
    }
    HtmlPage page = begin_page(match);
    page.tally = match->tally;
    page.digest = match->digest;
    page.seconds = seconds;
    bool good = html_write(match->config->html_path, &page, error);
    end_page(&page);
    return good;
}

// ---- while it is played

void page_writer_init(PageWriter *writer, const Match *match) {
    *writer = (PageWriter){.match = match, .good = true};
    if (match->digest != NULL) {
        writer->page = begin_page(match);
        writer->page.running = true;
    }
}

void page_writer_destroy(PageWriter *writer) {
    end_page(&writer->page);
}

void page_writer_hurry(PageWriter *writer) {
    writer->next_ns = 0;
}

static void make_page(uv_work_t *work) {
    PageWriter *writer = work->data;
    uint64_t start_ns = uv_hrtime();
    writer->good = html_write(writer->page.config->html_path, &writer->page, &writer->error);
    writer->took_ns = uv_hrtime() - start_ns;
}

static void page_made(uv_work_t *work, int status) {
    PageWriter *writer = work->data;
    (void)status;
    tally_destroy(&writer->tally);
    digest_snapshot_destroy(writer->digest);
    writer->busy = false;
    if (!writer->good && !writer->noted) {
        progress_note(writer->match->progress, "warning: %s", writer->error.message);
    }
    writer->noted = !writer->good;
}

static uint64_t interval_ns(const PageWriter *writer) {
    uint64_t usual = (uint64_t)PAGE_INTERVAL_MS * 1000000, rest = REST * writer->took_ns;
    return usual > rest ? usual : rest;
}

void page_writer_tick(PageWriter *writer, uv_loop_t *loop, double seconds) {
    const Match *match = writer->match;
    uint64_t now_ns = uv_hrtime();
    if (match->digest == NULL || writer->busy || now_ns < writer->next_ns ||
        match->tally->games_done == writer->games) {
        return;
    }
    writer->games = match->tally->games_done;
    tally_copy_figures(&writer->tally, match->tally);
    writer->digest = digest_snapshot(match->digest);
    writer->page.tally = &writer->tally;
    writer->page.digest = writer->digest;
    writer->page.seconds = seconds;
    writer->next_ns = now_ns + interval_ns(writer);
    writer->work.data = writer;
    writer->busy = true;
    uv_queue_work(loop, &writer->work, make_page, page_made);
}
