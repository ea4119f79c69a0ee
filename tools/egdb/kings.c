#include "egdb/kings.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "common/alloc.h"
#include "egdb/combination.h"

// The next set of the same size: Gosper's hack (HAKMEM, item 175).
static uint32_t next_set(uint32_t set) {
    uint32_t low = set & -set, ripple = set + low;
    return ripple == 0 ? 0 : ripple | ((set ^ ripple) / low >> 2);
}

// A row overlaps in the placements that hold one of its squares. The opponent counts places from
// the other end, since its frame is turned.
static void find_overlaps(KingSide *side, const Masks *masks) {
    for (uint32_t row = 0; row < side->rows; row++) {
        uint64_t *overlaps = matrix_row(&side->invalid, row);
        for (uint32_t rest = side->placements[row]; rest != 0;) {
            const uint64_t *holds = masks->holds[masks->squares - 1 - bits_pop(&rest)];
            for (uint32_t i = 0; i < masks->words; i++) {
                overlaps[i] |= holds[i];
            }
        }
    }
}

// masks: of the opponent's kings.
static bool king_side_init(KingSide *side, const Masks *masks, int kings) {
    side->rows = combination_count(masks->squares, kings);
    side->bits = masks->bits;
    Matrix *const matrices[] = {&side->invalid, &side->win, &side->loss, &side->can_win,
                                &side->can_lose};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
        if (!matrix_init(matrices[i], side->rows, side->bits)) {
            return false;
        }
    }
    if (!matrix_init(&side->win_turned, side->bits, side->rows) ||
        !matrix_init(&side->loss_turned, side->bits, side->rows)) {
        return false;
    }
    side->placements = alloc_zeroed(side->rows, sizeof(uint32_t));
    side->neighbours = alloc_zeroed((size_t)side->rows * 4 * (size_t)kings, sizeof(uint32_t));
    side->first_neighbour = alloc_zeroed(side->rows + 1, sizeof(uint32_t));
    uint32_t set = combination_places_of(0, kings);
    for (uint32_t row = 0; row < side->rows; row++, set = next_set(set)) {
        side->placements[row] = set;
    }
    find_overlaps(side, masks);
    return true;
}

bool king_part_init(KingPart *part, const MaskSet *masks, int squares, int kings, int opp_kings) {
    *part = (KingPart){0};
    return king_side_init(&part->sides[0], mask_set_get(masks, squares, opp_kings), kings) &&
           king_side_init(&part->sides[1], mask_set_get(masks, squares, kings), opp_kings);
}

uint64_t king_part_bytes(int squares, int kings, int opp_kings) {
    uint64_t rows = combination_count(squares, kings),
             opp_rows = combination_count(squares, opp_kings);
    uint64_t matrix = (rows + 64) * (opp_rows + 64) / 8;
    return 14 * matrix +
           4 * (rows * (2 + 4 * (uint64_t)kings) + opp_rows * (2 + 4 * (uint64_t)opp_kings));
}

void king_part_destroy(KingPart *part) {
    for (int i = 0; i < 2; i++) {
        KingSide *side = &part->sides[i];
        matrix_destroy(&side->invalid);
        matrix_destroy(&side->win);
        matrix_destroy(&side->loss);
        matrix_destroy(&side->can_win);
        matrix_destroy(&side->can_lose);
        matrix_destroy(&side->win_turned);
        matrix_destroy(&side->loss_turned);
        free(side->placements);
        free(side->neighbours);
        free(side->first_neighbour);
    }
}

void king_side_connect(KingSide *side, uint32_t free) {
    uint32_t near[SQUARE_COUNT]; // by place: the places beside it
    int squares = bits_count(free);
    for (int place = 0; place < squares; place++) {
        uint32_t square = combination_spread(square_bit(place), free);
        near[place] = 0;
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            uint32_t to = squares_step(square, (Direction)d) & free;
            near[place] |= to == 0 ? 0 : square_bit(combination_place(to, free));
        }
    }
    uint32_t count = 0;
    for (uint32_t row = 0; row < side->rows; row++) {
        uint32_t set = side->placements[row];
        side->first_neighbour[row] = count;
        for (uint32_t rest = set; rest != 0;) {
            int from = bits_pop(&rest);
            for (uint32_t to = near[from] & ~set; to != 0; to &= to - 1) {
                uint32_t moved = (set & ~square_bit(from)) | (to & -to);
                side->neighbours[count++] = combination_rank_places(moved);
            }
        }
    }
    side->first_neighbour[side->rows] = count;
}

// ---- to and fro

typedef struct {
    KingSide *side;
    const KingSide *opponent;
    atomic_bool changed;
} Sweep;

// Open positions of the row with a lost neighbour are won; returns whether there are any.
static bool row_win(const Sweep *sweep, uint32_t row) {
    const KingSide *side = sweep->side;
    uint64_t *win = matrix_row(&side->win, row), *open = matrix_row(&side->can_win, row), any = 0;
    const uint32_t *neighbour = side->neighbours + side->first_neighbour[row];
    const uint32_t *end = side->neighbours + side->first_neighbour[row + 1];
    for (; neighbour < end; neighbour++) {
        const uint64_t *lost = matrix_row(&sweep->opponent->loss_turned, *neighbour);
        for (uint32_t i = 0; i < side->win.stride; i++) {
            uint64_t found = open[i] & lost[i];
            win[i] |= found;
            open[i] &= ~found;
            any |= found;
        }
    }
    return any != 0;
}

#define CHUNK 32 // words of a row at a time

// Open positions all of whose neighbours are won are lost.
static bool row_loss(const Sweep *sweep, uint32_t row) {
    const KingSide *side = sweep->side;
    uint64_t *loss = matrix_row(&side->loss, row), *open = matrix_row(&side->can_lose, row);
    const uint32_t *begin = side->neighbours + side->first_neighbour[row];
    const uint32_t *end = side->neighbours + side->first_neighbour[row + 1];
    uint64_t any = 0;
    for (uint32_t start = 0; start < side->loss.stride; start += CHUNK) {
        uint64_t lost[CHUNK], left = 0;
        uint32_t words = side->loss.stride - start < CHUNK ? side->loss.stride - start : CHUNK;
        for (uint32_t i = 0; i < words; i++) {
            left |= lost[i] = open[start + i];
        }
        for (const uint32_t *neighbour = begin; neighbour < end && left != 0; neighbour++) {
            const uint64_t *won = matrix_row(&sweep->opponent->win_turned, *neighbour) + start;
            left = 0;
            for (uint32_t i = 0; i < words; i++) {
                left |= lost[i] &= won[i];
            }
        }
        if (left != 0) {
            for (uint32_t i = 0; i < words; i++) {
                loss[start + i] |= lost[i];
                open[start + i] &= ~lost[i];
            }
            any |= left;
        }
    }
    return any != 0;
}

static void transpose_rows(KingSide *side, uint32_t block) {
    for (uint32_t word = 0; word < side->win.stride; word++) {
        matrix_transpose_block(&side->win, &side->win_turned, block, word);
        matrix_transpose_block(&side->loss, &side->loss_turned, block, word);
    }
}

static void transpose_task(void *context, int worker, uint64_t block) {
    (void)worker;
    transpose_rows(context, (uint32_t)block);
}

// A block of 64 rows, and its transposition if anything changed.
static void sweep_task(void *context, int worker, uint64_t block) {
    (void)worker;
    Sweep *sweep = context;
    uint32_t begin = (uint32_t)block * 64, end = begin + 64;
    bool changed = false;
    for (uint32_t row = begin; row < end && row < sweep->side->rows; row++) {
        bool won = row_win(sweep, row), lost = row_loss(sweep, row);
        changed |= won | lost;
    }
    if (changed) {
        transpose_rows(sweep->side, (uint32_t)block);
        atomic_store_explicit(&sweep->changed, true, memory_order_relaxed);
    }
}

void king_part_solve(KingPart *part, Team *team) {
    for (int i = 0; i < 2; i++) {
        team_run(team, part->sides[i].win.rows / 64, 1, transpose_task, &part->sides[i]);
    }
    // Over when a sweep of each side in turn has changed nothing.
    for (int still = 0, side = 0; still < 2; side ^= 1) {
        Sweep sweep = {.side = &part->sides[side], .opponent = &part->sides[side ^ 1]};
        team_run(team, sweep.side->win.rows / 64, 1, sweep_task, &sweep);
        still = atomic_load(&sweep.changed) ? 0 : still + 1;
    }
}
