// All searches of a build, and the file that keeps them and what was made of them: the journal of a
// build. A build that was ended, in whatever way, is what follows from its journal.
#ifndef KELSO_BOOK_FINDINGS_H
#define KELSO_BOOK_FINDINGS_H

#include "book/graph.h"
#include "book/judge.h"

// The short look, at each move of a position, chooses those that get the full one.
typedef enum { LOOK_SHORT, LOOK_FULL, LOOK_COUNT } Look;

#define LOOK_SHORT_PART 16 // a short look has so many times fewer nodes

typedef struct {
    struct Journal *journal; // owned; NULL: none
    PositionMap maps[LOOK_COUNT];
    Finding *findings; // owned
    int count, capacity;
} Findings;

// A step of a ballot's tree that was made: the path to the position that was grown.
typedef void FindingsStep(void *context, int ballot, const GraphPath *path);

// What searches and steps depend on: the head of a journal, as text.
#define FINDINGS_HEAD_MAX 160
typedef struct {
    const char *what; // "build"
    int64_t nodes;    // of a full look
    int ply_cost;
    int egdb_pieces; // 0: no endgame tables
    uint64_t weights, base;
} FindingsHead;

// Opens the journal of a book, BOOK.journal, or begins it, and reads it: steps are told in their
// order, each after the searches that it needs. A journal with another head is refused, and both
// are shown. book NULL: nothing is kept. To be destroyed in any case.
bool findings_open(Findings *findings, const char *book, const FindingsHead *head,
                   FindingsStep *step, void *context, Error *error);
void findings_destroy(Findings *findings);

// NULL if there is none. Valid until the next findings_add.
const Finding *findings_get(const Findings *findings, Look look, Position p);

// What was found in a position with Black to move. A full look is on the disk when this returns.
bool findings_add(Findings *findings, Look look, Position p, Finding found, Error *error);

// A step that was made; it is on the disk when this returns.
bool findings_add_step(Findings *findings, int ballot, const GraphPath *path, Error *error);

#endif
