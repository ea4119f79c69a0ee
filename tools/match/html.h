// The match as a page for a browser, in one file that needs no other and no network. Its source is
// in report/; the data stand in it as JSON.
#ifndef KELSO_MATCH_HTML_H
#define KELSO_MATCH_HTML_H

#include "match/digest.h"
#include "match/options.h"
#include "match/tally.h"

typedef struct {
    const MatchConfig *config;
    const Tally *tally;
    const Digest *digest;
    bool running;           // the match goes on
    const char *header;     // lines for people, as report_header writes them; NULL: not known
    const char *conditions; // as conditions_text has them
    double seconds;         // it was played for; NAN: not known
} HtmlPage;

// Before anything is played: whether the file can be written. One that is there already must be a
// page of this kind, which is replaced.
bool html_check(const char *path, Error *error);

// Writes the page beside its place and puts it there when it is whole.
bool html_write(const char *path, const HtmlPage *page, Error *error);

#endif
