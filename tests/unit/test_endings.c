// The search with endgame tables: exact scores, moves that keep the result, draws by rule, and that
// a position known to be won is also won.
#include "egdb_tables.h"

#include "egdb/index.h"
#include "search/score.h"
#include "search/search.h"

typedef struct {
    SearchInfo last[4]; // by multipv
    Move first[4];
    SearchAnswer answer;
} Heard;

static Heard heard;
static char folder[TABLES_FOLDER_MAX];

static void hear_info(void *context, const SearchInfo *info) {
    (void)context;
    if (info->line != NULL) {
        heard.last[info->multipv - 1] = *info;
        heard.first[info->multipv - 1] = info->line[0];
    }
}

static void hear_answer(void *context, const SearchAnswer *answer) {
    (void)context;
    heard.answer = *answer;
}

// A search with these tables.
typedef struct {
    Search *search;
    Egdb *egdb;
} Player;

static Player player_open(const char *folders, int threads) {
    Error error;
    Player player;
    player.search = search_create((SearchListener){hear_info, hear_answer, NULL}, &error);
    player.egdb = egdb_open(folders, 4, 1, NULL, NULL, &error);
    assert_non_null(player.search);
    assert_non_null(player.egdb);
    assert_true(search_set_threads(player.search, threads, &error));
    search_set_egdb(player.search, player.egdb);
    return player;
}

static void player_close(Player player) {
    search_destroy(player.search);
    egdb_close(player.egdb);
}

static Move think(Player player, const Game *game, SearchLimits limits) {
    Error error;
    memset(&heard, 0, sizeof heard);
    assert_true(search_start(player.search, game, &limits, &error));
    search_wait(player.search);
    assert_true(heard.answer.count > 0);
    assert_true(move_equal(heard.answer.moves[0], heard.first[0]));
    return heard.answer.moves[0];
}

static SearchLimits to_depth(int depth) {
    SearchLimits limits = search_limits_none();
    limits.depth = depth;
    return limits;
}

static Game game_at(Position p, int count) {
    Game game;
    Error error;
    assert_true(game_init(&game, p, (Rules){rule_set_default(), VARIANT_ENGLISH}, &error));
    game.plies[0].no_progress_plies = count;
    return game;
}

static int score_of(OracleEnding ending) {
    return ending.value == 'w'   ? score_won(ending.end)
           : ending.value == 'l' ? score_lost(ending.end)
                                 : 0;
}

static Position random_ending(Random *random) {
    Slice slices[SLICE_LIST_MAX];
    int count = egdb_tables_slices(TABLES_THREE_PIECES, slices);
    Slice s = slices[random_below(random, (uint64_t)count)];
    Position p = index_position(s, random_below(random, index_size(s)));
    return random_below(random, 2) ? p : position_flip(p);
}

TEST(scores_are_those_of_the_oracle) {
    Player player = player_open(folder, 1);
    Random random = {1};
    for (int i = 0; i < 300; i++) {
        Position p = random_ending(&random);
        if (moves_exist(p)) {
            Game game = game_at(p, 0);
            Move move = think(player, &game, to_depth(3));
            assert_int_equal(heard.last[0].score, score_of(egdb_tables_ending(p)));
            assert_int_equal(heard.last[0].bound, BOUND_EXACT);
            assert_true(heard.last[0].table_hits > 0);
            OracleEnding after = egdb_tables_ending(position_play(p, move));
            assert_int_equal(-score_of(after) + (after.value == 'l'   ? -1
                                                 : after.value == 'w' ? 1
                                                                      : 0),
                             score_of(egdb_tables_ending(p)));
            game_destroy(&game);
        }
    }
    player_close(player);
}

TEST(several_lines_are_all_exact) {
    Player player = player_open(folder, 1);
    Position p = position_of("W:WK14,K18:BK32");
    Game game = game_at(p, 0);
    SearchLimits limits = to_depth(4);
    limits.multipv = 3;
    think(player, &game, limits);
    for (int i = 0; i < 3; i++) {
        OracleEnding after = egdb_tables_ending(position_play(p, heard.first[i]));
        int score = after.value == 'l' ? score_won(after.end + 1) : 0;
        assert_int_equal(heard.last[i].score, score);
        assert_true(i == 0 || heard.last[i].score <= heard.last[i - 1].score);
    }
    OracleEnding ending = egdb_tables_ending(p);
    think(player, &game, to_depth(4));
    assert_int_equal(heard.last[0].line_count, ending.end);
    assert_int_equal(heard.last[0].score, score_won(ending.end));
    game_destroy(&game);
    player_close(player);
}

TEST(a_position_outside_is_judged_by_what_it_leads_to) {
    Player player = player_open(folder, 1);
    Position p = position_of("W:WK18,K10:BK23,28"); // no table of it
    Game game = game_at(p, 0);
    Move capture = think(player, &game, to_depth(4));
    OracleEnding after = egdb_tables_ending(position_play(p, capture));
    assert_int_equal(after.value, 'l');
    assert_int_equal(heard.last[0].score, score_won(after.end + 1));
    game_destroy(&game);
    game = game_at(position_of("B:WK18,K10:BK19,28"), 0); // what follows is seen in the search
    think(player, &game, to_depth(6));
    assert_true(heard.last[0].table_hits > 0);
    game_destroy(&game);
    player_close(player);
}

TEST(the_rules_take_wins_away) {
    Player player = player_open(folder, 1);
    for (int count = 48; count < 80; count++) {
        Game game = game_at(position_of("W:WK1,K5:BK32"), count);
        think(player, &game, to_depth(5));
        assert_int_equal(heard.last[0].score, count < 50 ? score_won(31) : 0);
        game_destroy(&game);
    }
    player_close(player);
}

TEST(giveaway_asks_no_tables) {
    Player player = player_open(folder, 1);
    Game game = game_at(position_of("W:WK1,K5:BK32"), 0);
    game.rules.variant = VARIANT_GIVEAWAY;
    think(player, &game, to_depth(5));
    assert_int_equal(heard.last[0].table_hits, 0);
    game_destroy(&game);
    player_close(player);
}

// The side that has lost plays what the oracle says lasts longest.
static Move longest_defence(Position p) {
    MoveList list;
    int best = 0, longest = -1;
    moves_generate(p, &list);
    for (int i = 0; i < list.count; i++) {
        int end = egdb_tables_ending(position_play(p, list.moves[i])).end;
        if (end > longest) {
            longest = end;
            best = i;
        }
    }
    return list.moves[best];
}

// Plays a won position out; the number of plies, 0 if it was not won.
static int play_out(Player player, Position p, SearchLimits limits) {
    Game game = game_at(p, 0);
    Error error;
    while (game_end(&game).reason == END_NONE) {
        Position now = game_position(&game);
        Move move = now.side == p.side ? think(player, &game, limits) : longest_defence(now);
        assert_true(game_play(&game, move, &error));
    }
    bool won = game_end(&game).result == result_won_by((Side)p.side);
    int plies = won ? game.count - 1 : 0;
    game_destroy(&game);
    return plies;
}

TEST(what_is_won_is_won_in_as_many_plies) {
    Player player = player_open(folder, 1);
    Random random = {3};
    for (int games = 0; games < 30;) {
        Position p = random_ending(&random);
        OracleEnding ending = egdb_tables_ending(p);
        if (ending.value == 'w') {
            assert_int_equal(play_out(player, p, to_depth(3)), ending.end);
            games++;
        }
    }
    player_close(player);
}

TEST(a_win_without_a_known_length_is_9000_or_more) {
    char other[] = "/tmp/kelso-results-XXXXXX";
    egdb_tables_link_results(TABLES_THREE_PIECES, folder, other);
    Player player = player_open(other, 2);
    Random random = {4};
    for (int positions = 0; positions < 40;) {
        Position p = random_ending(&random);
        OracleEnding ending = egdb_tables_ending(p);
        if (ending.value != 'd' && moves_exist(p)) {
            Game game = game_at(p, 0);
            Move move = think(player, &game, to_depth(3));
            assert_true(ending.value == 'w' ? heard.last[0].score >= 9000
                                            : heard.last[0].score <= -9000);
            char after = egdb_tables_ending(position_play(p, move)).value;
            assert_int_equal(after, ending.value == 'w' ? 'l' : 'w');
            game_destroy(&game);
            positions++;
        }
    }
    player_close(player);
    egdb_tables_unlink_results(TABLES_THREE_PIECES, other);
}

static int make(void **state) {
    (void)state;
    egdb_tables_write(TABLES_THREE_PIECES, folder);
    return 0;
}

static int clear(void **state) {
    (void)state;
    egdb_tables_remove(TABLES_THREE_PIECES, folder);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_those_of_the_oracle),
        cmocka_unit_test(several_lines_are_all_exact),
        cmocka_unit_test(a_position_outside_is_judged_by_what_it_leads_to),
        cmocka_unit_test(the_rules_take_wins_away),
        cmocka_unit_test(giveaway_asks_no_tables),
        cmocka_unit_test(what_is_won_is_won_in_as_many_plies),
        cmocka_unit_test(a_win_without_a_known_length_is_9000_or_more),
    };
    return cmocka_run_group_tests(tests, make, clear);
}
