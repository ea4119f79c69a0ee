#include "book/judge.h"

#include <stdlib.h>

#define TABLE_MIB 2

static void note_info(void *context, const SearchInfo *info) {
    if (info->has_score && info->bound == BOUND_EXACT) {
        ((Judge *)context)->score = info->score;
    }
}

static void ignore_answer(void *context, const SearchAnswer *answer) {
    (void)context, (void)answer;
}

bool judge_init(Judge *judge, Error *error) {
    SearchListener listener = {note_info, ignore_answer, judge};
    *judge = (Judge){.search = search_create(listener, error)};
    if (judge->search == NULL || !search_set_table(judge->search, TABLE_MIB, error) ||
        !network_open("", &judge->network, error)) {
        return false;
    }
    search_set_network(judge->search, judge->network);
    return true;
}

void judge_destroy(Judge *judge) {
    if (judge->search != NULL) {
        search_destroy(judge->search);
    }
    free(judge->network);
}

bool judge_score(Judge *judge, Position position, uint64_t nodes, int *score, Error *error) {
    Rules rules = {rule_set_default(), VARIANT_ENGLISH};
    SearchLimits limits = search_limits_none();
    Game game;
    limits.nodes = nodes;
    if (!game_init(&game, position, rules, error)) {
        return false;
    }
    search_forget(judge->search);
    bool good = search_run(judge->search, &game, &limits, error);
    *score = judge->score;
    game_destroy(&game);
    return good;
}
