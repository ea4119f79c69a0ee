// Engine against oracle, two implementations that share no code: moves on random positions, ends of
// random games. KELSO_ORACLE_POSITIONS sets how many positions, KELSO_SEED which.
#include "support.h"

#include <stdlib.h>

#include "notation/fen.h"
#include "notation/movetext.h"
#include "oracle/oracle.h"
#include "rules/perft.h"

// Random numbers of their own for each test, so that one does not depend on another having run.
static Random seeded(uint64_t test) {
    return (Random){(uint64_t)environment_number("KELSO_SEED", 1) * 1000 + test};
}

static OracleBoard board_of(Position p) {
    char fen[FEN_MAX];
    OracleBoard board;
    fen_write(p, fen);
    if (!oracle_read_fen(&board, fen)) {
        fail_msg("the oracle cannot read %s", fen);
    }
    return board;
}

static void assert_same_position(Position p, const OracleBoard *board) {
    char engine[FEN_MAX], oracle[ORACLE_FEN_SIZE];
    fen_write(p, engine);
    oracle_write_fen(board, oracle);
    assert_string_equal(engine, oracle);
}

// A move of either side as numbers that can be sorted and compared: squares 1-32, then 0.
typedef struct {
    uint32_t captured;
    uint8_t squares[PATH_SQUARES_MAX];
} PlainMove;

typedef struct {
    int count;
    PlainMove moves[MOVES_MAX];
} PlainMoves;

static int compare_plain(const void *a, const void *b) {
    return memcmp(a, b, sizeof(PlainMove)); // no padding: 4 and 10 bytes, then 2 that are zeroed
}

static void sort_plain(PlainMoves *list) {
    qsort(list->moves, (size_t)list->count, sizeof *list->moves, compare_plain);
}

static void engine_paths(Position p, PlainMoves *plain) {
    MovePathList list;
    moves_generate_paths(p, &list);
    memset(plain, 0, sizeof *plain);
    plain->count = list.count;
    for (int i = 0; i < list.count; i++) {
        plain->moves[i].captured = list.paths[i].move.captured;
        for (int j = 0; j < list.paths[i].count; j++) {
            plain->moves[i].squares[j] = (uint8_t)(list.paths[i].squares[j] + 1);
        }
        assert_int_equal(list.paths[i].move.from, list.paths[i].squares[0]);
        assert_int_equal(list.paths[i].move.to, list.paths[i].squares[list.paths[i].count - 1]);
    }
    sort_plain(plain);
}

static void engine_merged(Position p, PlainMoves *plain) {
    MoveList list;
    moves_generate(p, &list);
    memset(plain, 0, sizeof *plain);
    plain->count = list.count;
    for (int i = 0; i < list.count; i++) {
        plain->moves[i].captured = list.moves[i].captured;
        plain->moves[i].squares[0] = (uint8_t)(list.moves[i].from + 1);
        plain->moves[i].squares[1] = (uint8_t)(list.moves[i].to + 1);
    }
    sort_plain(plain);
}

static void oracle_plain(const OracleMoves *moves, bool ends_only, PlainMoves *plain) {
    memset(plain, 0, sizeof *plain);
    plain->count = moves->count;
    for (int i = 0; i < moves->count; i++) {
        const OracleMove *move = &moves->move[i];
        plain->moves[i].captured = move->captured;
        if (ends_only) {
            plain->moves[i].squares[0] = (uint8_t)move->square[0];
            plain->moves[i].squares[1] = (uint8_t)move->square[move->length - 1];
            continue;
        }
        assert_in_range(move->length, 2, PATH_SQUARES_MAX);
        for (int j = 0; j < move->length && j < PATH_SQUARES_MAX; j++) {
            plain->moves[i].squares[j] = (uint8_t)move->square[j];
        }
    }
    sort_plain(plain);
}

static void assert_same_moves(Position p, const char *what, const PlainMoves *engine,
                              const PlainMoves *oracle) {
    if (engine->count != oracle->count ||
        memcmp(engine->moves, oracle->moves, (size_t)engine->count * sizeof *engine->moves) != 0) {
        char fen[FEN_MAX];
        fen_write(p, fen);
        fail_msg("%s: %s differ: engine %d, oracle %d", fen, what, engine->count, oracle->count);
    }
}

// A list of the flipped position in the view of the other side.
static void flip_plain(PlainMoves *list) {
    for (int i = 0; i < list->count; i++) {
        PlainMove *move = &list->moves[i];
        uint32_t captured = 0;
        for (int square = 0; square < SQUARE_COUNT; square++) {
            captured |= move->captured & square_bit(square) ? square_bit(31 - square) : 0;
        }
        move->captured = captured;
        for (int j = 0; j < PATH_SQUARES_MAX; j++) {
            move->squares[j] = (uint8_t)(move->squares[j] == 0 ? 0 : 33 - move->squares[j]);
        }
    }
    sort_plain(list);
}

static void check_successors(Position p, const OracleBoard *board, const OracleMoves *moves) {
    for (int i = 0; i < moves->count; i++) {
        char text[ORACLE_TEXT_SIZE];
        OracleBoard next = oracle_play(board, &moves->move[i]);
        oracle_move_text(&moves->move[i], text);
        assert_same_position(position_play(p, move_of(p, text)), &next);
    }
}

static void check_position(Position p) {
    OracleBoard board = board_of(p);
    OracleMoves moves;
    PlainMoves engine, oracle, flipped;
    oracle_generate(&board, &moves);
    oracle_plain(&moves, false, &oracle);
    engine_paths(p, &engine);
    assert_same_moves(p, "moves", &engine, &oracle);
    assert_int_equal(moves_count_paths(p), moves.count);
    assert_int_equal(moves_exist(p), moves.count > 0);
    assert_int_equal(moves_can_capture(p, (Side)p.side),
                     moves.count > 0 && moves.move[0].captured != 0);
    check_successors(p, &board, &moves);

    engine_paths(position_flip(p), &flipped);
    flip_plain(&flipped);
    assert_same_moves(p, "moves of the flipped position", &flipped, &oracle);
    assert_int_equal(perft_paths(p, 2), perft_paths(position_flip(p), 2));
    assert_int_equal(perft_merged(p, 2), perft_merged(position_flip(p), 2));

    oracle_merge(&moves);
    oracle_plain(&moves, true, &oracle);
    engine_merged(p, &engine);
    assert_same_moves(p, "merged moves", &engine, &oracle);
}

static int positions(void) {
    return (int)environment_number("KELSO_ORACLE_POSITIONS", 20000);
}

TEST(moves_after_random_placement) {
    Random random = seeded(1);
    for (int i = 0; i < positions() / 2; i++) {
        check_position(random_placement(&random));
    }
}

TEST(moves_in_random_games) {
    Random random = seeded(2);
    Position p = position_start();
    for (int i = 0; i < positions() / 2; i++) {
        check_position(p);
        bool over = !moves_exist(p) || random_below(&random, 200) == 0;
        p = over ? position_start() : position_play(p, random_move(p, &random));
    }
}

// ---- Ends of games

static const char *const rule_names[] = {"wcdf", "fifty", "crowning"};

typedef struct {
    Game engine;
    OracleGame oracle;
} GamePair;

static void pair_init(GamePair *pair, Position start, const char *rules, const char *variant) {
    Rules engine_rules = {.set = rule_set_named(rules)};
    OracleRules oracle_rules;
    OracleVariant oracle_variant;
    OracleBoard board = board_of(start);
    Error error;
    assert_non_null(engine_rules.set);
    assert_true(variant_named(variant, &engine_rules.variant));
    assert_true(oracle_read_rules(rules, &oracle_rules));
    assert_true(oracle_read_variant(variant, &oracle_variant));
    assert_true(game_init(&pair->engine, start, engine_rules, &error));
    oracle_game_init(&pair->oracle, &board, oracle_rules, oracle_variant);
}

static void pair_destroy(GamePair *pair) {
    game_destroy(&pair->engine);
    oracle_game_destroy(&pair->oracle);
}

// The move that takes the mover's last one back, if there is such a move and it is legal.
static bool way_back(const Game *game, Move *move) {
    if (game->count < 3) {
        return false;
    }
    Move last = game->plies[game->count - 2].move;
    *move = (Move){0, last.to, last.from};
    return moves_contain(game_position(game), *move);
}

// A restless game shows progress, a game of kings that go to and fro repetitions.
static void pair_play(GamePair *pair, bool to_and_fro, Random *random) {
    Position p = game_position(&pair->engine);
    Move move = random_move(p, random), back;
    if (to_and_fro && way_back(&pair->engine, &back) && random_below(random, 2) == 0) {
        move = back;
    }
    char text[MOVE_TEXT_MAX];
    OracleMove oracle_move;
    Error error;
    move_write(p, move, text);
    assert_true(oracle_find_move(oracle_game_board(&pair->oracle), text, &oracle_move));
    assert_true(game_play(&pair->engine, move, &error));
    oracle_game_play(&pair->oracle, &oracle_move);
}

// The end as both see it; they must agree.
static EndReason pair_end(GamePair *pair) {
    GameEnd engine = game_end(&pair->engine);
    OracleVerdict oracle = oracle_game_verdict(&pair->oracle);
    assert_same_position(game_position(&pair->engine), oracle_game_board(&pair->oracle));
    assert_string_equal(result_name(engine.result), oracle_result_text(oracle.result));
    assert_int_equal(game_occurrences(&pair->engine), oracle_game_occurrences(&pair->oracle));
    assert_int_equal(pair->engine.plies[pair->engine.count - 1].no_progress_plies,
                     pair->oracle.no_progress_plies);
    if (engine.reason == END_NONE) {
        assert_int_equal(oracle.reason, ORACLE_NOT_ENDED);
    } else {
        assert_string_equal(end_reason_name(engine.reason), oracle_reason_text(oracle.reason));
    }
    return engine.reason;
}

// Plays on for a while after a draw, as recorded games do.
static void play_out(GamePair *pair, bool to_and_fro, Random *random, int seen[]) {
    int further = 20;
    for (int ply = 0; ply < 600 && further > 0; ply++) {
        EndReason end = pair_end(pair);
        seen[end]++;
        if (end == END_NO_MOVES || end == END_NO_PIECES) {
            return;
        }
        further -= end != END_NONE;
        pair_play(pair, to_and_fro, random);
    }
}

static const char *const starts[] = {
    "B:W21-32:B1-12",         // the usual start
    "B:WK32,K18:BK1,K10",     // kings: repetitions and no progress
    "W:WK29,K25:BK5",         // a corner: repetitions
    "B:W20,24:BK1,8",         // men to crown
    "W:WK1,K2,K3:B5,K31,K32", // a mixture
    "W:WK27:B28",             // blocked, unless White moves away
};

static void check_ends(const char *rules, const char *variant, int seen[]) {
    Random random = seeded(3);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        for (int game = 0; game < 12; game++) {
            GamePair pair;
            pair_init(&pair, position_of(starts[i]), rules, variant);
            play_out(&pair, game % 2 == 1, &random, seen);
            pair_destroy(&pair);
        }
    }
}

TEST(ends_of_random_games) {
    int seen[END_NO_PROGRESS + 1] = {0};
    for (size_t i = 0; i < sizeof rule_names / sizeof *rule_names; i++) {
        int before = seen[END_REPETITION];
        check_ends(rule_names[i], "english", seen);
        check_ends(rule_names[i], "giveaway", seen);
        bool repeats = rule_set_named(rule_names[i])->repetition > 0;
        assert_int_equal(seen[END_REPETITION] > before, repeats);
    }
    // Every end has been met, or the games were no test of it.
    for (int end = END_NO_MOVES; end <= END_NO_PROGRESS; end++) {
        assert_true(seen[end] > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_after_random_placement),
        cmocka_unit_test(moves_in_random_games),
        cmocka_unit_test(ends_of_random_games),
    };
    return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
