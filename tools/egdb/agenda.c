#include "egdb/agenda.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"

#define PAIRS_MAX (SLICE_LIST_MAX * SLICE_PIECES_MAX)

static void add_step(Agenda *agenda, Slice s) {
    AgendaStep *step = &agenda->steps[agenda->count++];
    Slice needs[NEEDS_MAX];
    step->slice = s;
    step->need_count = needs_of(s, needs);
    step->needs = alloc_zeroed((size_t)step->need_count, sizeof *needs);
    memcpy(step->needs, needs, (size_t)step->need_count * sizeof *needs);
}

// All pairs, in order.
static void add_all(Agenda *agenda, int pieces) {
    for (int i = 2; i <= pieces; i++) {
        Slice slices[SLICE_LIST_MAX];
        int count = slice_list(i, slices);
        for (int j = 0; j < count; j++) {
            if (j == 0 || !slice_equal(slices[j - 1], slice_swapped(slices[j]))) {
                add_step(agenda, slices[j]);
            }
        }
    }
}

static bool both(bool (*has)(void *, Slice), void *context, Slice s) {
    return has(context, s) && has(context, slice_swapped(s));
}

// Keeps what has to be done. From the last to the first: a step makes those necessary that it needs
// and that are not there.
static void choose(Agenda *agenda, const AgendaState *state) {
    bool *missing = alloc_zeroed(SLICE_IDS, sizeof *missing);
    int kept = agenda->count;
    for (int i = agenda->count - 1; i >= 0; i--) {
        AgendaStep step = agenda->steps[i];
        step.wanted = !both(state->has_tables, state->context, step.slice);
        step.again = !step.wanted && (missing[slice_id(step.slice)] ||
                                      missing[slice_id(slice_swapped(step.slice))]);
        if (!step.wanted && !step.again) {
            free(step.needs);
            continue;
        }
        for (int j = 0; j < step.need_count; j++) {
            missing[slice_id(step.needs[j])] |= !state->has_exact(state->context, step.needs[j]);
        }
        agenda->steps[--kept] = step;
    }
    agenda->count -= kept;
    memmove(agenda->steps, agenda->steps + kept, (size_t)agenda->count * sizeof *agenda->steps);
    free(missing);
}

static void find_last_uses(Agenda *agenda) {
    agenda->last_use = alloc_zeroed(SLICE_IDS, sizeof *agenda->last_use);
    for (int i = 0; i < SLICE_IDS; i++) {
        agenda->last_use[i] = -1;
    }
    for (int i = 0; i < agenda->count; i++) {
        for (int j = 0; j < agenda->steps[i].need_count; j++) {
            agenda->last_use[slice_id(agenda->steps[i].needs[j])] = i;
        }
    }
}

Agenda agenda_create(int pieces, const AgendaState *state) {
    Agenda agenda = {.steps = alloc_zeroed(PAIRS_MAX, sizeof *agenda.steps)};
    add_all(&agenda, pieces);
    choose(&agenda, state);
    find_last_uses(&agenda);
    return agenda;
}

Agenda agenda_create_single(Slice s) {
    Agenda agenda = {.steps = alloc_zeroed(1, sizeof *agenda.steps)};
    add_step(&agenda, s);
    agenda.steps[0].wanted = true;
    find_last_uses(&agenda);
    return agenda;
}

void agenda_destroy(Agenda *agenda) {
    for (int i = 0; i < agenda->count; i++) {
        free(agenda->steps[i].needs);
    }
    free(agenda->steps);
    free(agenda->last_use);
}

int agenda_next_use(const Agenda *agenda, int step, Slice s) {
    for (int i = step + 1; i < agenda->count && i <= agenda->last_use[slice_id(s)]; i++) {
        for (int j = 0; j < agenda->steps[i].need_count; j++) {
            if (slice_equal(agenda->steps[i].needs[j], s)) {
                return i;
            }
        }
    }
    return INT_MAX;
}
