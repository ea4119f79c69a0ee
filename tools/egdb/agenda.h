// What a build has to do: which pairs of a slice and its swapped one are to be solved, in which
// order, and how long the values of a slice are needed.
#ifndef KELSO_EGDB_AGENDA_H
#define KELSO_EGDB_AGENDA_H

#include "egdb/needs.h"

// What is there already. Asked for each slice.
typedef struct {
    bool (*has_tables)(void *context, Slice s); // all files that are wanted of it
    bool (*has_exact)(void *context, Slice s);  // its values for solving larger ones (store.h)
    void *context;
} AgendaState;

typedef struct {
    Slice slice; // and its swapped one
    bool wanted; // its tables are to be written
    bool again;  // they are there, but larger slices need its values, which are gone
    int need_count;
    Slice *needs; // owned
} AgendaStep;

typedef struct {
    AgendaStep *steps; // owned; in the order of solving
    int count;
    int *last_use; // by slice_id: the last step that needs the slice; -1: none; owned
} Agenda;

// For all slices from 2 up to so many pieces.
Agenda agenda_create(int pieces, const AgendaState *state);
void agenda_destroy(Agenda *agenda);

// For one slice and its swapped one, whose needs must be there.
Agenda agenda_create_single(Slice s);

// The first step behind `step` that needs the slice; INT_MAX if there is none.
int agenda_next_use(const Agenda *agenda, int step, Slice s);

#endif
