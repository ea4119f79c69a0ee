// Text of the Hub protocol: positions, moves, words of a line.
#include "support.h"

#include "notation/hub_text.h"

static Position hub_position(const char *text) {
    Position p;
    Error error;
    if (!hub_position_read(text, &p, &error)) {
        fail_msg("%s: %s", text, error.message);
    }
    return p;
}

TEST(start_position) {
    char text[HUB_POSITION_MAX];
    hub_position_write(position_start(), text);
    assert_string_equal(text, "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
    assert_true(position_equal(hub_position(text), position_start()));
}

// Of every move of random games: written, read, and read with the captured squares turned round.
TEST(moves_of_random_games) {
    Position p = position_start();
    uint32_t chance = 1;
    for (int ply = 0; ply < 20000; ply++) {
        MoveList list;
        moves_generate(p, &list);
        for (int i = 0; i < list.count; i++) {
            Move move = list.moves[i], read;
            char text[HUB_MOVE_MAX], turned[HUB_MOVE_MAX];
            Error error;
            hub_move_write(move, text);
            int length = snprintf(turned, sizeof turned, "0%d:%d", move.from + 1, move.to + 1);
            for (int square = SQUARE_COUNT - 1; square >= 0; square--) {
                if (move.captured & square_bit(square)) {
                    length += snprintf(turned + length, sizeof turned - (size_t)length, "x%d",
                                       square + 1);
                }
            }
            assert_true(hub_move_read(p, text, &read, &error) && move_equal(read, move));
            assert_true(hub_move_read(p, turned, &read, &error) && move_equal(read, move));
        }
        char text[HUB_POSITION_MAX];
        hub_position_write(p, text);
        assert_true(position_equal(hub_position(text), p));
        chance = chance * 1664525 + 1013904223;
        p = list.count == 0 ? position_start()
                            : position_play(p, list.moves[(chance >> 16) % (unsigned)list.count]);
    }
}

TEST(words) {
    char line[] = " a  b=c d=\"e f\" g=\"\" =h i= j=k=l\t";
    static const char *const keys[] = {"a", "b", "d", "g", "", "i", "j"};
    static const char *const values[] = {NULL, "c", "e f", "", "h", "", "k=l"};
    char *rest = line;
    HubWord word;
    Error error;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        assert_int_equal(hub_next_word(&rest, &word, &error), HUB_WORD);
        assert_string_equal(word.key, keys[i]);
        assert_true((word.value == NULL) == (values[i] == NULL));
        if (values[i] != NULL) {
            assert_string_equal(word.value, values[i]);
        }
    }
    assert_int_equal(hub_next_word(&rest, &word, &error), HUB_WORDS_END);
    char open[] = "a=\"b c", touching[] = "a=\"b\"c";
    rest = open;
    assert_int_equal(hub_next_word(&rest, &word, &error), HUB_WORDS_WRONG);
    rest = touching;
    assert_int_equal(hub_next_word(&rest, &word, &error), HUB_WORDS_WRONG);
}

TEST(quotes) {
    char text[64] = "";
    size_t length = hub_add_word(text, sizeof text, 0, "a", "b");
    length = hub_add_word(text, sizeof text, length, "c", "d e");
    length = hub_add_word(text, sizeof text, length, "f", "");
    length = hub_add_word(text, sizeof text, length, "g", "h=i");
    assert_string_equal(text, " a=b c=\"d e\" f=\"\" g=\"h=i\"");
    assert_int_equal(length, strlen(text));
    assert_int_equal(hub_add_word(text, 8, 4, "long", "longer"), 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_position),
        cmocka_unit_test(moves_of_random_games),
        cmocka_unit_test(words),
        cmocka_unit_test(quotes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
