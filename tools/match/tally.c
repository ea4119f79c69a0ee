#include "match/tally.h"

#include <stdlib.h>

#include "common/alloc.h"

void tally_init(Tally *tally, int engine_count, int64_t games_total) {
    *tally = (Tally){.engines = alloc_zeroed((size_t)engine_count, sizeof *tally->engines),
                     .engine_count = engine_count,
                     .games_total = games_total,
                     .results = alloc_zeroed((size_t)games_total, sizeof *tally->results)};
    for (int i = 0; i < engine_count; i++) {
        tally->engines[i].games.cells = STATS_GAMES;
        tally->engines[i].pairs.cells = STATS_PAIRS;
    }
}

void tally_destroy(Tally *tally) {
    free(tally->engines);
    free(tally->results);
    hash_set_destroy(&tally->lines);
    *tally = (Tally){0};
}

// Half points of a side: the cell of its result among [L, D, W].
static int half_points(Result result, Side side) {
    return result == RESULT_DRAW ? 1 : result == result_won_by(side) ? 2 : 0;
}

void tally_game(Tally *tally, const ScheduledGame *game, Result result, int guilty) {
    Result other = (Result)tally->results[game->number ^ 1]; // the other game of the pair
    tally->results[game->number] = (uint8_t)result;
    tally->games_done++;
    for (int side = BLACK; side <= WHITE; side++) {
        EngineTally *engine = &tally->engines[game->engine[side]];
        int points = half_points(result, (Side)side);
        engine->games.count[points]++;
        if (other != RESULT_NONE) {
            engine->pairs.count[points + half_points(other, side_other((Side)side))]++;
        }
        if (game->engine[side] != guilty) {
            engine->faults_in_row = 0;
        }
    }
}

bool tally_line(Tally *tally, uint64_t hash) {
    bool new = hash_set_add(&tally->lines, hash);
    tally->repeats += !new;
    return new;
}

void tally_fault(Tally *tally, int engine, Fault fault) {
    tally->engines[engine].faults[fault]++;
    tally->engines[engine].faults_in_row++;
}

void tally_time(Tally *tally, int engine, int64_t used_ns, int64_t allowed_ns) {
    EngineTally *of = &tally->engines[engine];
    int64_t lateness_ns = used_ns - allowed_ns;
    if (!of->timed || lateness_ns > of->worst_lateness_ns) {
        of->worst_lateness_ns = lateness_ns;
    }
    of->timed = true;
}
