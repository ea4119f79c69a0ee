#include "egdb/moves.h"

#include <string.h>

#include "egdb/gather.h"

#define KING_ROW 0x0000000FU

// A piece on its way: one move or a row of jumps.
typedef struct {
    uint32_t from, at;
    uint32_t men, kings; // captured
    bool king;
    int jumps;
} Way;

typedef struct {
    const Sources *sources;
    const View *view;
    uint32_t kings; // the own kings, where they are not the bits
    RowValues *values;
    MovesSpace *space;
    uint64_t *scratch;
} Row;

PartMen part_men(const Sources *sources, Slice s, uint64_t part) {
    PartMen men;
    uint32_t places;
    index_part_places(s, part, &men.own, &places);
    men.opp = (uint32_t)scatter(sources->fast, places, index_left_to_opponent(men.own));
    return men;
}

uint64_t part_of(const Sources *sources, Slice s, PartMen men) {
    uint64_t places = gather(sources->fast, men.opp, index_left_to_opponent(men.own));
    return index_of_part_places(s, men.own, (uint32_t)places);
}

View view_of(const Sources *sources, Slice s, PartMen men, uint64_t serial) {
    View view = {.slice = s, .men = men.own, .opp_men = squares_turn(men.opp), .serial = serial};
    int kings = s.opp_kings > 0 ? s.opp_kings : s.own_kings;
    view.free = ~(view.men | view.opp_men);
    view.masks = mask_set_get(sources->masks, index_free_squares(s), kings);
    return view;
}

static bool opponent_is_bits(const View *view) {
    return view->slice.opp_kings > 0;
}

// The place of a square (one bit) among the free ones, in the frame of the side whose kings are
// the bits.
static int place_of(const Row *row, uint32_t square, uint32_t free) {
    free &= opponent_is_bits(row->view) ? ~(square | (square - 1)) : square - 1;
    return gather_count(row->sources->fast, free);
}

static const uint64_t *holds(const Row *row, uint32_t square) {
    return row->view->masks->holds[place_of(row, square, row->view->free)];
}

// ---- the value of a position after a move

static bool is_crowned(const Way *way) {
    return !way->king && (way->at & KING_ROW) != 0;
}

static uint32_t men_after(const Row *row, const Way *way) {
    uint32_t men = row->view->men;
    if (!way->king) {
        men &= ~way->from;
        men |= is_crowned(way) ? 0 : way->at;
    }
    return men;
}

// The opponent's slice after the move.
static Slice slice_after(const Row *row, const Way *way) {
    Slice s = row->view->slice;
    int crowned = is_crowned(way);
    return (Slice){s.opp_men - bits_count(way->men), s.opp_kings - bits_count(way->kings),
                   s.own_men - crowned, s.own_kings + crowned};
}

static bool is_same_destination(const Destination *destination, const Row *row, const Way *way,
                                uint32_t from, uint32_t to) {
    return destination->serial == row->view->serial && destination->men == way->men &&
           destination->from == from && destination->to == to &&
           destination->kings == (uint32_t)bits_count(way->kings);
}

static const Destination *destination_of(const Row *row, const Way *way) {
    uint32_t from = way->king ? 0 : way->from, to = way->king || is_crowned(way) ? 0 : way->at;
    uint32_t hash = (way->men * 0x9E3779B1U) ^ (from * 0x85EBCA77U) ^ (to * 0xC2B2AE3DU) ^
                    (way->kings == 0 ? 0 : 0x10000000U);
    Destination *destination = &row->space->destinations[hash >> 26];
    if (is_same_destination(destination, row, way, from, to)) {
        return destination;
    }
    uint32_t men = men_after(row, way), opp_men = row->view->opp_men & ~way->men;
    Slice s = slice_after(row, way);
    *destination = (Destination){.serial = row->view->serial,
                                 .men = way->men,
                                 .from = from,
                                 .to = to,
                                 .kings = (uint32_t)bits_count(way->kings)};
    if (s.own_men + s.own_kings > 0) {
        destination->source = row->sources->solved->by_id[slice_id(s)];
        destination->bit = part_of(row->sources, s, (PartMen){squares_turn(opp_men), men}) *
                           destination->source->part_bits;
        destination->free = ~(men | opp_men);
        destination->masks = mask_set_get(row->sources->masks, index_free_squares(s),
                                          opponent_is_bits(row->view) ? s.own_kings : s.opp_kings);
    }
    return destination;
}

// Adds the rows of squares to a filter.
static void add_rows(const Row *row, const Masks *masks, uint32_t free, uint32_t squares,
                     const uint64_t **rows, int *count) {
    for (; squares != 0; squares &= squares - 1) {
        rows[(*count)++] = masks->holds[place_of(row, squares & -squares, free)];
    }
}

// Conditions on the placements before the move.
static void filter_before(const Row *row, Filter *filter, uint32_t in, uint32_t out) {
    const View *view = row->view;
    filter_init(filter, view->masks);
    add_rows(row, view->masks, view->free, in, filter->in, &filter->in_count);
    add_rows(row, view->masks, view->free, out, filter->out, &filter->out_count);
}

// And after it.
static void filter_after(const Row *row, const Destination *after, Filter *filter, uint32_t in,
                         uint32_t out) {
    filter_init(filter, after->masks);
    add_rows(row, after->masks, after->free, in, filter->in, &filter->in_count);
    add_rows(row, after->masks, after->free, out, filter->out, &filter->out_count);
}

// The bits are the opponent's kings: those that are captured leave, and so do the squares that
// are free only before or only after the move.
static void fetch_opponent(const Row *row, const Way *way, const Destination *after, Fetch *fetch) {
    bool becomes_king = way->king || is_crowned(way);
    uint32_t kings = row->kings & (way->king ? ~way->from : UINT32_MAX);
    kings |= becomes_king ? way->at : 0;
    uint64_t places = gather(row->sources->fast, kings, after->free);
    fetch->bit += (uint64_t)combination_rank_places((uint32_t)places) * after->source->row_bits;
    filter_after(row, after, &fetch->from, 0, way->men | way->kings | (way->king ? 0 : way->from));
    filter_before(row, &fetch->to, way->kings, becomes_king ? 0 : way->at);
}

// The bits are the own kings: the one that moves is on another square, or a new one is there.
static void fetch_own(const Row *row, const Way *way, const Destination *after, Fetch *fetch) {
    bool becomes_king = way->king || is_crowned(way);
    uint32_t left = way->from & ~way->at;
    filter_after(row, after, &fetch->from, becomes_king ? way->at : 0, way->men | left);
    filter_before(row, &fetch->to, way->king ? way->from : 0, way->at & ~way->from);
}

// Adds the values of the positions at the end of the way, for those placements.
static void add_end(const Row *row, const Way *way, const uint64_t *placements) {
    const Destination *after = destination_of(row, way);
    Outcome *outcome = &row->values->outcome;
    if (after->source == NULL) { // the last piece was captured
        for (uint32_t i = 0; i < row->view->masks->words; i++) {
            outcome->win[i] |= placements[i];
            outcome->block[i] |= placements[i];
        }
        return;
    }
    Fetch fetch;
    fetch.source = after->source;
    fetch.bit = after->bit;
    fetch.from_words = after->masks->words;
    fetch.to_words = row->view->masks->words;
    if (opponent_is_bits(row->view)) {
        fetch_opponent(row, way, after, &fetch);
    } else {
        fetch_own(row, way, after, &fetch);
    }
    fetch_add(&fetch, row->sources->fast, placements, outcome);
}

// ---- captures

// The squares that may be jumped over, for some placements at least.
static uint32_t victims(const Row *row, const Way *way) {
    const View *view = row->view;
    bool kings_left = bits_count(way->kings) < view->slice.opp_kings;
    return (view->opp_men & ~way->men) | (kings_left ? view->free & ~row->kings & ~way->kings : 0);
}

// And landed on.
static uint32_t landings(const Row *row, const Way *way) {
    return (row->view->free & ~row->kings) | (way->king ? way->from : 0);
}

// next = those of the placements for which the way goes on to `landing`; false if there are none.
static bool go_on(const Row *row, const Way *way, uint32_t over, uint32_t landing,
                  const uint64_t *placements, uint64_t *next) {
    const View *view = row->view;
    const uint64_t *all = view->masks->all;
    const uint64_t *over_king = over & view->opp_men ? all : holds(row, over);
    const uint64_t *occupied = landing == way->from ? NULL : holds(row, landing);
    uint64_t any = 0;
    for (uint32_t i = 0; i < view->masks->words; i++) {
        next[i] = placements[i] & over_king[i] & (occupied == NULL ? all[i] : ~occupied[i]);
        any |= next[i];
    }
    return any != 0;
}

// Follows all jumps from here. Uses two rows of scratch for each jump.
static void walk(const Row *row, const Way *way, const uint64_t *placements) {
    uint32_t words = row->view->masks->words;
    uint64_t *ended = row->scratch + (size_t)way->jumps * 2 * words, *next = ended + words;
    uint32_t may_jump = victims(row, way), may_land = landings(row, way);
    for (uint32_t i = 0; i < words; i++) {
        ended[i] = placements[i];
    }
    for (int d = way->king ? DOWN_LEFT : UP_LEFT; d < DIRECTION_COUNT; d++) {
        uint32_t over = squares_step(way->at, (Direction)d) & may_jump;
        uint32_t landing = squares_step(over, (Direction)d) & may_land;
        if (landing == 0 || !go_on(row, way, over, landing, placements, next)) {
            continue;
        }
        Way further = *way;
        further.at = landing;
        further.jumps++;
        *(over & row->view->opp_men ? &further.men : &further.kings) |= over;
        for (uint32_t i = 0; i < words; i++) {
            ended[i] &= ~next[i];
            row->values->capture[i] |= way->jumps == 0 ? next[i] : 0;
        }
        if (is_crowned(&further)) {
            add_end(row, &further, next);
        } else {
            walk(row, &further, next);
        }
    }
    uint64_t any = 0;
    for (uint32_t i = 0; i < words; i++) {
        any |= ended[i];
    }
    if (way->jumps > 0 && any != 0) {
        add_end(row, way, ended);
    }
}

// Those of the pieces that may have a first jump, for some placements at least.
static uint32_t may_capture(const Row *row, uint32_t pieces, bool king) {
    Way start = {.king = king};
    uint32_t over = victims(row, &start), landing = landings(row, &start), found = 0;
    for (int d = king ? DOWN_LEFT : UP_LEFT; d < DIRECTION_COUNT; d++) {
        Direction back = direction_opposite((Direction)d);
        found |= squares_step(over & squares_step(landing, back), back);
    }
    return pieces & found;
}

// placements = base, and the square (0: none) holds one of the kings that are the bits.
static void restrict_to(const Row *row, const uint64_t *base, uint32_t square,
                        uint64_t *placements) {
    const Masks *masks = row->view->masks;
    const uint64_t *held = square == 0 ? masks->all : holds(row, square);
    for (uint32_t i = 0; i < masks->words; i++) {
        placements[i] = base[i] & held[i];
    }
}

static void all_captures(const Row *row, uint32_t kings, const uint64_t *legal, uint64_t *mine) {
    for (uint32_t rest = may_capture(row, row->view->men, false); rest != 0; rest &= rest - 1) {
        Way way = {.from = rest & -rest, .at = rest & -rest};
        walk(row, &way, legal);
    }
    for (uint32_t rest = may_capture(row, kings, true); rest != 0; rest &= rest - 1) {
        Way way = {.from = rest & -rest, .at = rest & -rest, .king = true};
        restrict_to(row, legal, opponent_is_bits(row->view) ? 0 : way.from, mine);
        walk(row, &way, mine);
    }
}

// ---- steps

// Steps of one piece without capture; the square it stands on may be one of the bits.
static void step(const Row *row, uint32_t from, bool king, const uint64_t *placements) {
    const View *view = row->view;
    uint32_t words = view->masks->words;
    uint64_t *moved = row->scratch;
    for (int d = king ? DOWN_LEFT : UP_LEFT; d < DIRECTION_COUNT; d++) {
        uint32_t to = squares_step(from, (Direction)d) & view->free & ~row->kings;
        if (to == 0) {
            continue;
        }
        const uint64_t *occupied = holds(row, to);
        uint64_t any = 0;
        for (uint32_t i = 0; i < words; i++) {
            moved[i] = placements[i] & ~occupied[i];
            any |= moved[i];
        }
        if (any != 0) {
            Way way = {.from = from, .at = to, .king = king};
            add_end(row, &way, moved);
        }
    }
}

// The steps of a single king from all its squares at once, as sets of squares.
static void steps_of_one_king(const Row *row, const uint64_t *legal) {
    const View *view = row->view;
    Way stay = {.king = true};
    const Destination *after = destination_of(row, &stay);
    bool fast = row->sources->fast;
    uint32_t all = (uint32_t)view->masks->all[0], free = view->free, win = 0, block = 0;
    uint32_t lost = (uint32_t)solved_read(after->source->loss, after->bit) & all;
    uint32_t won = (uint32_t)solved_read(after->source->win, after->bit) & all;
    lost = (uint32_t)scatter(fast, lost, free);
    won = (uint32_t)scatter(fast, won, free);
    for (int d = DOWN_LEFT; d < DIRECTION_COUNT; d++) {
        win |= squares_step(lost, (Direction)d);
        block |= squares_step(free & ~won, (Direction)d);
    }
    row->values->outcome.win[0] |= legal[0] & gather(fast, win, free);
    row->values->outcome.block[0] |= legal[0] & gather(fast, block, free);
}

static void all_steps(const Row *row, uint32_t kings, const uint64_t *legal, uint64_t *mine) {
    for (uint32_t rest = row->view->men; rest != 0; rest &= rest - 1) {
        step(row, rest & -rest, false, legal);
    }
    if (opponent_is_bits(row->view)) {
        return;
    }
    if (row->view->slice.own_kings == 1) {
        steps_of_one_king(row, legal);
        return;
    }
    for (uint32_t rest = kings; rest != 0; rest &= rest - 1) {
        restrict_to(row, legal, rest & -rest, mine);
        step(row, rest & -rest, true, mine);
    }
}

// ---- a row

#define WAY_JUMPS_MAX 10

size_t moves_scratch(uint32_t words) {
    return (size_t)words * (2 * WAY_JUMPS_MAX + 2);
}

void moves_row(const Sources *sources, const View *view, uint32_t kings, RowValues *values,
               MovesSpace *space) {
    uint32_t words = view->masks->words;
    uint64_t *legal = space->scratch, *mine = legal + words;
    Row row = {sources, view, kings, values, space, mine + words};
    uint32_t movable = opponent_is_bits(view) ? kings : view->free;
    movable = view->slice.own_kings > 0 ? movable : 0;
    memcpy(legal, view->masks->all, words * sizeof *legal);
    for (uint32_t rest = kings; rest != 0; rest &= rest - 1) {
        const uint64_t *overlapping = holds(&row, rest & -rest);
        for (uint32_t i = 0; i < words; i++) {
            legal[i] &= ~overlapping[i];
        }
    }
    memset(values->outcome.win, 0, words * sizeof *legal);
    memset(values->outcome.block, 0, words * sizeof *legal);
    memset(values->capture, 0, words * sizeof *legal);
    all_captures(&row, movable, legal, mine);
    for (uint32_t i = 0; i < words; i++) {
        legal[i] &= ~values->capture[i];
    }
    all_steps(&row, movable, legal, mine);
}
