#include "book/judge.h"

#include <stdlib.h>

#include "common/named_egdb.h"

#define EGDB_CACHE_MIB 64

static void note_info(void *context, const SearchInfo *info) {
    Finding *found = &((Judge *)context)->found;
    if (info->has_score && info->bound == BOUND_EXACT) {
        *found = (Finding){info->score, info->depth, info->line_count > 0, {0, 0, 0}};
        if (info->line_count > 0) {
            found->move = info->line[0];
        }
    }
}

// Where the endgame tables know all there need not be a line.
static void note_answer(void *context, const SearchAnswer *answer) {
    Finding *found = &((Judge *)context)->found;
    if (!found->has_move && answer->count > 0) {
        found->has_move = true;
        found->move = answer->moves[0];
    }
}

bool judge_open_egdb(const char *folders, Egdb **egdb, Error *error) {
    return named_egdb_open("kelso-book", folders, EGDB_CACHE_MIB, egdb, error);
}

bool judge_weights(uint64_t *checksum, Error *error) {
    Network *network;
    if (!network_open("", &network, error)) {
        return false;
    }
    *checksum = network->checksum;
    free(network);
    return true;
}

bool judge_init(Judge *judge, int table_mib, Egdb *egdb, Error *error) {
    SearchListener listener = {note_info, note_answer, judge};
    *judge = (Judge){.search = search_create(listener, error)};
    if (judge->search == NULL || !search_set_table(judge->search, table_mib, error) ||
        !network_open("", &judge->network, error)) {
        return false;
    }
    search_set_network(judge->search, judge->network);
    search_set_egdb(judge->search, egdb);
    return true;
}

void judge_destroy(Judge *judge) {
    if (judge->search != NULL) {
        search_destroy(judge->search);
    }
    free(judge->network);
}

bool judge_search(Judge *judge, Position position, uint64_t nodes, Finding *found, Error *error) {
    Rules rules = {rule_set_default(), VARIANT_ENGLISH};
    SearchLimits limits = search_limits_none();
    Game game;
    limits.nodes = nodes;
    if (!game_init(&game, position, rules, error)) {
        return false;
    }
    judge->found = (Finding){0};
    search_forget(judge->search);
    bool good = search_run(judge->search, &game, &limits, error);
    *found = judge->found;
    game_destroy(&game);
    return good;
}

bool judge_score(Judge *judge, Position position, uint64_t nodes, int *score, Error *error) {
    Finding found;
    bool good = judge_search(judge, position, nodes, &found, error);
    *score = found.score;
    return good;
}
