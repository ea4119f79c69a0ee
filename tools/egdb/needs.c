#include "egdb/needs.h"

#include <stdlib.h>

// By pieces, then men.
static int compare(const void *a, const void *b) {
    const Slice *first = a, *second = b;
    int by_pieces = slice_pieces(*first) - slice_pieces(*second);
    int by_men = slice_men(*first) - slice_men(*second);
    int by_id = slice_id(*first) - slice_id(*second);
    return by_pieces != 0 ? by_pieces : by_men != 0 ? by_men : by_id;
}

static int add(Slice s, Slice *needs, int count) {
    for (int i = 0; i < count; i++) {
        if (slice_equal(needs[i], s)) {
            return count;
        }
    }
    needs[count] = s;
    return count + 1;
}

// The opponent's slices after a move that captures so many pieces and perhaps crowns a man.
static int add_successors(Slice s, Slice *needs, int count) {
    for (int crowned = 0; crowned <= 1 && crowned <= s.own_men; crowned++) {
        for (int men = 0; men <= s.opp_men; men++) {
            for (int kings = 0; kings <= s.opp_kings; kings++) {
                Slice next = {s.opp_men - men, s.opp_kings - kings, s.own_men - crowned,
                              s.own_kings + crowned};
                bool same_part = men + kings + crowned == 0;
                if (!same_part && next.own_men + next.own_kings > 0) {
                    count = add(next, needs, count);
                }
            }
        }
    }
    return count;
}

int needs_of(Slice s, Slice needs[NEEDS_MAX]) {
    Slice all[NEEDS_MAX];
    int count = add_successors(s, all, 0), kept = 0;
    count = add_successors(slice_swapped(s), all, count);
    for (int i = 0; i < count; i++) {
        if (!slice_equal(all[i], s) && !slice_equal(all[i], slice_swapped(s))) {
            needs[kept++] = all[i];
        }
    }
    qsort(needs, (size_t)kept, sizeof *needs, compare);
    return kept;
}
