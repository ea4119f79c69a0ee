// The last lines exchanged with an engine, as evidence for a game that ended oddly. What it was
// told and what it said are kept apart, so that a flood of output does not wash away the question.
#ifndef KELSO_COMMON_TRANSCRIPT_H
#define KELSO_COMMON_TRANSCRIPT_H

#include <stdint.h>
#include <stdio.h>

#define TRANSCRIPT_LINES    200  // of each kind
#define TRANSCRIPT_LINE_MAX 4096 // longer lines are cut

typedef enum {
    TRANSCRIPT_TOLD,
    TRANSCRIPT_SAID,
    TRANSCRIPT_ERRORS, // said on standard error
    TRANSCRIPT_FAULT,  // what was found wrong
    TRANSCRIPT_KINDS
} LineKind;

typedef struct {
    uint64_t number; // among all lines
    uint64_t time_ns;
    char *text; // owned
} TranscriptLine;

typedef struct {
    TranscriptLine lines[TRANSCRIPT_KINDS][TRANSCRIPT_LINES]; // rings
    uint64_t count[TRANSCRIPT_KINDS];                         // lines added to each
    uint64_t total;
    uint64_t last_ns; // the time of the latest line
} Transcript;

// All zero is an empty transcript.
void transcript_destroy(Transcript *transcript);

// Adds the text up to its end or a line end.
void transcript_add(Transcript *transcript, LineKind kind, uint64_t time_ns, const char *text);

// Writes the lines in their order, with the time in seconds before the last one and a sign: > told,
// < said, ! standard error, * fault.
void transcript_write(const Transcript *transcript, FILE *file);

// The last line of this kind, or so many before it; NULL if there is none.
const char *transcript_last(const Transcript *transcript, LineKind kind, uint64_t before);

#endif
