#include "egdb/slice.h"

#include <stdio.h>

#include "base/bits.h"

Slice slice_of(Position p) {
    Side own = (Side)p.side, opp = side_other(own);
    return (Slice){bits_count(position_men(p, own)), bits_count(position_kings(p, own)),
                   bits_count(position_men(p, opp)), bits_count(position_kings(p, opp))};
}

void slice_name(Slice s, char text[SLICE_NAME_MAX]) {
    snprintf(text, SLICE_NAME_MAX, "%dm%dk-%dm%dk", s.own_men, s.own_kings, s.opp_men, s.opp_kings);
}

// Takes "12m" off the front: a number without leading zeros or sign, and the letter, in either
// case. 0 if that is not there.
static int take_count(const char **text, char letter) {
    int count = 0, digits = 0;
    const char *at = *text;
    while (*at >= '0' && *at <= '9' && digits < 2 && (digits == 0 || count > 0)) {
        count = 10 * count + (*at++ - '0');
        digits++;
    }
    if (digits == 0 || (*at != letter && *at != letter - 'a' + 'A')) {
        return 0;
    }
    *text = at + 1;
    return count;
}

bool slice_named(const char *text, Slice *s) {
    Slice read;
    read.own_men = take_count(&text, 'm');
    read.own_kings = take_count(&text, 'k');
    if (*text++ != '-') {
        return false;
    }
    read.opp_men = take_count(&text, 'm');
    read.opp_kings = take_count(&text, 'k');
    if (*text != '\0' || read.own_men + read.own_kings == 0 || read.opp_men + read.opp_kings == 0 ||
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
