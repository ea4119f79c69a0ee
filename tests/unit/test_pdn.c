// Game records: the text that is written.
#include "support.h"

#include "notation/fen.h"
#include "notation/movetext.h"
#include "notation/pdn.h"

static Game game_from(const char *fen, const char *moves) {
    Game game;
    Error error;
    Rules rules = {rule_set_default(), VARIANT_ENGLISH};
    assert_true(game_init(&game, position_of(fen), rules, &error));
    play_all(&game, moves);
    return game;
}

#define TEXT_MAX 8192

static void write_text(const PdnGame *record, char text[TEXT_MAX]) {
    Error error;
    FILE *file = fmemopen(text, TEXT_MAX, "w");
    assert_non_null(file);
    assert_true(pdn_write(file, record, &error));
    assert_int_equal(fclose(file), 0);
}

static void assert_written(const PdnGame *record, const char *wanted) {
    char text[TEXT_MAX];
    write_text(record, text);
    assert_string_equal(text, wanted);
}

TEST(tags_moves_result) {
    Game game = game_from("B:W21-32:B1-12", "11-15 23-19 8-11");
    const PdnTag tags[] = {{"Event", "A match"}, {"Black", "one"}, {"White", "two"}};
    PdnGame record = {.tags = tags, .tag_count = 3, .game = &game, .result = RESULT_WHITE_WINS};
    assert_written(&record, "[Event \"A match\"]\n"
                            "[Black \"one\"]\n"
                            "[White \"two\"]\n"
                            "[Result \"0-1\"]\n"
                            "[GameType \"21\"]\n"
                            "\n"
                            "1. 11-15 23-19 2. 8-11 0-1\n"
                            "\n");
    game_destroy(&game);
}

// What the caller gives is not written twice.
TEST(given_tags_stand_once) {
    Game game = game_from("B:W21-32:B1-12", "");
    const PdnTag tags[] = {{"Result", "*"}, {"GameType", "21"}};
    PdnGame record = {.tags = tags, .tag_count = 2, .game = &game};
    assert_written(&record, "[Result \"*\"]\n[GameType \"21\"]\n\n*\n\n");
    game_destroy(&game);
}

TEST(quotes_and_backslashes_are_escaped) {
    Game game = game_from("B:W21-32:B1-12", "");
    const PdnTag tags[] = {{"Black", "C:\\kelso \"x\""}};
    PdnGame record = {.tags = tags, .tag_count = 1, .game = &game, .result = RESULT_DRAW};
    assert_written(&record, "[Black \"C:\\\\kelso \\\"x\\\"\"]\n"
                            "[Result \"1/2-1/2\"]\n[GameType \"21\"]\n\n1/2-1/2\n\n");
    game_destroy(&game);
}

TEST(set_up_position_with_white_to_move) {
    Game game = game_from("W:WK2,25:B14,15", "2-6 15-18 6-10");
    PdnGame record = {.game = &game, .result = RESULT_BLACK_WINS};
    assert_written(&record, "[Result \"1-0\"]\n[GameType \"21\"]\n[SetUp \"1\"]\n"
                            "[FEN \"W:WK2,25:B14,15\"]\n\n"
                            "1... 2-6 2. 15-18 6-10 1-0\n\n");
    game_destroy(&game);
}

TEST(set_up_position_with_black_to_move) {
    Game game = game_from("B:WK2,25:B14,15", "15-18 2-6");
    PdnGame record = {.game = &game};
    assert_written(&record, "[Result \"*\"]\n[GameType \"21\"]\n[SetUp \"1\"]\n"
                            "[FEN \"B:WK2,25:B14,15\"]\n\n"
                            "1. 15-18 2-6 *\n\n");
    game_destroy(&game);
}

TEST(comments_stand_behind_their_moves) {
    Game game = game_from("B:W21-32:B1-12", "11-15 23-19 8-11");
    char first[] = "+0.12/14 0.50s", third[] = "";
    char *const comments[] = {first, NULL, third};
    PdnGame record = {.game = &game, .comments = comments};
    assert_written(&record, "[Result \"*\"]\n[GameType \"21\"]\n\n"
                            "1. 11-15 {+0.12/14 0.50s} 23-19 2. 8-11 {} *\n\n");
    game_destroy(&game);
}

TEST(long_comment_is_whole) {
    Game game = game_from("B:W21-32:B1-12", "11-15");
    char comment[1001], *const comments[] = {comment};
    for (int i = 0; i < 1000; i++) {
        comment[i] = i % 10 == 9 ? ' ' : (char)('a' + i % 26);
    }
    comment[1000] = '\0';
    PdnGame record = {.game = &game, .comments = comments};
    char text[TEXT_MAX];
    write_text(&record, text);
    char *open = strchr(text, '{'), *close = strchr(text, '}');
    assert_true(open != NULL && close != NULL);
    size_t letters = 0, wanted = 900;
    for (char *c = open + 1; c < close; c++) {
        letters += *c != ' ' && *c != '\n';
    }
    assert_int_equal(letters, wanted);
    assert_string_equal(close + 1, " *\n\n");
    game_destroy(&game);
}

// The path as it was played, where several lead to the same position.
TEST(paths_as_played) {
    Game game = game_from("W:WK2:B6,7,14,15", "2x9x18x11x2");
    MovePathList list;
    moves_generate_paths(game.plies[0].position, &list);
    assert_int_equal(list.count, 2);
    for (int i = 0; i < 2; i++) {
        char text[MOVE_TEXT_MAX], wanted[256];
        move_path_write(&list.paths[i], text);
        snprintf(wanted, sizeof wanted,
                 "[Result \"0-1\"]\n[GameType \"21\"]\n[SetUp \"1\"]\n"
                 "[FEN \"W:WK2:B6,7,14,15\"]\n\n1... %s 0-1\n\n",
                 text);
        PdnGame record = {.game = &game, .paths = &list.paths[i], .result = RESULT_WHITE_WINS};
        assert_written(&record, wanted);
        if (i == 0) { // without paths the first
            record.paths = NULL;
            assert_written(&record, wanted);
        }
    }
    game_destroy(&game);
}

// Of a long game: no line is longer than a screen, and all moves are there in order.
TEST(lines_are_short) {
    Game game = game_from("W:WK2:BK31", "");
    for (int i = 0; i < 40; i++) {
        play_all(&game, "2-6 31-27 6-2 27-31");
    }
    PdnGame record = {.game = &game, .result = RESULT_DRAW};
    char text[TEXT_MAX];
    write_text(&record, text);
    char *rest = strstr(text, "1... "), *line;
    int lines = 0, moves = 0;
    while ((line = strsep(&rest, "\n")) != NULL) {
        assert_in_range(strlen(line), 0, 90);
        assert_true(line[0] == '\0' || line[strlen(line) - 1] != ' ');
        for (const char *dash = line; (dash = strchr(dash, '-')) != NULL; dash++) {
            moves++;
        }
        lines++;
    }
    assert_int_equal(moves, 160 + 1); // each has a dash, and so has the result
    assert_in_range(lines, 10, 60);
    game_destroy(&game);
}

// Pairs of games in one file are parted by an empty line.
TEST(games_follow_each_other) {
    Game game = game_from("B:W21-32:B1-12", "9-14");
    PdnGame record = {.game = &game};
    char text[TEXT_MAX];
    Error error;
    FILE *file = fmemopen(text, sizeof text, "w");
    assert_non_null(file);
    assert_true(pdn_write(file, &record, &error));
    assert_true(pdn_write(file, &record, &error));
    assert_int_equal(fclose(file), 0);
    assert_string_equal(text, "[Result \"*\"]\n[GameType \"21\"]\n\n1. 9-14 *\n\n"
                              "[Result \"*\"]\n[GameType \"21\"]\n\n1. 9-14 *\n\n");
    game_destroy(&game);
}

TEST(a_file_that_refuses_is_an_error) {
    Game game = game_from("B:W21-32:B1-12", "9-14");
    PdnGame record = {.game = &game};
    Error error = {.code = ERROR_NONE};
    FILE *full = fopen("/dev/full", "w");
    if (full == NULL) {
        fail_msg("/dev/full cannot be opened");
    }
    setvbuf(full, NULL, _IONBF, 0);
    assert_false(pdn_write(full, &record, &error));
    assert_int_equal(error.code, ERROR_FILE);
    fclose(full);
    game_destroy(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_moves_result),
        cmocka_unit_test(given_tags_stand_once),
        cmocka_unit_test(quotes_and_backslashes_are_escaped),
        cmocka_unit_test(set_up_position_with_white_to_move),
        cmocka_unit_test(set_up_position_with_black_to_move),
        cmocka_unit_test(comments_stand_behind_their_moves),
        cmocka_unit_test(long_comment_is_whole),
        cmocka_unit_test(paths_as_played),
        cmocka_unit_test(lines_are_short),
        cmocka_unit_test(games_follow_each_other),
        cmocka_unit_test(a_file_that_refuses_is_an_error),
    };
    return cmocka_run_group_tests_name("pdn", tests, NULL, NULL);
}
