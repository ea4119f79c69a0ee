#include "match/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "common/alloc.h"

void tally_init(Tally *tally, int engine_count, int64_t numbers, int64_t games_total) {
    *tally = (Tally){.engines = alloc_zeroed((size_t)engine_count, sizeof *tally->engines),
                     .engine_count = engine_count,
                     .games_total = games_total,
                     .numbers = numbers,
                     .results = alloc_zeroed((size_t)numbers, sizeof *tally->results)};
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

void tally_copy_figures(Tally *copy, const Tally *tally) {
    *copy = *tally;
    copy->engines = alloc_copy(tally->engines, (size_t)tally->engine_count, sizeof *copy->engines);
    copy->results = NULL;
    copy->lines = (HashSet){0};
}

int tally_half_points(Result result, Side side) {
    return result == RESULT_DRAW ? 1 : result == result_won_by(side) ? 2 : 0;
}

static void count_time(EngineTally *engine, const MoveTimes *times) {
    if (times->timed) {
        if (!engine->timed || times->lateness_ns > engine->worst_lateness_ns) {
            engine->worst_lateness_ns = times->lateness_ns;
        }
        engine->timed = true;
    }
}

void tally_game(Tally *tally, const ScheduledGame *game, const Outcome *outcome) {
    Result result = outcome->result;
    Result other = (Result)tally->results[game->number ^ 1]; // the other game of the pair
    tally->results[game->number] = (uint8_t)result;
    tally->games_done++;
    for (int side = BLACK; side <= WHITE; side++) {
        EngineTally *engine = &tally->engines[game->engine[side]];
        int points = tally_half_points(result, (Side)side);
        engine->games.count[points]++;
        if (other != RESULT_NONE) {
            engine->pairs.count[points + tally_half_points(other, side_other((Side)side))]++;
        }
        count_time(engine, &outcome->times[side]);
    }
    if (outcome->guilty < 0) {
        uint64_t line = XXH3_64bits(outcome->position, strlen(outcome->position));
        tally->repeats += !hash_set_add(&tally->lines, line);
    }
}

void tally_recorded_game(Tally *tally, const ScheduledGame *game, const Outcome *outcome) {
    tally_game(tally, game, outcome);
    if (outcome->guilty >= 0) {
        tally_fault(tally, game->engine[outcome->guilty], fault_named(outcome->reason));
    }
}

void tally_resume(Tally *tally) {
    tally->games_before = tally->games_done;
    for (int i = 0; i < tally->engine_count; i++) {
        tally->engines[i].faults_in_row = 0;
    }
}

void tally_played(Tally *tally, const ScheduledGame *game, int guilty) {
    for (int side = BLACK; side <= WHITE; side++) {
        if (game->engine[side] != guilty) {
            tally->engines[game->engine[side]].faults_in_row = 0;
        }
    }
}

void tally_fault(Tally *tally, int engine, Fault fault) {
    tally->engines[engine].faults[fault]++;
    tally->engines[engine].faults_in_row++;
}
