#include "eval/eval.h"

#include <assert.h>
#include <string.h>

#include "base/specialised.h"

void evaluator_init(Evaluator *evaluator, const Network *network) {
    int count;
    memset(evaluator, 0, sizeof *evaluator);
    evaluator->network = network;
    evaluator->kernel = kernels_available(&count)[0];
    if (network != NULL) { // the empty board
        memcpy(evaluator->views[BLACK].sums, network->bias, sizeof network->bias);
        memcpy(evaluator->views[WHITE].sums, network->bias, sizeof network->bias);
    }
}

// Adds the rows of the pieces of a set, squares as on the board.
SPECIALISED void add_rows(const Network *network, Side view, InputSet set, uint32_t squares,
                          const int16_t **rows, int *count) {
    while (squares != 0) {
        int square = network_square(view, bits_pop(&squares));
        rows[(*count)++] = network->input[network_input(set, square)];
    }
}

SPECIALISED void change_set(const Network *network, Side view, InputSet set, uint32_t before,
                            uint32_t now, RowChange *change) {
    add_rows(network, view, set, now & ~before, change->add, &change->added);
    add_rows(network, view, set, before & ~now, change->remove, &change->removed);
}

// Brings a view to the position, whose side to move it belongs to.
SPECIALISED void view_update(EvalView *view, const Network *network, const Kernel *kernel,
                             Position p, Side side) {
    Side other = side_other(side);
    Position before = {{view->pieces[BLACK], view->pieces[WHITE]}, view->kings, side};
    const int16_t *from = view->sums;
    uint32_t changed = (before.pieces[BLACK] ^ p.pieces[BLACK]) |
                       (before.pieces[WHITE] ^ p.pieces[WHITE]) | (before.kings ^ p.kings);
    uint32_t all = p.pieces[BLACK] | p.pieces[WHITE];
    if (bits_count(changed) > bits_count(all)) { // from the empty board it is not so far
        before = (Position){{0, 0}, 0, side};
        from = network->bias;
    }
    RowChange change;
    change.added = change.removed = 0;
    change_set(network, side, INPUT_OWN_MEN, position_men(before, side), position_men(p, side),
               &change);
    change_set(network, side, INPUT_ENEMY_MEN, position_men(before, other), position_men(p, other),
               &change);
    if ((before.kings | p.kings) != 0) {
        change_set(network, side, INPUT_OWN_KINGS, position_kings(before, side),
                   position_kings(p, side), &change);
        change_set(network, side, INPUT_ENEMY_KINGS, position_kings(before, other),
                   position_kings(p, other), &change);
    }
    kernel->update(view->sums, from, &change);
    view->pieces[BLACK] = p.pieces[BLACK];
    view->pieces[WHITE] = p.pieces[WHITE];
    view->kings = p.kings;
}

// The sum of the output for the side to move, by its view.
static int32_t output_of(EvalView *view, const Network *network, const Kernel *kernel, Position p) {
    if (p.side == BLACK) {
        view_update(view, network, kernel, p, BLACK);
    } else {
        view_update(view, network, kernel, p, WHITE);
    }
    int bucket = network_bucket(p);
    return kernel->output(view->sums, network->output[bucket]) + network->output_bias[bucket];
}

#ifndef NDEBUG
static int32_t fresh_output(const Evaluator *evaluator, Position p) {
    EvalView view = {.kings = 0};
    memcpy(view.sums, evaluator->network->bias, sizeof view.sums);
    return output_of(&view, evaluator->network, evaluator->kernel, p);
}
#endif

static int evaluate(Evaluator *evaluator, Position p) {
    const int one = NETWORK_INPUT_SCALE * NETWORK_INPUT_SCALE * NETWORK_OUTPUT_SCALE;
    int32_t output = output_of(&evaluator->views[p.side], evaluator->network, evaluator->kernel, p);
    assert(output == fresh_output(evaluator, p));
    int score = (int)((int64_t)output * 100 / one);
    return score > EVAL_MAX ? EVAL_MAX : score < -EVAL_MAX ? -EVAL_MAX : score;
}

// A lead weighs more the fewer pieces there are.
static int material(Position p) {
    enum { MAN = 100, KING = 135, EXCHANGE_WHEN_AHEAD = 200 };
    int black = bits_count(p.pieces[BLACK]), white = bits_count(p.pieces[WHITE]);
    int kings = bits_count(position_kings(p, BLACK)) - bits_count(position_kings(p, WHITE));
    int lead = black - white;
    int score = MAN * lead + (KING - MAN) * kings + EXCHANGE_WHEN_AHEAD * lead / (black + white);
    return p.side == BLACK ? score : -score;
}

int eval_position(Evaluator *evaluator, Position p, Variant variant) {
    if (variant == VARIANT_GIVEAWAY) { // pieces are a burden, and little else is known
        return -material(p);
    }
    return evaluator->network == NULL ? material(p) : evaluate(evaluator, p);
}
