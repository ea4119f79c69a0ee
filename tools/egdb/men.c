#include "egdb/men.h"

#include "egdb/gather.h"
#include "rules/moves.h"

// Values of the position that the opponent is left with.
static void look_up(const Sources *sources, Position p, bool *won, bool *lost) {
    Slice s = slice_of(p);
    uint32_t men = position_men(p, WHITE), opp_men = p.pieces[BLACK];
    if (opp_men == 0) {
        *won = false;
        *lost = true;
        return;
    }
    const Solved *source = sources->solved->by_id[slice_id(s)];
    uint64_t bit = part_of(sources, s, (PartMen){squares_turn(opp_men), men}) * source->part_bits;
    if (p.kings != 0) { // one was just crowned
        bit += (uint64_t)gather_count(sources->fast, ~(men | opp_men) & (p.kings - 1));
    }
    *won = solved_read(source->win, bit) & 1;
    *lost = solved_read(source->loss, bit) & 1;
}

void men_solve(const Sources *sources, const View *view, bool *won, bool *lost) {
    Position p = {.pieces = {view->opp_men, view->men}, .side = WHITE};
    MoveList list;
    moves_generate(p, &list);
    *won = false;
    *lost = true;
    for (int i = 0; i < list.count && !*won; i++) {
        bool opponent_won, opponent_lost;
        look_up(sources, position_play(p, list.moves[i]), &opponent_won, &opponent_lost);
        *won |= opponent_lost;
        *lost &= opponent_won;
    }
}
