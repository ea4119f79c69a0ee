#include "egdb/distance.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "common/alloc.h"
#include "egdb/combination.h"
#include "egdb/gather.h"
#include "rules/moves.h"

// A position of a part: its bit in the solved part (solved.h), twice that, and one more if the
// second side is to move. Overlapping placements have a number, too.
typedef uint32_t Place;
#define PLACE_NONE UINT32_MAX

enum { STATE_WON = 1, STATE_LOST = 2, STATE_CAPTURE = 4, STATE_FINAL = 8 };

// What one side sees of a part, in its own frame.
typedef struct {
    Slice slice;
    uint64_t number; // of the part
    uint32_t men, opp_men, free;
    uint32_t row_bits;
    uint32_t *own_kings, *opp_kings; // by place in the row, and by row; owned
} PartSide;

// One part in work, of both sides.
typedef struct {
    PartSide sides[2];
    uint32_t size;           // placements of each side
    uint8_t *plies, *states; // by place; owned, as the rest
    uint8_t *open_moves;     // of lost ones: kings' moves that are not known to lose
    // Places by distance: those that get it by leaving the part, and those that are reached from
    // another place. A won one may stand in both, in the latter for less.
    struct {
        Place first[EGDB_PLIES_MAX + 1];
        Place *next;
    } lists[2];
} Part;

enum { BY_EXIT, REACHED };

typedef struct {
    const DistanceMaker *maker;
    const DistanceSet *set;
    Slice slices[2];
    const Solved *solved[2];
    Distances *results[2];
    Part *parts; // by worker
    const uint32_t *numbers;
    atomic_bool wrong, too_long;
} Work;

// ---- positions of a part, in the frame of the side to move

static void enter(Part *part, int side, const Sources *sources, uint64_t number) {
    PartSide *view = &part->sides[side];
    Slice s = view->slice;
    PartMen men = part_men(sources, s, number);
    view->number = number;
    view->men = men.own;
    view->opp_men = squares_turn(men.opp);
    view->free = ~(view->men | view->opp_men);
    for (uint32_t i = 0; i < view->row_bits; i++) {
        view->own_kings[i] = combination_set(i, s.own_kings, view->free);
    }
    for (uint32_t i = 0; i < part->size / view->row_bits; i++) {
        view->opp_kings[i] =
            squares_turn(combination_set(i, s.opp_kings, squares_turn(view->free)));
    }
}

static Position position_of(const Part *part, int side, uint32_t number) {
    const PartSide *view = &part->sides[side];
    uint32_t own = view->own_kings[number % view->row_bits];
    uint32_t opp = view->opp_kings[number / view->row_bits];
    return (Position){
        .pieces = {view->opp_men | opp, view->men | own}, .kings = own | opp, .side = WHITE};
}

// own: kings of the side to move.
static Place place_of(const Part *part, bool fast, int side, uint32_t own, uint32_t opp) {
    const PartSide *view = &part->sides[side];
    uint64_t places = gather(fast, squares_turn(opp), squares_turn(view->free));
    uint64_t own_places = gather(fast, own, view->free);
    uint32_t number = combination_rank_places((uint32_t)places) * view->row_bits +
                      combination_rank_places((uint32_t)own_places);
    return 2 * number + (Place)side;
}

// ---- lists by distance

static void list_add(Work *work, Part *part, int list, Place place, unsigned plies) {
    if (plies > EGDB_PLIES_MAX) {
        atomic_store(&work->too_long, true);
        return;
    }
    part->plies[place] = (uint8_t)plies;
    part->lists[list].next[place] = part->lists[list].first[plies];
    part->lists[list].first[plies] = place;
}

// ---- what leaves the part

static bool is_exit(Position p, Move move) {
    return move.captured != 0 || (p.kings & square_bit(move.from)) == 0;
}

static const Solved *solved_of(const Work *work, Position p) {
    return work->maker->sources.solved->by_id[slice_id(slice_of(p))];
}

// Whether what is counted ends with this move, which leaves the part.
static bool is_last(const Work *work, Move move, Position next) {
    bool crowned = square_bit(move.to) & king_row(WHITE); // by a king only with a capture
    switch (work->maker->kind) {
    case EGDB_PROGRESS:
        return true;
    case EGDB_CROWNING:
        return move.captured != 0 || crowned;
    default:
        return next.pieces[next.side] == 0;
    }
}

// The distance by way of this move; the position after it is lost or won as the move wants it.
static unsigned exit_plies(const Work *work, Move move, Position next) {
    if (is_last(work, move, next)) {
        return 1;
    }
    Slice s = slice_of(next);
    const Distances *distances = work->set->by_id[slice_id(s)];
    return 1U + distances->plies[index_of(s, next)];
}

static bool is_lost(const Work *work, Position p) {
    bool won = false, lost = true;
    if (p.pieces[p.side] != 0) {
        solved_look_up(solved_of(work, p), p, &won, &lost);
    }
    return lost;
}

// The shortest way of a won position out of the part; over EGDB_PLIES_MAX: none.
static unsigned shortest_exit(const Work *work, Position p, const MoveList *list) {
    unsigned shortest = EGDB_PLIES_MAX + 1;
    for (int i = 0; i < list->count; i++) {
        if (!is_exit(p, list->moves[i])) {
            continue;
        }
        Position next = position_play(p, list->moves[i]);
        if (is_lost(work, next)) {
            unsigned plies = exit_plies(work, list->moves[i], next);
            shortest = plies < shortest ? plies : shortest;
            if (plies == 1) {
                break;
            }
        }
    }
    return shortest;
}

static unsigned longest_exit(const Work *work, Position p, const MoveList *list, uint8_t *others) {
    unsigned longest = 0;
    *others = 0;
    for (int i = 0; i < list->count; i++) {
        if (is_exit(p, list->moves[i])) {
            unsigned plies = exit_plies(work, list->moves[i], position_play(p, list->moves[i]));
            longest = plies > longest ? plies : longest;
        } else {
            ++*others;
        }
    }
    return longest;
}

// Fills in what is known of a position before any king moves.
static void begin(Work *work, Part *part, int side, uint32_t number) {
    const PartSide *view = &part->sides[side];
    const Solved *solved = work->solved[side];
    uint64_t bit = view->number * solved->part_bits + number;
    Place place = 2 * number + (Place)side;
    bool won = solved_read(solved->win, bit) & 1, lost = solved_read(solved->loss, bit) & 1;
    MoveList list;
    part->plies[place] = DISTANCE_NONE;
    part->states[place] = 0;
    if (!won && !lost) { // overlapping placements among them
        return;
    }
    Position p = position_of(part, side, number);
    moves_generate(p, &list);
    bool capture = list.count > 0 && list.moves[0].captured != 0;
    part->states[place] = (uint8_t)((won ? STATE_WON : STATE_LOST) | (capture ? STATE_CAPTURE : 0));
    if (won) {
        unsigned plies = shortest_exit(work, p, &list);
        if (plies <= EGDB_PLIES_MAX) {
            list_add(work, part, BY_EXIT, place, plies);
        }
        return;
    }
    unsigned plies = longest_exit(work, p, &list, &part->open_moves[place]);
    part->plies[place] = (uint8_t)(plies > EGDB_PLIES_MAX ? EGDB_PLIES_MAX : plies);
    if (part->open_moves[place] == 0) {
        list_add(work, part, BY_EXIT, place, plies);
    }
}

// ---- backwards

// The other side's position, from which a king's move leads to one that takes so many plies.
static void reach(Work *work, Part *part, Place from, bool to_lost, unsigned plies) {
    uint8_t state = part->states[from];
    if (state & (STATE_CAPTURE | STATE_FINAL)) {
        return;
    }
    if (to_lost && (state & STATE_WON) && plies + 1 < part->plies[from]) {
        list_add(work, part, REACHED, from, plies + 1);
    } else if (!to_lost && (state & STATE_LOST) && --part->open_moves[from] == 0) {
        unsigned exit = part->plies[from];
        list_add(work, part, REACHED, from, exit > plies + 1 ? exit : plies + 1);
    }
}

static void go_back(Work *work, Part *part, Place place, unsigned plies) {
    int side = place & 1, other = 1 - side;
    Position p = position_of(part, side, place / 2);
    bool lost = part->states[place] & STATE_LOST;
    // In the frame of the side that has moved.
    uint32_t empty = squares_turn(~(p.pieces[BLACK] | p.pieces[WHITE]));
    uint32_t kings = squares_turn(position_kings(p, BLACK));
    uint32_t opp_kings = squares_turn(position_kings(p, WHITE));
    for (uint32_t rest = kings; rest != 0; rest &= rest - 1) {
        uint32_t king = rest & -rest;
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            uint32_t origin = squares_step(king, (Direction)d) & empty;
            if (origin != 0) {
                reach(work, part,
                      place_of(part, work->maker->sources.fast, other, kings ^ king ^ origin,
                               opp_kings),
                      lost, plies);
            }
        }
    }
}

static void take_list(Work *work, Part *part, int list, unsigned plies) {
    Place place = part->lists[list].first[plies];
    for (; place != PLACE_NONE; place = part->lists[list].next[place]) {
        if (part->plies[place] == plies && (part->states[place] & STATE_FINAL) == 0) {
            part->states[place] |= STATE_FINAL;
            go_back(work, part, place, plies);
        }
    }
}

static void solve_part(Work *work, Part *part) {
    for (unsigned plies = 0; plies <= EGDB_PLIES_MAX; plies++) {
        part->lists[BY_EXIT].first[plies] = PLACE_NONE;
        part->lists[REACHED].first[plies] = PLACE_NONE;
    }
    for (uint32_t number = 0; number < part->size; number++) {
        begin(work, part, 0, number);
        begin(work, part, 1, number);
    }
    for (unsigned plies = 0; plies <= EGDB_PLIES_MAX; plies++) {
        take_list(work, part, BY_EXIT, plies);
        take_list(work, part, REACHED, plies);
    }
}

// ---- a slice

// Positions stand in the order of the index, but those of overlapping placements are left out.
static void store_part(Work *work, const Part *part, int side) {
    const PartSide *view = &part->sides[side];
    uint8_t *plies = work->results[side]->plies + view->number * index_part_size(view->slice);
    for (uint32_t number = 0; number < part->size; number++) {
        Place place = 2 * number + (Place)side;
        uint8_t state = part->states[place];
        if ((state & (STATE_WON | STATE_LOST)) != 0 && (state & STATE_FINAL) == 0) {
            atomic_store(&work->wrong, true);
        }
        if ((view->own_kings[number % view->row_bits] & view->opp_kings[number / view->row_bits]) ==
            0) {
            *plies++ = part->plies[place];
        }
    }
}

static void part_task(void *context, int worker, uint64_t item) {
    Work *work = context;
    Part *part = &work->parts[worker];
    const Sources *sources = &work->maker->sources;
    uint64_t number = work->numbers[item];
    PartMen men = part_men(sources, work->slices[0], number), swapped = {men.opp, men.own};
    enter(part, 0, sources, number);
    enter(part, 1, sources, part_of(sources, work->slices[1], swapped));
    solve_part(work, part);
    store_part(work, part, 0);
    store_part(work, part, 1);
}

void distances_destroy(Distances *distances) {
    if (distances != NULL) {
        memory_unmap(distances->plies, distances->bytes);
        free(distances);
    }
}

void distances_fill(const void *context, uint64_t first, uint32_t count, uint8_t *values) {
    const DistanceValues *source = context;
    values_fill(&source->values, first, count, values);
    for (uint32_t i = 0; i < count; i++) {
        bool known = values[i] == EGDB_WIN || values[i] == EGDB_LOSS;
        values[i] = known ? source->distances->plies[first + i] : EGDB_ANY;
    }
}

static Distances *distances_create(Slice s, Error *error) {
    Distances *distances = alloc_zeroed(1, sizeof *distances);
    distances->slice = s;
    distances->bytes = (size_t)index_size(s);
    distances->plies = memory_map(distances->bytes);
    if (distances->plies == NULL) {
        free(distances);
        error_set(error, ERROR_MEMORY, "no memory for distances: %zu bytes", (size_t)index_size(s));
        return NULL;
    }
    return distances;
}

static void find_longest(Distances *distances) {
    for (size_t i = 0; i < distances->bytes; i++) {
        unsigned plies = distances->plies[i];
        if (plies != DISTANCE_NONE && plies > distances->longest) {
            distances->longest = plies;
        }
    }
}

uint64_t distances_workspace(Slice s, int threads) {
    int squares = index_free_squares(s);
    uint64_t size =
        (uint64_t)combination_count(squares, s.own_kings) * combination_count(squares, s.opp_kings);
    return part_order_bytes(s) + 2 * size * (3 + 2 * sizeof(Place)) * (uint64_t)threads;
}

static void part_init(Part *part, Slice s) {
    int squares = index_free_squares(s);
    uint32_t own = combination_count(squares, s.own_kings);
    uint32_t opp = combination_count(squares, s.opp_kings);
    part->size = own * opp;
    part->sides[0] = (PartSide){.slice = s, .row_bits = own};
    part->sides[1] = (PartSide){.slice = slice_swapped(s), .row_bits = opp};
    for (int i = 0; i < 2; i++) {
        part->sides[i].own_kings = alloc_zeroed(i == 0 ? own : opp, sizeof(uint32_t));
        part->sides[i].opp_kings = alloc_zeroed(i == 0 ? opp : own, sizeof(uint32_t));
    }
    size_t places = 2 * (size_t)part->size;
    part->plies = alloc_zeroed(places, 1);
    part->states = alloc_zeroed(places, 1);
    part->open_moves = alloc_zeroed(places, 1);
    part->lists[BY_EXIT].next = alloc_zeroed(places, sizeof(Place));
    part->lists[REACHED].next = alloc_zeroed(places, sizeof(Place));
}

static void part_destroy(Part *part) {
    for (int i = 0; i < 2; i++) {
        free(part->sides[i].own_kings);
        free(part->sides[i].opp_kings);
    }
    free(part->plies);
    free(part->states);
    free(part->open_moves);
    free(part->lists[BY_EXIT].next);
    free(part->lists[REACHED].next);
}

static void make_parts(Work *work) {
    Team *team = work->maker->team;
    PartOrder order = part_order_create(&work->maker->sources, work->slices[0]);
    int threads = team_threads(team);
    work->parts = alloc_zeroed((size_t)threads, sizeof *work->parts);
    for (int i = 0; i < threads; i++) {
        part_init(&work->parts[i], work->slices[0]);
    }
    for (int level = 0; level < ORDER_LEVELS; level++) {
        work->numbers = order.parts + order.level[level];
        team_run(team, order.level[level + 1] - order.level[level], 1, part_task, work);
    }
    for (int i = 0; i < threads; i++) {
        part_destroy(&work->parts[i]);
    }
    free(work->parts);
    part_order_destroy(&order);
}

static bool check(const Work *work, Error *error) {
    char name[SLICE_NAME_MAX];
    slice_name(work->slices[0], name);
    if (atomic_load(&work->too_long)) {
        return error_set(error, ERROR_STATE, "%s: a distance is over %d plies", name,
                         EGDB_PLIES_MAX);
    }
    return !atomic_load(&work->wrong) ||
           error_set(error, ERROR_STATE, "%s: a value contradicts the moves", name);
}

bool distances_make(const DistanceMaker *maker, Slice s, DistanceSet *set, Error *error) {
    Work work = {.maker = maker, .set = set, .slices = {s, slice_swapped(s)}};
    for (int i = 0; i < 2; i++) {
        Distances **place = &set->by_id[slice_id(work.slices[i])];
        work.solved[i] = maker->sources.solved->by_id[slice_id(work.slices[i])];
        if (*place == NULL) {
            *place = distances_create(work.slices[i], error);
        }
        work.results[i] = *place;
        if (*place == NULL) {
            return false;
        }
    }
    make_parts(&work);
    find_longest(work.results[0]);
    find_longest(work.results[1]);
    return check(&work, error);
}
