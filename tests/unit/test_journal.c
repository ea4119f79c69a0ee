// The journal: what is read back of whole, cut and damaged files, and the records of games.
#include "support.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/journal.h"
#include "match/outcome.h"

#define RECORDS 5

static const char *const contents[RECORDS] = {"one", "", "three, KREC", "four", "the fifth record"};

// What a reading met: record i at bit i.
typedef struct {
    unsigned seen;
    bool in_order;
} Met;

static bool meet(void *context, const char *content, size_t length, Error *error) {
    Met *met = context;
    for (int i = 0; i < RECORDS; i++) {
        if (strlen(contents[i]) == length && memcmp(contents[i], content, length) == 0) {
            met->in_order &= met->seen < 1U << i;
            met->seen |= 1U << i;
            return true;
        }
    }
    return error_set(error, ERROR_INPUT, "an unknown record");
}

typedef struct {
    char path[32];
    char bytes[1024];
    size_t size;
} Image;

static void store(const Image *image, size_t size) {
    int file = open(image->path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(write(file, image->bytes, size), size);
    close(file);
}

// A journal with a head and all records.
static Image make_image(void) {
    Image image = {.path = "/tmp/kelso-journal-XXXXXX"};
    Error error;
    int file = mkstemp(image.path);
    assert_true(file >= 0);
    Journal *journal = journal_open(image.path, true, &error);
    assert_non_null(journal);
    assert_null(journal_head(journal));
    assert_true(journal_write(journal, "head\nseed 5\n", 12, &error));
    for (int i = 0; i < RECORDS; i++) {
        assert_true(journal_write(journal, contents[i], strlen(contents[i]), &error));
    }
    journal_close(journal);
    ssize_t size = read(file, image.bytes, sizeof image.bytes);
    assert_in_range(size, 100, sizeof image.bytes - 1);
    image.size = (size_t)size;
    close(file);
    return image;
}

// The end of record i (-1: the head) in the file.
static size_t end_of(int i) {
    size_t end = 16 + 16 + 12;
    for (int k = 0; k <= i; k++) {
        end += 16 + strlen(contents[k]);
    }
    return end;
}

TEST(a_journal_cut_anywhere) {
    Image image = make_image();
    for (size_t size = 0; size <= image.size; size++) {
        Error error;
        JournalDamage damage;
        Met met = {.in_order = true};
        store(&image, size);
        Journal *journal = journal_open(image.path, true, &error);
        assert_non_null(journal);
        assert_int_equal(journal_head(journal) != NULL, size >= end_of(-1));
        if (journal_head(journal) != NULL) {
            unsigned expected = 0;
            for (int i = 0; i < RECORDS && end_of(i) <= size; i++) {
                expected |= 1U << i;
            }
            assert_string_equal(journal_head(journal), "head\nseed 5\n");
            assert_true(journal_read(journal, meet, &met, &damage, &error));
            assert_true(met.seen == expected && met.in_order && damage.damaged_bytes == 0);
            // What is appended to it can be read.
            assert_true(journal_cut(journal, &damage, &error));
            if (expected != (1U << RECORDS) - 1) {
                assert_true(journal_write(journal, contents[RECORDS - 1],
                                          strlen(contents[RECORDS - 1]), &error));
                met = (Met){.in_order = true};
                assert_true(journal_read(journal, meet, &met, &damage, &error));
                assert_int_equal(met.seen, expected | 1U << (RECORDS - 1));
                assert_int_equal(damage.torn_bytes + damage.damaged_bytes, 0);
            }
        }
        journal_close(journal);
    }
    unlink(image.path);
}

TEST(a_journal_with_one_byte_changed) {
    Image image = make_image();
    for (size_t at = 0; at < image.size; at++) {
        Error error;
        JournalDamage damage;
        Met met = {.in_order = true};
        image.bytes[at] ^= 0x10;
        store(&image, image.size);
        image.bytes[at] ^= 0x10;
        Journal *journal = journal_open(image.path, false, &error);
        assert_int_equal(journal != NULL, at >= end_of(-1)); // else no journal, or no head
        if (journal == NULL) {
            continue;
        }
        unsigned expected = 0;
        for (int i = 0; i < RECORDS; i++) {
            expected |= (at < end_of(i - 1) || at >= end_of(i)) ? 1U << i : 0;
        }
        assert_true(journal_read(journal, meet, &met, &damage, &error));
        assert_true(met.seen == expected && met.in_order);
        bool last = at >= end_of(RECORDS - 2);
        size_t hurt = last ? damage.torn_bytes : damage.damaged_bytes;
        assert_int_equal(hurt, damage.torn_bytes + damage.damaged_bytes);
        assert_true(hurt > 0);
        journal_close(journal);
    }
    unlink(image.path);
}

TEST(a_journal_that_cannot_be) {
    Image image = {.path = "/tmp/kelso-journal-XXXXXX"};
    Error error;
    int file = mkstemp(image.path);
    assert_true(file >= 0);
    close(file);
    assert_null(journal_open(image.path, false, &error)); // to read an empty one
    assert_null(journal_open("/nowhere/journal", true, &error));
    memcpy(image.bytes, "[Event \"a game\"]", 16);
    store(&image, 16);
    assert_null(journal_open(image.path, true, &error));
    Journal *journal = journal_open("/dev/full", true, &error);
    assert_non_null(journal);
    assert_false(journal_write(journal, "head", 4, &error));
    journal_close(journal);
    unlink(image.path);
}

// ---- games

TEST(records_of_games) {
    Outcome game = {.number = 123456789012,
                    .opening = 7,
                    .opening_number = 9,
                    .result = RESULT_WHITE_WINS,
                    .guilty = BLACK,
                    .reason = "illegal move",
                    .detail = "no move, where there is a legal one",
                    .times = {{5, true, -7}, {INT64_MAX, false, 0}},
                    .names = {"a b", ""},
                    .position = "startpos moves 11-15",
                    .pdn = "[Event \"x\"]\n\n1. 11-15 0-1\n\n"};
    size_t length;
    Error error;
    Outcome read;
    char *text = outcome_write(&game, &length);
    assert_int_equal(strlen(text), length);
    assert_true(outcome_read(&read, text, length, &error));
    assert_int_equal(read.number, game.number);
    assert_int_equal(read.opening, game.opening);
    assert_int_equal(read.opening_number, 9);
    assert_int_equal(read.result, game.result);
    assert_int_equal(read.guilty, game.guilty);
    assert_string_equal(read.reason, game.reason);
    assert_string_equal(read.detail, game.detail);
    assert_string_equal(read.position, game.position);
    assert_string_equal(read.pdn, game.pdn);
    assert_string_equal(read.names[BLACK], "a b");
    assert_string_equal(read.names[WHITE], "");
    for (int side = BLACK; side <= WHITE; side++) {
        assert_int_equal(read.times[side].used_ns, game.times[side].used_ns);
        assert_int_equal(read.times[side].timed, game.times[side].timed);
        assert_int_equal(read.times[side].lateness_ns, game.times[side].lateness_ns);
    }
    outcome_destroy(&read);
    free(text);
}

TEST(records_that_are_no_games) {
    static const char *const texts[] = {
        "",
        "game 1\n",
        "game 1\nresult 1-0\nposition startpos\n\n",                    // no names
        "game 1\nblack a\nwhite b\nresult 1-0\nposition startpos\n",    // not closed
        "game 1\nblack a\nwhite b\nresult 1-0\n\n",                     // no position
        "game 1\nblack a\nwhite b\nresult 2-0\nposition startpos\n\n",  // no such result
        "game -1\nblack a\nwhite b\nresult 1-0\nposition startpos\n\n", // no such game
        "game 1\nblack a\nwhite b\nresult 1-0\nposition\n\n",           // no value
        "game x\nblack a\nwhite b\nresult 1-0\nposition startpos\n\n",
        "game 1\nblack a\nwhite b\nresult 1-0\nblack-ns x\nposition startpos\n\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Outcome outcome;
        Error error;
        assert_false(outcome_read(&outcome, texts[i], strlen(texts[i]), &error));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_journal_cut_anywhere),
        cmocka_unit_test(a_journal_with_one_byte_changed),
        cmocka_unit_test(a_journal_that_cannot_be),
        cmocka_unit_test(records_of_games),
        cmocka_unit_test(records_that_are_no_games),
    };
    return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
