// Which games are wanted. What is not asked for does not matter.
#ifndef KELSO_PDN_SELECTION_H
#define KELSO_PDN_SELECTION_H

#include "notation/pdn_read.h"

// Patterns as of a shell (* ? [a-z]), in any case.
typedef struct {
    char *name, *pattern; // owned
} TagPattern;

typedef struct {
    TagPattern *tags; // all must fit; owned
    int tag_count, tag_capacity;
    const char *player; // a pattern, for either side; NULL: any
    bool has_result;
    Result result;
    int ballot; // of the three-move table; 0: any
    int min_plies, max_plies;
    bool has_position;
    Position position; // stands in the game, the same side to move
} Selection;

void selection_init(Selection *selection);
void selection_destroy(Selection *selection);

// Takes "Name=Pattern".
bool selection_add_tag(Selection *selection, const char *text, Error *error);

bool selection_takes(const Selection *selection, const PdnRead *read);

#endif
