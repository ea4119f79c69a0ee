// The CheckerBoard interface: boards, moves, the game behind a board, times.
#include "support.h"

#include <math.h>

#include "frontend/cb_history.h"
#include "frontend/cb_time.h"
#include "notation/cb_board.h"

TEST(squares) {
    static const struct {
        int square, x, y;
    } known[] = {{1, 6, 0}, {4, 0, 0}, {5, 7, 1}, {8, 1, 1}, {28, 0, 6}, {29, 7, 7}, {32, 1, 7}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        CbSquare at = cb_square(known[i].square - 1);
        assert_int_equal(at.x, known[i].x);
        assert_int_equal(at.y, known[i].y);
    }
}

// A move's fields, on the board, give the position behind the move.
static void check_move(Position p, Move move) {
    int board[8][8], after[8][8];
    CbMove cb;
    cb_board_write(p, board);
    cb_board_write(position_play(p, move), after);
    cb_move_write(p, move, &cb);
    assert_int_equal(board[cb.from.x][cb.from.y], cb.oldpiece);
    board[cb.from.x][cb.from.y] = CB_FREE;
    for (int i = 0; i < cb.jumps; i++) {
        CbSquare a = cb.path[i], b = cb.path[i + 1];
        assert_int_equal(abs(a.x - b.x), 2);
        assert_int_equal(abs(a.y - b.y), 2);
        assert_int_equal(board[cb.del[i].x][cb.del[i].y], cb.delpiece[i]);
        board[cb.del[i].x][cb.del[i].y] = CB_FREE;
    }
    assert_int_equal(board[cb.to.x][cb.to.y], CB_FREE);
    board[cb.to.x][cb.to.y] = cb.newpiece;
    assert_memory_equal(board, after, sizeof board);
}

TEST(boards_and_moves) {
    Random random = {5};
    for (int i = 0; i < 20000; i++) {
        Position p = random_placement(&random), read;
        int board[8][8];
        MoveList list;
        Error error;
        cb_board_write(p, board);
        board[0][1] = board[7][0] = 77; // light squares
        assert_true(cb_board_read(board, cb_color((Side)p.side), &read, &error));
        assert_true(position_equal(read, p));
        moves_generate(p, &list);
        for (int j = 0; j < list.count; j++) {
            check_move(p, list.moves[j]);
        }
    }
}

static void start(Game *game, const char *fen) {
    Error error;
    Rules rules = {rule_set_default(), VARIANT_ENGLISH};
    assert_true(game_init(game, position_of(fen), rules, &error));
}

static void reach(Game *game, const char *fen) {
    Error error;
    assert_true(cb_history_reach(game, position_of(fen), &error));
    assert_true(position_equal(game_position(game), position_of(fen)));
}

TEST(a_game_is_followed) {
    Game game;
    start(&game, "B:WK32:BK1");
    play_all(&game, "1-6");
    reach(&game, "W:WK32:BK6"); // the same board
    assert_int_equal(game.count, 2);
    reach(&game, "B:WK27:BK6"); // a move further
    assert_int_equal(game.count, 3);
    reach(&game, "B:WK27:BK5"); // another game
    assert_int_equal(game.count, 1);
    game_destroy(&game);
}

static bool read(Game *game, const char *text, Error *error) {
    char copy[400];
    snprintf(copy, sizeof copy, "%s", text);
    return cb_history_read(game, copy, error);
}

TEST(a_last_move_is_left_open) {
    static const char *const ends[] = {"B:WK6:B11,16,19,27", "B:WK6:B11,16,18,26"};
    Game game;
    Error error;
    start(&game, "B:WK32:BK1");
    for (int i = 0; i < 2; i++) {
        assert_true(read(&game, "B:WK31:B12,26,27,18,19,10,11 12-16 31x6", &error));
        assert_int_equal(game.count, 2);
        reach(&game, ends[i]);
        assert_int_equal(game.count, 3);
    }
    game_destroy(&game);
}

TEST(what_is_wrong_leaves_the_game) {
    static const char *const texts[] = {"", "11-15 23-19", "B:WK32:BK1 1-6 1-6", "B:WK32:BK1 9 9"};
    Game game;
    Error error;
    start(&game, "B:WK32:BK1");
    play_all(&game, "1-6 32-27");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_false(read(&game, texts[i], &error));
        assert_int_equal(game.count, 3);
    }
    game_destroy(&game);
}

static void check_time(double maxtime, int info, uint32_t moreinfo, int64_t movetime_ms,
                       int64_t time_ms, int64_t increment_ms) {
    SearchLimits limits = cb_time_limits(maxtime, info, (int)moreinfo);
    assert_int_equal(limits.movetime_ms, movetime_ms);
    assert_int_equal(limits.time_ms, time_ms);
    assert_int_equal(limits.increment_ms, increment_ms);
}

TEST(times) {
    uint32_t most = 0xFFFFFFFFU;
    check_time(1.5, 0, most, 1500, CLOCK_NONE, 0);
    check_time(1.5, CB_INFO_EXACT | 4, most, 1500, CLOCK_NONE, 0);
    check_time(1.5, 4, most, -1, 65535, 65535);
    check_time(1.5, 8, 7U << 16 | 3, -1, 70, 30);
    check_time(1.5, CB_INFO_RESET | 12 | 0x40, 7U << 16, -1, 700, 0);
    check_time(-1, 0, 0, 0, CLOCK_NONE, 0);
    check_time(NAN, 0, 0, 0, CLOCK_NONE, 0);
    check_time(INFINITY, 0, 0, 1000000000000, CLOCK_NONE, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares),
        cmocka_unit_test(boards_and_moves),
        cmocka_unit_test(a_game_is_followed),
        cmocka_unit_test(a_last_move_is_left_open),
        cmocka_unit_test(what_is_wrong_leaves_the_game),
        cmocka_unit_test(times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
