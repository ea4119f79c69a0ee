// One step of a tree: which searches it needs, and what it makes of them. Nothing here depends on
// anything but the tree itself and the findings.
#ifndef KELSO_BOOK_GROWTH_H
#define KELSO_BOOK_GROWTH_H

#include "book/findings.h"

// A move is looked at in full, and the position behind it becomes one of the book, if the short
// look says that it is worse than the best by no more than so many hundredths of a man.
#define GROWTH_MARGIN 60

typedef struct {
    const Findings *findings;
    const Graph *base; // a book to go on from; what it has needs no full look
} GrowthSource;

// The next search that growing the graph at this position needs. false: none, it can be grown.
bool growth_needs(const Graph *graph, const GrowthSource *source, Position p, Look *look,
                  Position *wanted);

// Expands the position; or adds it as a searched one, if it is not there. Does nothing, and returns
// false, if a finding is missing. A position that comes from the base comes with all that the base
// has beyond it.
bool growth_grow(Graph *graph, const GrowthSource *source, Position p);

#endif
