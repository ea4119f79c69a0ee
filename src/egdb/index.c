#include "egdb/index.h"

#include "egdb/combination.h"

#define FIRST_ROW 0xF0000000U // of a frame, where its men start
#define KING_ROW  0x0000000FU
#define MIDDLE    (~(FIRST_ROW | KING_ROW))

uint32_t index_left_to_opponent(uint32_t own_men) {
    return ~KING_ROW & ~squares_turn(own_men);
}

// How many parts have this set of own men, which depends on how many stand on the first row.
static uint32_t opponents_of(Slice s, int on_first_row) {
    return combination_count(28 - s.own_men + on_first_row, s.opp_men);
}

// How many parts have so many own men on the first row.
static uint64_t group_size(Slice s, int on_first_row) {
    return (uint64_t)combination_count(4, on_first_row) *
           combination_count(24, s.own_men - on_first_row) * opponents_of(s, on_first_row);
}

static int group_last(Slice s) {
    return s.own_men < 4 ? s.own_men : 4;
}

uint64_t index_parts(Slice s) {
    uint64_t parts = 0;
    for (int i = 0; i <= group_last(s); i++) {
        parts += group_size(s, i);
    }
    return parts;
}

int index_free_squares(Slice s) {
    return SQUARE_COUNT - slice_men(s);
}

uint32_t index_rows(Slice s) {
    return combination_count(index_free_squares(s), s.opp_kings);
}

uint32_t index_row_size(Slice s) {
    return combination_count(index_free_squares(s) - s.opp_kings, s.own_kings);
}

uint64_t index_part_size(Slice s) {
    return (uint64_t)index_rows(s) * index_row_size(s);
}

uint64_t index_size(Slice s) {
    return index_parts(s) * index_part_size(s);
}

uint64_t index_of_part_places(Slice s, uint32_t own_men, uint32_t opp_places) {
    uint32_t first = own_men >> 28, middle = (own_men & MIDDLE) >> 4;
    int on_first_row = bits_count(first);
    uint64_t part = 0;
    for (int i = 0; i < on_first_row; i++) {
        part += group_size(s, i);
    }
    uint64_t own =
        (uint64_t)combination_rank_places(first) * combination_count(24, s.own_men - on_first_row) +
        combination_rank_places(middle);
    return part + own * opponents_of(s, on_first_row) + combination_rank_places(opp_places);
}

uint64_t index_of_part(Slice s, PartMen men) {
    return index_of_part_places(s, men.own,
                                combination_places(men.opp, index_left_to_opponent(men.own)));
}

void index_part_places(Slice s, uint64_t part, uint32_t *own_men, uint32_t *opp_places) {
    int on_first_row = 0;
    for (; part >= group_size(s, on_first_row); on_first_row++) {
        part -= group_size(s, on_first_row);
    }
    uint32_t opponents = opponents_of(s, on_first_row);
    uint32_t middles = combination_count(24, s.own_men - on_first_row);
    uint32_t own = (uint32_t)(part / opponents);
    *opp_places = combination_places_of((uint32_t)(part % opponents), s.opp_men);
    *own_men = combination_places_of(own / middles, on_first_row) << 28 |
               combination_places_of(own % middles, s.own_men - on_first_row) << 4;
}

PartMen index_part_men(Slice s, uint64_t part) {
    PartMen men;
    uint32_t opp_places;
    index_part_places(s, part, &men.own, &opp_places);
    men.opp = combination_spread(opp_places, index_left_to_opponent(men.own));
    return men;
}

uint64_t index_of(Slice s, Position p) {
    if (p.side == BLACK) {
        p = position_flip(p);
    }
    PartMen men = {position_men(p, WHITE), squares_turn(position_men(p, BLACK))};
    uint32_t own = position_kings(p, WHITE), opp = position_kings(p, BLACK);
    uint32_t unmanned = ~(position_men(p, WHITE) | position_men(p, BLACK));
    uint64_t row = combination_rank(squares_turn(opp), squares_turn(unmanned));
    uint32_t place = combination_rank(own, unmanned & ~opp);
    return (index_of_part(s, men) * index_rows(s) + row) * index_row_size(s) + place;
}

Position index_position(Slice s, uint64_t number) {
    uint64_t part = number / index_part_size(s);
    uint64_t in_part = number % index_part_size(s);
    uint32_t row = (uint32_t)(in_part / index_row_size(s));
    uint32_t place = (uint32_t)(in_part % index_row_size(s));
    PartMen men = index_part_men(s, part);
    uint32_t opp_men = squares_turn(men.opp), unmanned = ~(men.own | opp_men);
    uint32_t opp = squares_turn(combination_set(row, s.opp_kings, squares_turn(unmanned)));
    uint32_t own = combination_set(place, s.own_kings, unmanned & ~opp);
    return (Position){.pieces = {opp_men | opp, men.own | own}, .kings = own | opp, .side = WHITE};
}
