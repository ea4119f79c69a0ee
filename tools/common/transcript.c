#include "common/transcript.h"

#include <stdlib.h>
#include <string.h>

void transcript_destroy(Transcript *transcript) {
    for (int i = 0; i < TRANSCRIPT_LINES; i++) {
        free(transcript->lines[i].text);
    }
    *transcript = (Transcript){0};
}

void transcript_add(Transcript *transcript, char direction, uint64_t time_ns, const char *text) {
    TranscriptLine *line = &transcript->lines[transcript->added % TRANSCRIPT_LINES];
    size_t length = strcspn(text, "\n");
    free(line->text);
    line->text = strndup(text, length < TRANSCRIPT_LINE_MAX ? length : TRANSCRIPT_LINE_MAX);
    line->time_ns = time_ns;
    line->direction = direction;
    transcript->added++;
}

// The number of the oldest line that is kept.
static uint64_t oldest(const Transcript *transcript) {
    return transcript->added > TRANSCRIPT_LINES ? transcript->added - TRANSCRIPT_LINES : 0;
}

void transcript_write(const Transcript *transcript, uint64_t now_ns, FILE *file) {
    for (uint64_t i = oldest(transcript); i < transcript->added; i++) {
        const TranscriptLine *line = &transcript->lines[i % TRANSCRIPT_LINES];
        double before = (double)(now_ns - line->time_ns) / 1e9;
        fprintf(file, "%11.6f %c %s\n", -before, line->direction, line->text ? line->text : "");
    }
}

const char *transcript_last(const Transcript *transcript, char direction) {
    for (uint64_t i = transcript->added; i-- > oldest(transcript);) {
        const TranscriptLine *line = &transcript->lines[i % TRANSCRIPT_LINES];
        if (line->direction == direction) {
            return line->text;
        }
    }
    return NULL;
}
