#include "common/transcript.h"

#include <stdlib.h>
#include <string.h>

void transcript_destroy(Transcript *transcript) {
    for (int kind = 0; kind < TRANSCRIPT_KINDS; kind++) {
        for (int i = 0; i < TRANSCRIPT_LINES; i++) {
            free(transcript->lines[kind][i].text);
        }
    }
    *transcript = (Transcript){0};
}

void transcript_add(Transcript *transcript, LineKind kind, uint64_t time_ns, const char *text) {
    uint64_t place = transcript->count[kind]++ % TRANSCRIPT_LINES;
    TranscriptLine *line = &transcript->lines[kind][place];
    size_t length = strcspn(text, "\n");
    free(line->text);
    line->text = strndup(text, length < TRANSCRIPT_LINE_MAX ? length : TRANSCRIPT_LINE_MAX);
    line->time_ns = time_ns;
    line->number = transcript->total++;
    transcript->last_ns = time_ns;
}

// The next line of this kind, NULL behind the last.
static const TranscriptLine *line_at(const Transcript *transcript, LineKind kind, uint64_t index) {
    return index < transcript->count[kind] ? &transcript->lines[kind][index % TRANSCRIPT_LINES]
                                           : NULL;
}

void transcript_write(const Transcript *transcript, FILE *file) {
    uint64_t next[TRANSCRIPT_KINDS];
    for (int kind = 0; kind < TRANSCRIPT_KINDS; kind++) {
        uint64_t count = transcript->count[kind];
        next[kind] = count > TRANSCRIPT_LINES ? count - TRANSCRIPT_LINES : 0;
    }
    for (;;) {
        const TranscriptLine *first = NULL;
        int first_kind = 0;
        for (int kind = 0; kind < TRANSCRIPT_KINDS; kind++) {
            const TranscriptLine *line = line_at(transcript, (LineKind)kind, next[kind]);
            if (line != NULL && (first == NULL || line->number < first->number)) {
                first = line;
                first_kind = kind;
            }
        }
        if (first == NULL) {
            return;
        }
        fprintf(file, "%11.6f %c %s\n", -(double)(transcript->last_ns - first->time_ns) / 1e9,
                "><!*"[first_kind], first -> text == NULL ? "" : first->text);
        next[first_kind]++;
    }
}

const char *transcript_last(const Transcript *transcript, LineKind kind, uint64_t before) {
    uint64_t count = transcript->count[kind];
    return count > before && before < TRANSCRIPT_LINES
               ? line_at(transcript, kind, count - 1 - before)->text
               : NULL;
}
