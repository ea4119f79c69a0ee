#include "book/findings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "common/alloc.h"
#include "common/journal.h"

// Records: a search is 'L', the look, the position, score (2), depth, whether there is a move, and
// it (6); a step is 'S', the ballot, and the positions of its path. A position has 12 bytes.
enum { POSITION_BYTES = 12, LOOK_BYTES = 2 + POSITION_BYTES + 2 + 1 + 1 + 6, STEP_BYTES = 2 };

static void put_position(uint8_t *bytes, Position p) {
    bytes_put(bytes, p.pieces[BLACK], 4);
    bytes_put(bytes + 4, p.pieces[WHITE], 4);
    bytes_put(bytes + 8, p.kings, 4);
}

static Position get_position(const uint8_t *bytes) {
    return (Position){.pieces = {(uint32_t)bytes_get(bytes, 4), (uint32_t)bytes_get(bytes + 4, 4)},
                      .kings = (uint32_t)bytes_get(bytes + 8, 4),
                      .side = BLACK};
}

static void keep(Findings *findings, Look look, Position p, Finding found) {
    findings->findings = alloc_grow(findings->findings, &findings->capacity, findings->count + 1,
                                    sizeof *findings->findings);
    findings->findings[findings->count] = found;
    position_map_set(&findings->maps[look], p, findings->count++);
}

typedef struct {
    Findings *findings;
    FindingsStep *step;
    void *context;
} Reading;

static void read_look(Reading *reading, const uint8_t *bytes) {
    const uint8_t *rest = bytes + 2 + POSITION_BYTES;
    Finding found = {.score = (int16_t)bytes_get(rest, 2),
                     .depth = rest[2],
                     .has_move = rest[3],
                     .move = {(uint32_t)bytes_get(rest + 4, 4), rest[8], rest[9]}};
    keep(reading->findings, bytes[1] == LOOK_FULL ? LOOK_FULL : LOOK_SHORT, get_position(bytes + 2),
         found);
}

static void read_step(Reading *reading, const uint8_t *bytes, size_t length) {
    GraphPath path = {.count = (int)((length - STEP_BYTES) / POSITION_BYTES)};
    for (int i = 0; i < path.count; i++) {
        path.positions[i] = get_position(bytes + STEP_BYTES + i * POSITION_BYTES);
    }
    reading->step(reading->context, bytes[1], &path);
}

static bool read_record(void *context, const char *content, size_t length, Error *error) {
    const uint8_t *bytes = (const uint8_t *)content;
    if (length == LOOK_BYTES && bytes[0] == 'L') {
        read_look(context, bytes);
        return true;
    }
    if (length >= STEP_BYTES + POSITION_BYTES && bytes[0] == 'S' &&
        length <= STEP_BYTES + GRAPH_PATH_MAX * POSITION_BYTES) {
        read_step(context, bytes, length);
        return true;
    }
    return error_set(error, ERROR_INPUT, "it holds a record of another program");
}

static bool read_all(Findings *findings, const char *head, Reading *reading, Error *error) {
    Journal *journal = findings->journal;
    JournalDamage damage;
    Error reason;
    if (journal_head(journal) == NULL) {
        return journal_write(journal, head, strlen(head), error);
    }
    if (strcmp(journal_head(journal), head) != 0) {
        return error_set(error, ERROR_INPUT, "%.60s is of another build: %.110s; this is %.110s",
                         journal_path(journal), journal_head(journal), head);
    }
    if (!journal_read(journal, read_record, reading, &damage, &reason)) {
        return error_set(error, reason.code, "%.100s: %.200s", journal_path(journal),
                         reason.message);
    }
    return journal_cut(journal, &damage, error);
}

bool findings_open(Findings *findings, const char *book, const FindingsHead *head,
                   FindingsStep *step, void *context, Error *error) {
    char text[FINDINGS_HEAD_MAX];
    *findings = (Findings){0};
    if (book == NULL) {
        return true;
    }
    snprintf(text, sizeof text,
             "%s nodes %" PRId64 " ply-cost %d egdb %d weights %016" PRIx64 " from %016" PRIx64,
             head->what, head->nodes, head->ply_cost, head->egdb_pieces, head->weights, head->base);
    size_t size = strlen(book) + sizeof ".journal";
    char *path = alloc_zeroed(size, 1);
    snprintf(path, size, "%s.journal", book);
    findings->journal = journal_open(path, true, error);
    free(path);
    return findings->journal != NULL &&
           read_all(findings, text, &(Reading){findings, step, context}, error);
}

void findings_destroy(Findings *findings) {
    if (findings->journal != NULL) {
        journal_close(findings->journal);
    }
    position_map_destroy(&findings->maps[LOOK_SHORT]);
    position_map_destroy(&findings->maps[LOOK_FULL]);
    free(findings->findings);
    *findings = (Findings){0};
}

const Finding *findings_get(const Findings *findings, Look look, Position p) {
    int index = position_map_find(&findings->maps[look], p);
    return index < 0 ? NULL : &findings->findings[index];
}

bool findings_add(Findings *findings, Look look, Position p, Finding found, Error *error) {
    uint8_t bytes[LOOK_BYTES] = {'L', (uint8_t)look};
    uint8_t *rest = bytes + 2 + POSITION_BYTES;
    keep(findings, look, p, found);
    if (findings->journal == NULL) {
        return true;
    }
    put_position(bytes + 2, p);
    bytes_put(rest, (uint64_t)found.score, 2);
    rest[2] = (uint8_t)found.depth;
    rest[3] = found.has_move;
    bytes_put(rest + 4, found.move.captured, 4);
    rest[8] = found.move.from;
    rest[9] = found.move.to;
    return journal_add(findings->journal, (const char *)bytes, sizeof bytes, error) &&
           (look == LOOK_SHORT || journal_flush(findings->journal, error));
}

bool findings_add_step(Findings *findings, int ballot, const GraphPath *path, Error *error) {
    uint8_t bytes[STEP_BYTES + GRAPH_PATH_MAX * POSITION_BYTES] = {'S', (uint8_t)ballot};
    if (findings->journal == NULL) {
        return true;
    }
    for (int i = 0; i < path->count; i++) {
        put_position(bytes + STEP_BYTES + i * POSITION_BYTES, path->positions[i]);
    }
    size_t length = STEP_BYTES + (size_t)path->count * POSITION_BYTES;
    return journal_add(findings->journal, (const char *)bytes, length, error) &&
           journal_flush(findings->journal, error);
}
