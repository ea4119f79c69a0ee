#include "match/html.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "common/draft.h"
#include "engine/version.h"
#include "match/json_out.h"

// The page with the marks @summary@ and @games@ where the data go.
static const char template[] =
#include "report_page.inc"
    ;

// ---- data

#define TIME_TEXT_MAX 32

static void write_time(time_t when, char text[TIME_TEXT_MAX]) {
    struct tm local;
    localtime_r(&when, &local);
    strftime(text, TIME_TEXT_MAX, "%Y-%m-%d %H:%M", &local);
}

static void set_results(json_t *object, const char *key, const DigestResults *results) {
    json_object_set_new(object, key, json_counts(results->count, STATS_GAMES));
}

// Means by move number, null where there was no such move.
static void set_moves(json_t *engine, const DigestMoves *moves) {
    json_t *counts = json_array(), *seconds = json_array(), *depth = json_array();
    int last = DIGEST_MOVES;
    while (last > 0 && moves[last - 1].timed == 0) {
        last--;
    }
    for (int i = 0; i < last; i++) {
        const DigestMoves *move = &moves[i];
        json_array_append_new(counts, json_integer(move->timed));
        json_array_append_new(seconds, move->timed == 0
                                           ? json_null()
                                           : json_real(move->seconds / (double)move->timed));
        json_array_append_new(depth, move->with_depth == 0 ? json_null()
                                                           : json_real((double)move->depth /
                                                                       (double)move->with_depth));
    }
    json_object_set_new(engine, "moves", counts);
    json_object_set_new(engine, "move_seconds", seconds);
    json_object_set_new(engine, "move_depth", depth);
}

static void add_engines(json_t *summary, const HtmlPage *page) {
    json_t *engines = json_object_get(summary, "engines");
    for (int i = 0; i < page->digest->engine_count; i++) {
        const DigestEngine *of = &page->digest->engines[i];
        json_t *engine = json_array_get(engines, (size_t)i);
        set_results(engine, "as_black", &of->games[BLACK]);
        set_results(engine, "as_white", &of->games[WHITE]);
        set_moves(engine, of->moves);
    }
}

static json_t *openings_of(const Digest *digest) {
    json_t *openings = json_array();
    for (int i = 0; i < digest->opening_count; i++) {
        const DigestOpening *of = &digest->openings[i];
        if (of->number == 0) {
            continue;
        }
        json_t *opening = json_object();
        json_set_int(opening, "number", of->number);
        json_set_text(opening, "name", of->name == NULL ? "" : of->name);
        json_set_text(opening, "moves", of->moves == NULL ? "" : of->moves);
        set_results(opening, "black", &of->black);
        set_results(opening, "first_as_black", &of->of[BLACK]);
        set_results(opening, "first_as_white", &of->of[WHITE]);
        json_array_append_new(openings, opening);
    }
    return openings;
}

static json_t *ends_of(const Digest *digest) {
    json_t *ends = json_array();
    for (int i = 0; i < digest->end_count; i++) {
        json_t *end = json_object();
        json_set_text(end, "reason", digest->ends[i].reason);
        set_results(end, "black", &digest->ends[i].black);
        json_array_append_new(ends, end);
    }
    return ends;
}

static json_t *history_of(const Digest *digest) {
    json_t *points = json_array();
    for (int i = 0; i < digest->point_count; i++) {
        json_t *point = json_object(), *elo = json_array();
        json_set_int(point, "games", digest->point_games[i]);
        json_set_real(point, "llr", digest->point_llr[i]);
        for (int engine = 0; engine < digest->engine_count; engine++) {
            const DigestElo *of = &digest->point_elo[i * digest->engine_count + engine];
            json_t *pair = json_object();
            json_set_real(pair, "elo", of->elo);
            json_set_real(pair, "error", of->error);
            json_array_append_new(elo, pair);
        }
        json_object_set_new(point, "engines", elo);
        json_array_append_new(points, point);
    }
    return points;
}

// Between games.
static json_t *faults_of(const Digest *digest) {
    json_t *faults = json_array();
    for (int i = 0; i < digest->fault_count; i++) {
        const DigestFault *of = &digest->faults[i];
        json_t *fault = json_object();
        char time_text[TIME_TEXT_MAX];
        write_time((time_t)(of->time_ns / 1000000000), time_text);
        json_set_int(fault, "engine", of->engine);
        json_set_text(fault, "time", time_text);
        json_set_text(fault, "reason", of->reason);
        json_set_text(fault, "detail", of->detail);
        json_array_append_new(faults, fault);
    }
    return faults;
}

// What --json has in its summary, and more.
static char *summary_text(const HtmlPage *page) {
    char written[TIME_TEXT_MAX];
    write_time(time(NULL), written);
    json_t *summary = json_summary_object(page->config, page->tally);
    json_set_text(summary, "version", version_number());
    json_set_text(summary, "written", written);
    json_set_real(summary, "seconds", page->seconds);
    json_object_set_new(summary, "running", json_boolean(page->running));
    json_set_int(summary, "games_before", page->tally->games_before);
    json_set_text(summary, "header", page->header == NULL ? "" : page->header);
    json_set_text(summary, "conditions", page->conditions);
    json_object_set_new(summary, "ballots", json_boolean(page->digest->ballots));
    json_set_int(summary, "openings_total", page->digest->openings_total);
    json_object_set_new(summary, "openings", openings_of(page->digest));
    json_object_set_new(summary, "ends", ends_of(page->digest));
    json_object_set_new(summary, "history", history_of(page->digest));
    json_object_set_new(summary, "faults_between", faults_of(page->digest));
    json_set_int(summary, "faults_between_total", page->digest->faults_total);
    add_engines(summary, page);
    return json_text(summary);
}

// ---- the page

// JSON in an element <script>: '<', which may only stand in its strings, could begin a tag there.
static void write_json(FILE *file, const char *text) {
    while (*text != '\0') {
        size_t length = strcspn(text, "<");
        fwrite(text, 1, length, file);
        text += length;
        if (*text == '<') {
            fputs("\\u003c", file);
            text++;
        }
    }
}

static void write_games(FILE *file, const Digest *digest) {
    fputc('[', file);
    for (int i = 0; i < digest->game_count; i++) {
        fputs(i == 0 ? "" : ",\n", file);
        write_json(file, digest->games[i]);
    }
    fputc(']', file);
}

// Writes up to the mark and returns what is behind it.
static const char *write_until(FILE *file, const char *text, const char *mark) {
    const char *end = strstr(text, mark);
    assert(end != NULL);
    fwrite(text, 1, (size_t)(end - text), file);
    return end + strlen(mark);
}

static void write_page(FILE *file, const HtmlPage *page) {
    char *summary = summary_text(page);
    const char *rest = write_until(file, template, "@summary@");
    write_json(file, summary);
    rest = write_until(file, rest, "@games@");
    write_games(file, page->digest);
    fputs(rest, file);
    free(summary);
}

// ---- the file

static bool is_page_or_new(const char *path, Error *error) {
    char start[64] = "";
    size_t length = strcspn(template, "\n");
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0) {
        return true;
    }
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return error_cannot(error, "read", path);
    }
    length = length < sizeof start ? length : sizeof start;
    bool is_page = fread(start, 1, length, file) == length && memcmp(start, template, length) == 0;
    fclose(file);
    return is_page || error_set(error, ERROR_INPUT, "%s is there already, and is no page", path);
}

bool html_check(const char *path, Error *error) {
    Draft draft;
    draft_init(&draft, path);
    bool good = is_page_or_new(draft.target, error) && draft_open(&draft, error);
    draft_destroy(&draft);
    return good;
}

bool html_write(const char *path, const HtmlPage *page, Error *error) {
    Draft draft;
    draft_init(&draft, path);
    bool good = draft_open(&draft, error);
    if (good) {
        write_page(draft.file, page);
        good = ferror(draft.file) ? error_cannot(error, "write", draft.path)
                                  : draft_finish(&draft, error);
    }
    draft_destroy(&draft);
    return good;
}
