// The last lines exchanged with an engine, as evidence for a game that ended oddly.
#ifndef KELSO_COMMON_TRANSCRIPT_H
#define KELSO_COMMON_TRANSCRIPT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TRANSCRIPT_LINES    200
#define TRANSCRIPT_LINE_MAX 4096 // longer lines are cut

typedef struct {
    uint64_t time_ns;
    char direction; // '>' to the engine, '<' from it, '!' from its standard error
    char *text;     // owned
} TranscriptLine;

typedef struct {
    TranscriptLine lines[TRANSCRIPT_LINES]; // a ring
    uint64_t added;                         // lines since the start
} Transcript;

// All zero is an empty transcript.
void transcript_destroy(Transcript *transcript);

// Adds the text up to its end or a line end.
void transcript_add(Transcript *transcript, char direction, uint64_t time_ns, const char *text);

// Writes the lines, oldest first, with their times in seconds before `now_ns`.
void transcript_write(const Transcript *transcript, uint64_t now_ns, FILE *file);

// The last line in this direction, NULL if there is none.
const char *transcript_last(const Transcript *transcript, char direction);

#endif
