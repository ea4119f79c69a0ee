#include "match/schedule.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/random.h"
#include "common/alloc.h"
#include "rules/square.h"

void schedule_init(Schedule *schedule, int engine_count, bool gauntlet, int opening_count,
                   int64_t rounds, bool random, uint64_t seed) {
    *schedule = (Schedule){.engine_count = engine_count,
                           .gauntlet = gauntlet,
                           .opening_count = opening_count,
                           .rounds = rounds,
                           .random = random,
                           .seed = seed,
                           .shards = 1,
                           .pass = -1,
                           .order = alloc_zeroed((size_t)opening_count, sizeof(int))};
}

void schedule_destroy(Schedule *schedule) {
    free(schedule->order);
    *schedule = (Schedule){0};
}

int64_t schedule_pairings(int engine_count, bool gauntlet) {
    return gauntlet ? engine_count - 1 : (int64_t)engine_count * (engine_count - 1) / 2;
}

static int64_t pairings(const Schedule *schedule) {
    return schedule_pairings(schedule->engine_count, schedule->gauntlet);
}

int64_t schedule_games(const Schedule *schedule) {
    return 2 * pairings(schedule) * schedule->rounds;
}

void schedule_shard(Schedule *schedule, int shard, int shards) {
    schedule->shard = shard;
    schedule->shards = shards;
}

bool schedule_has(const Schedule *schedule, int64_t number) {
    return number / 2 % schedule->shards == schedule->shard;
}

int64_t schedule_games_here(const Schedule *schedule) {
    int64_t pairs = schedule_games(schedule) / 2;
    return 2 * ((pairs + schedule->shards - 1 - schedule->shard) / schedule->shards);
}

static void shuffle(Schedule *schedule, int64_t pass) {
    Random random = {hash_words(schedule->seed, (uint64_t)pass)};
    for (int i = 0; i < schedule->opening_count; i++) {
        schedule->order[i] = i;
    }
    for (int i = schedule->opening_count - 1; i > 0; i--) {
        int j = (int)random_below(&random, (uint64_t)i + 1), kept = schedule->order[i];
        schedule->order[i] = schedule->order[j];
        schedule->order[j] = kept;
    }
}

// Sets the order of this pass. Only the first two are ever exchanged, never the last, so that the
// last of a pass does not depend on the passes before (but for lists of one or two).
static void enter_pass(Schedule *schedule, int64_t pass) {
    int count = schedule->opening_count, before = -1;
    if (count > 2 && pass > 0) {
        shuffle(schedule, pass - 1);
        before = schedule->order[count - 1];
    }
    shuffle(schedule, pass);
    if (count > 2 && schedule->order[0] == before) {
        schedule->order[0] = schedule->order[1];
        schedule->order[1] = before;
    }
    schedule->pass = pass;
}

static int opening_of(Schedule *schedule, int64_t round) {
    int64_t pass = round / schedule->opening_count;
    int place = (int)(round % schedule->opening_count);
    if (!schedule->random) {
        return place;
    }
    if (schedule->pass != pass) {
        enter_pass(schedule, pass);
    }
    return schedule->order[place];
}

ScheduledGame schedule_game(Schedule *schedule, int64_t number) {
    ScheduledGame game = {.number = number, .pair = number / 2};
    int64_t pairing = game.pair % pairings(schedule);
    int first = 0;
    for (int opponents = schedule->engine_count - 1; pairing >= opponents; opponents--) {
        pairing -= opponents;
        first++;
    }
    int second = first + 1 + (int)pairing;
    bool swapped = number % 2 == 1;
    game.engine[BLACK] = swapped ? second : first;
    game.engine[WHITE] = swapped ? first : second;
    game.opening = opening_of(schedule, game.pair / pairings(schedule));
    return game;
}
