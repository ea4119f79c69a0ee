#include "egdb/slice.h"

#include <stdio.h>
#include <string.h>

#include "base/bits.h"

Slice slice_of(Position p) {
    Side own = (Side)p.side, opp = side_other(own);
    return (Slice){bits_count(position_men(p, own)), bits_count(position_kings(p, own)),
                   bits_count(position_men(p, opp)), bits_count(position_kings(p, opp))};
}

void slice_name(Slice s, char text[SLICE_NAME_MAX]) {
    snprintf(text, SLICE_NAME_MAX, "%dm%dk-%dm%dk", s.own_men, s.own_kings, s.opp_men, s.opp_kings);
}

bool slice_named(const char *text, Slice *s) {
    Slice read;
    char name[SLICE_NAME_MAX];
    if (sscanf(text, "%2dm%2dk-%2dm%2dk", &read.own_men, &read.own_kings, &read.opp_men,
               &read.opp_kings) != 4) {
        return false;
    }
    slice_name(read, name); // refuses blanks, leading zeros and what stands behind
    if (strcmp(name, text) != 0 ||
        (read.own_men | read.own_kings | read.opp_men | read.opp_kings) < 0 ||
        read.own_men + read.own_kings <= 0 || read.opp_men + read.opp_kings <= 0 ||
        slice_pieces(read) > SLICE_PIECES_MAX) {
        return false;
    }
    *s = read;
    return true;
}

// Adds the slices of so many pieces and men in which `own` pieces stand against the rest; each
// with its swapped one behind it.
static int add_pairs(int pieces, int men, int own, Slice *slices) {
    int count = 0, opp = pieces - own;
    for (int own_men = men < own ? men : own; own_men >= 0; own_men--) {
        Slice s = {own_men, own - own_men, men - own_men, opp - (men - own_men)};
        if (s.opp_men > opp || (own == opp && s.own_men < s.opp_men)) {
            continue;
        }
        slices[count++] = s;
        if (!slice_equal(s, slice_swapped(s))) {
            slices[count++] = slice_swapped(s);
        }
    }
    return count;
}

int slice_list(int pieces, Slice slices[SLICE_LIST_MAX]) {
    int count = 0;
    for (int men = 0; men <= pieces; men++) {
        for (int own = pieces - 1; 2 * own >= pieces; own--) {
            count += add_pairs(pieces, men, own, slices + count);
        }
    }
    return count;
}
