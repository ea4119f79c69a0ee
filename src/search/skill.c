#include "search/skill.h"

// By level: positions looked at; hundredths of a man by which the scores are off on the average;
// and by which a move that is chosen may be worse than the best at most; and the Elo.
typedef struct {
    int nodes, error, most, elo;
} Level;

static const Level levels[SKILL_FULL] = {
    {80, 70, 168, 1000},  {95, 68, 162, 1060},  {120, 65, 154, 1130}, {165, 60, 143, 1210},
    {200, 55, 130, 1340}, {280, 48, 115, 1440}, {380, 42, 100, 1525}, {520, 36, 90, 1630},
    {720, 31, 80, 1715},  {1000, 27, 70, 1795}, {1400, 23, 60, 1890}, {1900, 20, 52, 1980},
    {2700, 17, 44, 2070}, {3700, 14, 37, 2165}, {5200, 12, 31, 2260}, {7500, 10, 25, 2355},
    {11000, 8, 20, 2435}, {17000, 6, 15, 2515}, {30000, 4, 10, 2595}, {60000, 2, 5, 2690},
};

uint64_t skill_nodes(int skill) {
    return (uint64_t)levels[skill].nodes;
}

// From -1 to 1, small values being likelier.
static double off(Random *random) {
    return (double)random_below(random, 10001) / 1e4 - (double)random_below(random, 10001) / 1e4;
}

int skill_choose(const Root *root, int slots, int skill, Random *random) {
    const Level *level = &levels[skill];
    int best = root_score(&root->moves[0]), chosen = 0;
    double highest = -2 * SCORE_INFINITE;
    for (int i = 0; i < slots; i++) {
        int score = root_score(&root->moves[i]);
        double seen = score + 3 * level->error * off(random); // 3: the mean of |off| is 1/3
        if (best - score <= level->most && seen > highest) {
            highest = seen;
            chosen = i;
        }
    }
    return chosen;
}

int skill_of_elo(int elo) {
    int skill = 0;
    while (skill < SKILL_FULL - 1 && levels[skill + 1].elo <= elo) {
        skill++;
    }
    return skill;
}
