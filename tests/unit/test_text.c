// Numbers and words out of text, errors, random numbers, sets of bits.
#include "support.h"

#include "base/bits.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"

typedef struct {
    const char *text;
    TextNumber read;
    int64_t value, min, max;
} Number;

TEST(numbers) {
    static const Number rows[] = {
        {"0", TEXT_NUMBER, 0, 0, 0},
        {"12", TEXT_NUMBER, 12, 0, 12},
        {"-5", TEXT_NUMBER, -5, -5, 0},
        {"+7", TEXT_NUMBER, 7, 7, 8},
        {"007", TEXT_NUMBER, 7, 0, 9},
        {"9223372036854775807", TEXT_NUMBER, INT64_MAX, 1, INT64_MAX},
        {"-9223372036854775808", TEXT_NUMBER, INT64_MIN, INT64_MIN, 1},
        {"9223372036854775808", TEXT_OUT_OF_RANGE, 0, 1, INT64_MAX},
        {"-9223372036854775809", TEXT_OUT_OF_RANGE, 0, INT64_MIN, 1},
        {"99999999999999999999999999", TEXT_OUT_OF_RANGE, 0, 1, INT64_MAX},
        {"13", TEXT_OUT_OF_RANGE, 0, 0, 12},
        {"-1", TEXT_OUT_OF_RANGE, 0, 0, 12},
        {"", TEXT_NO_NUMBER, 0, 0, 9},
        {"-", TEXT_NO_NUMBER, 0, 0, 9},
        {"+-3", TEXT_NO_NUMBER, 0, 0, 9},
        {" 3", TEXT_NO_NUMBER, 0, 0, 9},
        {"3 ", TEXT_NO_NUMBER, 0, 0, 9},
        {"3.0", TEXT_NO_NUMBER, 0, 0, 9},
        {"1e3", TEXT_NO_NUMBER, 0, 0, 9},
        {"0x10", TEXT_NO_NUMBER, 0, 0, 9},
        {"three", TEXT_NO_NUMBER, 0, 0, 9},
        {"\xD9\xA3", TEXT_NO_NUMBER, 0, 0, 9}, // an Arabic digit
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t value = 4711;
        TextNumber read = text_to_int(rows[i].text, rows[i].min, rows[i].max, &value);
        if (read != rows[i].read || value != (read == TEXT_NUMBER ? rows[i].value : 4711)) {
            fail_msg("'%s' is read as %d, %lld", rows[i].text, read, (long long)value);
        }
    }
}

TEST(words) {
    char text[] = "  go\t depth   8 ", *rest = text;
    assert_string_equal(text_next_word(&rest), "go");
    assert_string_equal(text_next_word(&rest), "depth");
    assert_string_equal(text_next_word(&rest), "8");
    assert_null(text_next_word(&rest));
    assert_null(text_next_word(&rest));
    char blank[] = " \t ", *nothing = blank;
    assert_null(text_next_word(&nothing));
}

TEST(cut_at_word) {
    static const struct {
        const char *text, *before, *behind;
    } rows[] = {
        {"startpos moves 1-2", "startpos ", " 1-2"}, {"moves 1-2", "", " 1-2"},
        {"startpos moves", "startpos ", ""},         {"removes moves\t1", "removes ", "\t1"},
        {"movesmoves", "movesmoves", NULL},          {"", "", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[40];
        snprintf(text, sizeof text, "%s", rows[i].text);
        const char *behind = text_cut_at_word(text, "moves");
        assert_string_equal(text, rows[i].before);
        if (rows[i].behind == NULL) {
            assert_null(behind);
        } else {
            assert_string_equal(behind, rows[i].behind);
        }
    }
}

TEST(trim) {
    char both[] = "\t a b \r\n", none[] = "ab", blanks[] = "   ", empty[] = "";
    assert_string_equal(text_trim(both), "a b");
    assert_string_equal(text_trim(none), "ab");
    assert_string_equal(text_trim(blanks), "");
    assert_string_equal(text_trim(empty), "");
}

TEST(case_of_ascii_letters) {
    assert_true(text_equal_nocase("MultiPV", "multipv"));
    assert_true(text_equal_nocase("", ""));
    assert_true(text_equal_nocase("HASH", "hash"));
    assert_false(text_equal_nocase("Hash", "Hash "));
    assert_false(text_equal_nocase("Hash", "Has"));
    assert_false(text_equal_nocase("Has", "Hash"));
    assert_false(text_equal_nocase("@", "`")); // 32 apart, but not letters
    assert_false(text_equal_nocase("[", "{"));
}

TEST(errors_are_one_line_and_cut) {
    Error error;
    char longer[2 * ERROR_MESSAGE_MAX];
    assert_false(error_set(&error, ERROR_FILE, "a\nb\t%s", "c\x7F"));
    assert_int_equal(error.code, ERROR_FILE);
    assert_string_equal(error.message, "a?b?c?");
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    error_set(&error, ERROR_INPUT, "%s", longer);
    assert_int_equal(strlen(error.message), ERROR_MESSAGE_MAX - 1);
}

// The reference values of SplitMix64 for seed 1234567.
TEST(random_numbers_are_the_same_everywhere) {
    Random random = {1234567};
    assert_true(random_next(&random) == 6457827717110365317U);
    assert_true(random_next(&random) == 3203168211198807973U);
    assert_true(random_next(&random) == 9817491932198370423U);
    for (int i = 0; i < 1000; i++) {
        assert_in_range(random_below(&random, 6), 0, 5);
    }
}

TEST(bits) {
    uint32_t set = 0x80000102U;
    assert_int_equal(bits_count(set), 3);
    assert_int_equal(bits_count(0xFFFFFFFFU), 32);
    assert_int_equal(bits_count64(UINT64_MAX), 64);
    assert_int_equal(bits_count(0), 0);
    assert_int_equal(bits_first(set), 1);
    assert_int_equal(bits_pop(&set), 1);
    assert_int_equal(bits_pop(&set), 8);
    assert_int_equal(bits_pop(&set), 31);
    assert_int_equal(set, 0);
}

TEST(memory_is_zeroed_and_refused_when_too_large) {
    size_t bytes = (size_t)3 << 20;
    unsigned char *block = memory_map(bytes);
    assert_non_null(block);
    assert_int_equal((uintptr_t)block % 4096, 0);
    for (size_t i = 0; i < bytes; i += 511) {
        assert_int_equal(block[i], 0);
        block[i] = 1;
    }
    memory_unmap(block, bytes);
    memory_unmap(NULL, bytes);
    assert_null(memory_map((size_t)1 << 60));
    assert_true(memory_available() > 0);
}

TEST(clock_does_not_go_back) {
    int64_t before = clock_now_us();
    for (int i = 0; i < 1000; i++) {
        int64_t now = clock_now_us();
        assert_true(now >= before);
        before = now;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(words),
        cmocka_unit_test(cut_at_word),
        cmocka_unit_test(trim),
        cmocka_unit_test(case_of_ascii_letters),
        cmocka_unit_test(errors_are_one_line_and_cut),
        cmocka_unit_test(random_numbers_are_the_same_everywhere),
        cmocka_unit_test(bits),
        cmocka_unit_test(memory_is_zeroed_and_refused_when_too_large),
        cmocka_unit_test(clock_does_not_go_back),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
