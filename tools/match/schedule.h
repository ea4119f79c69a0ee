// Which game is played when: nothing is stored but the order of the openings, so a schedule of any
// length costs no memory, and every game can be asked for by its number.
//
// Games 2k and 2k + 1 are pair k: the same opening, sides swapped. With more than two engines each
// plays each, or in a gauntlet the first plays each: all pairings play an opening before the next
// one comes.
#ifndef KELSO_MATCH_SCHEDULE_H
#define KELSO_MATCH_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t number; // from 0
    int64_t pair;   // from 0
    int engine[2];  // by Side
    int opening;    // index in the list
} ScheduledGame;

typedef struct {
    int engine_count, opening_count;
    int64_t rounds;
    bool gauntlet;
    bool random;
    uint64_t seed;
    int shard, shards; // of the pairs, every shards-th is played here; 0 and 1 for all
    int64_t pass;      // through the list of openings, the one that `order` is for; -1: none
    int *order;        // owned
} Schedule;

// rounds: openings that each pairing plays; past the end of the list it starts again. random: each
// pass has an order of its own, by the seed, in which no opening comes twice in a row.
void schedule_init(Schedule *schedule, int engine_count, bool gauntlet, int opening_count,
                   int64_t rounds, bool random, uint64_t seed);
void schedule_destroy(Schedule *schedule);

int64_t schedule_pairings(int engine_count, bool gauntlet);
int64_t schedule_games(const Schedule *schedule);

// Every shards-th pair only, from the one of number `shard` on. The games keep their numbers.
void schedule_shard(Schedule *schedule, int shard, int shards);
bool schedule_has(const Schedule *schedule, int64_t number);
int64_t schedule_games_here(const Schedule *schedule);

ScheduledGame schedule_game(Schedule *schedule, int64_t number);

#endif
