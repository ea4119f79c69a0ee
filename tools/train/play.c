#include "train/play.h"

#include <stdlib.h>

#include "base/bits.h"
#include "book/ballots.h"
#include "search/score.h"

enum {
    TABLE_MIB = 2,
    BALLOT_PLIES = 3,
    RANDOM_MOVE_ONE_IN = 40, // so that games leave the beaten track; a ply without a record
    RANDOM_MOVE_PLY_MAX = 40,
    DECIDED_SCORE = 500, // a game is over when all scores of so many plies in a row are beyond
    DECIDED_PLIES = 4,
    SHUFFLING_PLIES_MAX = 16, // without progress; positions behind are not recorded
};

// Draws sooner than in a match: what comes later teaches little.
static const RuleSet rules = {"self-play", 2, 40, true};

// ---- searching

static void note_info(void *context, const SearchInfo *info) {
    Player *player = context;
    if (info->has_score && info->bound == BOUND_EXACT) {
        player->score = info->score;
    }
}

static void note_answer(void *context, const SearchAnswer *answer) {
    ((Player *)context)->move = answer->moves[0];
}

bool player_init(Player *player, PlaySettings settings, Error *error) {
    *player = (Player){.settings = settings};
    player->search = search_create((SearchListener){note_info, note_answer, player}, error);
    if (player->search == NULL) {
        return false;
    }
    if (!search_set_table(player->search, TABLE_MIB, error)) {
        search_destroy(player->search);
        return false;
    }
    search_set_network(player->search, settings.network);
    search_set_egdb(player->search, settings.egdb);
    return true;
}

void player_destroy(Player *player) {
    search_destroy(player->search);
}

static bool think(Player *player, const Game *game, Error *error) {
    SearchLimits limits = search_limits_none();
    uint64_t nodes = (uint64_t)player->settings.nodes;
    limits.nodes = nodes - nodes / 4 + random_below(&player->random, nodes / 2 + 1);
    return search_run(player->search, game, &limits, error);
}

// ---- openings

static uint32_t random_bit(Random *random, uint32_t set) {
    for (uint64_t skip = random_below(random, (uint64_t)bits_count(set)); skip > 0; skip--) {
        set &= set - 1;
    }
    return set & -set;
}

// The start position without a man on either side.
static Position eleven_men(Random *random) {
    Position p = position_start();
    p.pieces[BLACK] ^= random_bit(random, p.pieces[BLACK]);
    p.pieces[WHITE] ^= random_bit(random, p.pieces[WHITE]);
    return p;
}

static bool play_random_move(Player *player, Game *game, Error *error) {
    MoveList list;
    moves_generate(game_position(game), &list);
    return game_play(game, list.moves[random_below(&player->random, (uint64_t)list.count)], error);
}

// Half of the games begin with 11 men a side and 2-10 random plies, half with a ballot, the barred
// ones too, and 1-9 random plies. false without memory.
static bool play_opening(Player *player, Game *game, Error *error) {
    Rules all_rules = {&rules, VARIANT_ENGLISH};
    bool ballot = random_below(&player->random, 2) == 0;
    BallotTable table = ballots_three_move();
    uint64_t number = 1 + random_below(&player->random, (uint64_t)table.count);
    int plies = (ballot ? 1 : 2) + (int)random_below(&player->random, 9);
    Position start = ballot ? position_start() : eleven_men(&player->random);
    if (!game_init(game, start, all_rules, error) ||
        (ballot && !ballot_play(ballot_numbered(table, (int)number), game, error))) {
        return false;
    }
    for (int i = 0; i < plies && game_end(game).result == RESULT_NONE; i++) {
        if (!play_random_move(player, game, error)) {
            return false;
        }
    }
    return true;
}

// ---- games

// Takes the score of a ply in; the result if it shows one.
static Result judge(Player *player, Side side) {
    int score = player->score;
    Side ahead = score > 0 ? side : side_other(side);
    if (score_is_decided(score)) {
        return result_won_by(ahead);
    }
    int sign = ahead == BLACK ? 1 : -1;
    bool goes_on = player->decided * sign > 0;
    player->decided = abs(score) < DECIDED_SCORE ? 0 : sign + (goes_on ? player->decided : 0);
    return abs(player->decided) >= DECIDED_PLIES ? result_won_by(ahead) : RESULT_NONE;
}

// What the endgame tables say, if they know the position.
static Result look_up(const Player *player, Position p) {
    EgdbValue value =
        player->settings.egdb == NULL ? EGDB_UNKNOWN : egdb_probe(player->settings.egdb, p);
    switch (value) {
    case EGDB_WIN:
        return result_won_by((Side)p.side);
    case EGDB_LOSS:
        return result_won_by(side_other((Side)p.side));
    case EGDB_DRAW:
        return RESULT_DRAW;
    default:
        return RESULT_NONE;
    }
}

static void note(const Player *player, const Game *game, GameRecord *record) {
    Position p = game_position(game);
    bool quiet = !moves_can_capture(p, (Side)p.side);
    bool lively = game->plies[game->count - 1].no_progress_plies <= SHUFFLING_PLIES_MAX;
    if (quiet && lively && record->count < RECORD_POSITIONS_MAX) {
        record->positions[record->count++] = (ScoredPosition){p, player->score, game->count - 1};
    }
}

// One ply: forced, random or searched. The result if the search shows it.
static bool play_ply(Player *player, Game *game, GameRecord *record, Result *result, Error *error) {
    MoveList list;
    moves_generate(game_position(game), &list);
    bool early = game->count <= RANDOM_MOVE_PLY_MAX;
    if (list.count == 1) {
        return game_play(game, list.moves[0], error);
    }
    if (early && random_below(&player->random, RANDOM_MOVE_ONE_IN) == 0) {
        return play_random_move(player, game, error);
    }
    if (!think(player, game, error)) {
        return false;
    }
    note(player, game, record);
    *result = judge(player, (Side)game_position(game).side);
    return game_play(game, player->move, error);
}

static bool play_out(Player *player, Game *game, GameRecord *record, Error *error) {
    record->result = game_end(game).result;
    while (record->result == RESULT_NONE) {
        if (!play_ply(player, game, record, &record->result, error)) {
            return false;
        }
        if (record->result == RESULT_NONE) {
            record->result = game_end(game).result;
        }
        if (record->result == RESULT_NONE) {
            record->result = look_up(player, game_position(game));
        }
    }
    return true;
}

bool player_play(Player *player, uint32_t number, GameRecord *record, Error *error) {
    Game game;
    player->random.state = hash_words(player->settings.seed, number);
    player->decided = 0;
    record->number = number;
    record->count = 0;
    search_forget(player->search);
    bool good = play_opening(player, &game, error) && play_out(player, &game, record, error);
    game_destroy(&game);
    return good;
}
