#include "egdb/values.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "common/alloc.h"
#include "egdb/block.h"
#include "egdb/gather.h"

// A run of positions that follow each other in both orders: the same men and kings of one side, any
// kings of the other, which are the bits. Squares are in the frame of the latter, here the owner.
typedef struct {
    const ValuesSource *source;
    const Masks *masks;
    uint32_t men, opp_men, opp_kings, free; // free of men
    uint64_t *captures, *taken;             // rows of bits
} Run;

// The bits are the own kings, but where there are none.
static bool is_turned(Slice s) {
    return s.own_kings == 0;
}

static uint64_t run_size(Slice s) {
    return is_turned(s) ? index_rows(s) : index_row_size(s);
}

static uint64_t runs_of_part(Slice s) {
    return is_turned(s) ? 1 : index_rows(s);
}

static void set_men(Run *run, Slice s, uint64_t part) {
    PartMen men = index_part_men(s, part);
    run->men = is_turned(s) ? men.opp : men.own;
    run->opp_men = squares_turn(is_turned(s) ? men.own : men.opp);
    run->free = ~(run->men | run->opp_men);
}

static void set_kings(Run *run, Slice s, uint32_t row) {
    uint32_t places = is_turned(s) ? 0 : combination_places_of(row, s.opp_kings);
    uint32_t free = squares_turn(run->free);
    run->opp_kings = squares_turn((uint32_t)scatter(run->source->fast, places, free));
}

// ---- captures

// Pieces of one side that capture in this direction.
static uint32_t jumpers(uint32_t men, uint32_t kings, bool up, Direction d) {
    return kings | ((d >= UP_LEFT) == up ? men : 0);
}

// Squares that jumps of some of the pieces in a direction land on.
static uint32_t landings(uint32_t pieces, uint32_t victims, uint32_t empty, Direction d) {
    return squares_step(squares_step(pieces, d) & victims, d) & empty;
}

// A single own king: all its squares at once, as sets of squares.
static void captures_of_one_king(Run *run) {
    uint32_t empty = run->free & ~run->opp_kings, opponents = run->opp_men | run->opp_kings;
    uint32_t captures = 0, landed = 0;
    for (int i = 0; i < DIRECTION_COUNT; i++) {
        Direction d = (Direction)i, back = direction_opposite(d);
        uint32_t hostile = jumpers(run->opp_men, run->opp_kings, false, d);
        captures |= squares_step(opponents & squares_step(empty, back), back); // it captures
        captures |= squares_step(hostile, d) & squares_step(empty, back);      // it is captured
        landed |= landings(jumpers(run->men, 0, true, d), opponents, empty, d);
        landed |= landings(hostile, run->men, empty, d);
    }
    // Captures without the king, which may stand where they land.
    captures |= landed == 0 ? 0 : (landed & (landed - 1)) != 0 ? UINT32_MAX : ~landed;
    run->captures[0] = gather(run->source->fast, captures & run->free, run->free);
}

static const uint64_t *holds(const Run *run, uint32_t square) {
    return run->masks->holds[gather_count(run->source->fast, run->free & (square - 1))];
}

// A jump for the placements with a king on `holder` (0: any) and none on `landing`.
static void add_jump(Run *run, uint32_t holder, uint32_t landing) {
    const uint64_t *held = holder == 0 ? run->masks->all : holds(run, holder);
    const uint64_t *occupied = holds(run, landing);
    for (uint32_t i = 0; i < run->masks->words; i++) {
        run->captures[i] |= held[i] & ~occupied[i];
    }
}

// Jumps of own pieces over the square, which an opponent holds.
static void add_captures_of(Run *run, uint32_t over, Direction d) {
    uint32_t empty = run->free & ~run->opp_kings;
    uint32_t from = squares_step(over, direction_opposite(d));
    uint32_t landing = squares_step(over, d) & empty;
    if (landing != 0 && (from & jumpers(run->men, 0, true, d)) != 0) {
        add_jump(run, 0, landing);
    } else if (landing != 0 && (from & empty) != 0) {
        add_jump(run, from, landing);
    }
}

// The jump of an opponent.
static void add_captures_by(Run *run, uint32_t from, Direction d) {
    uint32_t empty = run->free & ~run->opp_kings, over = squares_step(from, d);
    uint32_t landing = squares_step(over, d) & empty;
    if (landing != 0 && (over & (run->men | empty)) != 0) {
        add_jump(run, over & empty, landing);
    }
}

static void find_captures(Run *run) {
    if (run->masks->size == 1) {
        captures_of_one_king(run);
        return;
    }
    memset(run->captures, 0, run->masks->words * sizeof *run->captures);
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        for (uint32_t rest = run->opp_men | run->opp_kings; rest != 0; rest &= rest - 1) {
            add_captures_of(run, rest & -rest, (Direction)d);
        }
        uint32_t hostile = jumpers(run->opp_men, run->opp_kings, false, (Direction)d);
        for (; hostile != 0; hostile &= hostile - 1) {
            add_captures_by(run, hostile & -hostile, (Direction)d);
        }
    }
}

// The placements that overlap with the opponent's kings.
static void find_taken(Run *run) {
    memset(run->taken, 0, run->masks->words * sizeof *run->taken);
    for (uint32_t rest = run->opp_kings; rest != 0; rest &= rest - 1) {
        const uint64_t *held = holds(run, rest & -rest);
        for (uint32_t i = 0; i < run->masks->words; i++) {
            run->taken[i] |= held[i];
        }
    }
}

// ---- bits to bytes

// Eight bits, each to the lowest bit of a byte.
static uint64_t spread(uint64_t bits) {
    return ((bits & 0x7F) * 0x0002040810204081U & 0x0101010101010101U) | (bits & 0x80) << 49;
}

// The values of one word of the run, those of overlapping placements left out; returns how many.
static uint32_t word_values(const Run *run, uint64_t bit, uint32_t word, uint8_t values[64]) {
    const Solved *solved = run->source->solved;
    bool fast = run->source->fast;
    uint64_t mask = run->masks->all[word] & ~run->taken[word];
    uint64_t win = gather(fast, solved_read(solved->win, bit + 64 * (uint64_t)word), mask);
    uint64_t loss = gather(fast, solved_read(solved->loss, bit + 64 * (uint64_t)word), mask);
    uint64_t capture = gather(fast, run->captures[word], mask);
    for (int i = 0; i < 64; i += 8) {
        uint64_t eight = spread(win >> i & 0xFF) * EGDB_WIN | spread(loss >> i & 0xFF) * EGDB_LOSS;
        bytes_put(values + i, eight | spread(capture >> i & 0xFF) * EGDB_ANY, 8);
    }
    return (uint32_t)gather_count(fast, mask);
}

// Adds the run's values from number `skip` on, `room` at most; returns how many.
static uint32_t add_run(const Run *run, uint64_t bit, uint64_t skip, uint32_t room,
                        uint8_t *values) {
    uint32_t added = 0;
    for (uint32_t word = 0; word < run->masks->words && added < room; word++) {
        uint8_t chunk[64];
        uint32_t count = word_values(run, bit, word, chunk);
        if (skip >= count) {
            skip -= count;
            continue;
        }
        count -= (uint32_t)skip;
        count = count < room - added ? count : room - added;
        memcpy(values + added, chunk + skip, count);
        added += count;
        skip = 0;
    }
    return added;
}

void values_fill(const void *context, uint64_t first, uint32_t count, uint8_t *values) {
    const ValuesSource *source = context;
    const Solved *solved = source->solved;
    Slice s = solved->slice;
    uint64_t runs = runs_of_part(s), last_part = UINT64_MAX;
    uint64_t number = first / run_size(s), skip = first % run_size(s);
    Run run = {.source = source};
    run.masks = mask_set_get(source->masks, index_free_squares(s),
                             is_turned(s) ? s.opp_kings : s.own_kings);
    run.captures = alloc_zeroed(2 * (size_t)run.masks->words, sizeof *run.captures);
    run.taken = run.captures + run.masks->words;
    for (uint32_t filled = 0; filled < count; number++, skip = 0) {
        uint64_t part = number / runs, row = number % runs;
        if (part != last_part) {
            set_men(&run, s, part);
            last_part = part;
        }
        set_kings(&run, s, (uint32_t)row);
        find_captures(&run);
        find_taken(&run);
        uint64_t bit = part * solved->part_bits + row * solved->row_bits;
        filled += add_run(&run, bit, skip, count - filled, values + filled);
    }
    free(run.captures);
}
