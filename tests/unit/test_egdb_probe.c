// Endgame tables as they are asked: every value the oracle's, captures searched out; damaged files
// named and never believed; several threads; moves that keep the result.
#include "egdb_tables.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "egdb/advice.h"
#include "egdb/index.h"

static char folder[TABLES_FOLDER_MAX];

typedef struct {
    int warnings;
    Error last;
} Heard;

static void hear(void *context, const Error *error) {
    Heard *heard = context;
    heard->warnings++;
    heard->last = *error;
}

static Egdb *open_tables(const char *folders, Heard *heard) {
    Error error;
    *heard = (Heard){0};
    Egdb *egdb = egdb_open(folders, 4, 1, hear, heard, &error);
    assert_non_null(egdb);
    return egdb;
}

static char letter(EgdbValue value) {
    return "dwl?"[value];
}

static void check_answer(Egdb *egdb, Position p) {
    OracleEnding expected = egdb_tables_ending(p);
    EgdbAnswer answer = egdb_answer(egdb, p);
    assert_int_equal(letter(answer.value), expected.value);
    if (expected.value != 'd') {
        assert_int_equal(answer.end, expected.end);
        assert_int_equal(answer.progress, expected.progress);
    }
    EgdbValue probed = egdb_probe(egdb, p);
    bool capture = moves_can_capture(p, BLACK) || moves_can_capture(p, WHITE);
    assert_int_equal(letter(probed), capture ? '?' : expected.value);
}

TEST(every_position_has_the_value_of_the_oracle) {
    Heard heard;
    Egdb *egdb = open_tables(folder, &heard);
    Slice slices[SLICE_LIST_MAX];
    Random random = {1};
    int count = egdb_tables_slices(TABLES_FOUR_KINGS, slices);
    assert_int_equal(egdb_pieces(egdb), 4);
    assert_int_equal(egdb_files(egdb), 3 * count);
    for (int i = 0; i < count; i++) {
        uint64_t size = index_size(slices[i]);
        if (slice_pieces(slices[i]) == 4) {
            for (int j = 0; j < 4000; j++) {
                check_answer(egdb, index_position(slices[i], random_below(&random, size)));
            }
            continue;
        }
        for (uint64_t j = 0; j < size; j++) {
            Position p = index_position(slices[i], j);
            check_answer(egdb, j % 2 ? p : position_flip(p));
        }
    }
    assert_int_equal(heard.warnings, 0);
    egdb_close(egdb);
}

TEST(what_is_not_there_is_not_known) {
    Heard heard;
    Egdb *egdb = open_tables("/nowhere:/nor/here::", &heard);
    assert_int_equal(egdb_pieces(egdb), 0);
    assert_int_equal(egdb_probe(egdb, position_of("W:WK1:BK32")), EGDB_UNKNOWN);
    assert_int_equal(heard.warnings, 0);
    egdb_close(egdb);
    egdb = open_tables(folder, &heard);
    assert_int_equal(egdb_probe(egdb, position_of("W:WK1,K2,30:BK32")), EGDB_UNKNOWN);
    assert_int_equal(egdb_answer(egdb, position_of("W:WK1,K2,30:BK32")).value, EGDB_UNKNOWN);
    assert_int_equal(egdb_probe(egdb, position_start()), EGDB_UNKNOWN);
    assert_int_equal(egdb_probe(egdb, position_of("W:W:BK32")), EGDB_UNKNOWN);
    assert_int_equal(egdb_answer(egdb, position_of("W:W:BK32")).value, EGDB_LOSS);
    egdb_close(egdb);
}

// ---- Damage

static const Slice victim = {0, 2, 0, 1};

// In a folder of its own.
static void copy_victim(EgdbKind kind, const char *from, const char *to, long flip_at, int flip) {
    char name[TABLE_NAME_MAX], path[160];
    table_file_name(victim, kind, name);
    snprintf(path, sizeof path, "%s/%s", from, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    static uint8_t bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    bytes[flip_at % (long)size] ^= (uint8_t)flip;
    snprintf(path, sizeof path, "%s/%s", to, name);
    file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

// Whatever is still answered is right.
static void ask_all(Egdb *egdb, EgdbKind kind, const uint8_t *right) {
    for (uint64_t i = 0; i < index_size(victim); i++) {
        Position p = index_position(victim, i);
        if (right[i] == EGDB_ANY) {
            continue;
        }
        if (kind == EGDB_WLD) {
            EgdbValue value = egdb_probe_quiet(egdb, p);
            assert_true(value == EGDB_UNKNOWN || value == (EgdbValue)right[i]);
        } else {
            int plies = egdb_plies(egdb, kind, p);
            assert_true(plies == -1 || plies == right[i]);
        }
    }
}

static uint8_t *right_values(Egdb *egdb, EgdbKind kind) {
    uint8_t *right = malloc(index_size(victim));
    for (uint64_t i = 0; i < index_size(victim); i++) {
        Position p = index_position(victim, i);
        EgdbValue value = egdb_probe(egdb, p);
        right[i] = value == EGDB_UNKNOWN ? EGDB_ANY
                   : kind == EGDB_WLD    ? (uint8_t)value
                   : value == EGDB_DRAW  ? EGDB_ANY
                                         : (uint8_t)egdb_plies(egdb, kind, p);
    }
    return right;
}

TEST(a_flipped_byte_is_named_and_never_believed) {
    Heard heard;
    Random random = {1};
    char other[] = "/tmp/kelso-flips-XXXXXX", path[160];
    assert_non_null(mkdtemp(other));
    Egdb *whole = open_tables(folder, &heard);
    for (int flips = 0; flips < 1000; flips++) {
        EgdbKind kind = flips % 2 ? EGDB_WLD : EGDB_PROGRESS;
        static uint8_t *right[EGDB_KINDS];
        if (right[kind] == NULL) {
            right[kind] = right_values(whole, kind);
        }
        copy_victim(EGDB_WLD, folder, other, 0, 0);
        copy_victim(EGDB_PROGRESS, folder, other, 0, 0);
        copy_victim(kind, folder, other, flips < 200 ? flips : (long)(random_next(&random) >> 8),
                    1 + (int)random_below(&random, 255));
        Egdb *egdb = open_tables(other, &heard);
        ask_all(egdb, kind, right[kind]);
        egdb_close(egdb);
        table_file_name(victim, kind, path);
        assert_int_equal(heard.warnings, 1);
        assert_ptr_equal(strstr(heard.last.message, other), heard.last.message);
        assert_non_null(strstr(heard.last.message, path));
    }
    egdb_close(whole);
    for (int kind = EGDB_WLD; kind <= EGDB_PROGRESS; kind++) {
        char name[TABLE_NAME_MAX];
        table_file_name(victim, (EgdbKind)kind, name);
        snprintf(path, sizeof path, "%s/%s", other, name);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(other), 0);
}

// ---- Threads

typedef struct {
    Egdb *egdb;
    uint64_t seed;
    int wrong;
} Prober;

static void *probe_many(void *context) {
    Prober *prober = context;
    Slice slices[SLICE_LIST_MAX];
    Random random = {prober->seed};
    int count = egdb_tables_slices(TABLES_FOUR_KINGS, slices);
    for (int i = 0; i < 20000; i++) {
        Slice s = slices[random_below(&random, (uint64_t)count)];
        Position p = index_position(s, random_below(&random, index_size(s)));
        EgdbValue value = egdb_probe(prober->egdb, p);
        prober->wrong += value != EGDB_UNKNOWN && letter(value) != egdb_tables_ending(p).value;
        if (value == EGDB_WIN || value == EGDB_LOSS) {
            prober->wrong += egdb_plies(prober->egdb, EGDB_END, p) != egdb_tables_ending(p).end;
        }
    }
    return NULL;
}

TEST(threads_share_a_small_cache) {
    Heard heard;
    pthread_t threads[3];
    Prober probers[3];
    Egdb *egdb = open_tables(folder, &heard);
    for (int i = 0; i < 3; i++) {
        probers[i] = (Prober){egdb, (uint64_t)i, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, probe_many, &probers[i]), 0);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(probers[i].wrong, 0);
    }
    egdb_close(egdb);
}

// ---- Advice

static Game game_from(const char *fen, const char *rules, int count) {
    Game game;
    Error error;
    Rules set = {rule_set_named(rules), VARIANT_ENGLISH};
    assert_true(game_init(&game, position_of(fen), set, &error));
    game.plies[0].no_progress_plies = count;
    return game;
}

static EgdbAdvice advice_on(Egdb *egdb, const char *fen, const char *rules, int count) {
    EgdbAdvice advice;
    Game game = game_from(fen, rules, count);
    assert_true(egdb_advise(egdb, &game, &advice));
    game_destroy(&game);
    return advice;
}

TEST(both_sides_go_the_right_way_to_the_end) {
    Heard heard;
    Egdb *egdb = open_tables(folder, &heard);
    Random random = {2};
    Slice slices[SLICE_LIST_MAX];
    int count = egdb_tables_slices(TABLES_FOUR_KINGS, slices), games = 0;
    while (games < 200) {
        Slice s = slices[random_below(&random, (uint64_t)count)];
        Position p = index_position(s, random_below(&random, index_size(s)));
        OracleEnding ending = egdb_tables_ending(p);
        if (ending.value == 'd' || ending.end == 0) {
            continue;
        }
        Game game;
        Error error;
        Move line[300];
        assert_true(game_init(&game, p, (Rules){rule_set_default(), VARIANT_ENGLISH}, &error));
        int plies = egdb_line(egdb, &game, line, 300);
        assert_int_equal(plies, ending.end);
        for (int i = 0; i < plies; i++) {
            assert_true(game_play(&game, line[i], &error));
        }
        GameEnd end = game_end(&game);
        bool white = (ending.value == 'w') == (p.side == WHITE);
        assert_int_equal(end.result, white ? RESULT_WHITE_WINS : RESULT_BLACK_WINS);
        game_destroy(&game);
        games++;
    }
    egdb_close(egdb);
}

// Two kings against one in the double corner: 31 plies, all of them without progress.
#define LONG_WIN "W:WK1,K5:BK32"

TEST(a_win_that_comes_too_late_is_a_draw) {
    Heard heard;
    Egdb *egdb = open_tables(folder, &heard);
    assert_int_equal(egdb_tables_ending(position_of(LONG_WIN)).progress, 31);
    EgdbAdvice advice = advice_on(egdb, LONG_WIN, "wcdf", 0);
    assert_int_equal(advice.value, EGDB_WIN);
    assert_int_equal(advice.moves[0].end, 31);
    assert_int_equal(advice_on(egdb, LONG_WIN, "wcdf", 49).value, EGDB_WIN);
    assert_int_equal(advice_on(egdb, LONG_WIN, "wcdf", 50).value, EGDB_DRAW);
    assert_int_equal(advice_on(egdb, LONG_WIN, "fifty", 69).value, EGDB_WIN);
    assert_int_equal(advice_on(egdb, LONG_WIN, "fifty", 70).value, EGDB_DRAW);
    assert_int_equal(advice_on(egdb, LONG_WIN, "crowning", 49).value, EGDB_WIN);
    egdb_close(egdb);
}

TEST(a_win_is_not_let_slip_by_repetition) {
    Heard heard;
    Error error;
    EgdbAdvice advice;
    Egdb *egdb = open_tables(folder, &heard);
    Game game = game_from(LONG_WIN, "wcdf", 0);
    assert_true(egdb_advise(egdb, &game, &advice));
    Move best = advice.moves[0].move, back = {0, best.to, best.from};
    for (int i = 0; i < 2; i++) { // the best move's position has been twice
        assert_true(game_play(&game, best, &error));
        play_all(&game, "32-28");
        assert_true(game_play(&game, back, &error));
        play_all(&game, "28-32");
    }
    assert_true(egdb_advise(egdb, &game, &advice));
    assert_int_equal(advice.value, EGDB_WIN);
    assert_false(move_equal(advice.moves[0].move, best));
    for (int i = 0; i < advice.count; i++) {
        if (move_equal(advice.moves[i].move, best)) {
            assert_int_equal(advice.moves[i].value, EGDB_DRAW);
        }
    }
    game_destroy(&game);
    egdb_close(egdb);
}

TEST(no_advice_where_a_table_is_missing_or_the_variant_another) {
    Heard heard;
    EgdbAdvice advice;
    Egdb *egdb = open_tables(folder, &heard);
    Game game = game_from(LONG_WIN, "wcdf", 0);
    game.rules.variant = VARIANT_GIVEAWAY;
    assert_false(egdb_advise(egdb, &game, &advice));
    game_destroy(&game);
    game = game_from("W:WK1,5,6:BK32", "wcdf", 0);
    assert_false(egdb_advise(egdb, &game, &advice));
    game_destroy(&game);
    egdb_close(egdb);
}

static int make(void **state) {
    (void)state;
    egdb_tables_write(TABLES_FOUR_KINGS, folder);
    return 0;
}

static int clear(void **state) {
    (void)state;
    egdb_tables_remove(TABLES_FOUR_KINGS, folder);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_has_the_value_of_the_oracle),
        cmocka_unit_test(what_is_not_there_is_not_known),
        cmocka_unit_test(a_flipped_byte_is_named_and_never_believed),
        cmocka_unit_test(threads_share_a_small_cache),
        cmocka_unit_test(both_sides_go_the_right_way_to_the_end),
        cmocka_unit_test(a_win_that_comes_too_late_is_a_draw),
        cmocka_unit_test(a_win_is_not_let_slip_by_repetition),
        cmocka_unit_test(no_advice_where_a_table_is_missing_or_the_variant_another),
    };
    return cmocka_run_group_tests(tests, make, clear);
}
