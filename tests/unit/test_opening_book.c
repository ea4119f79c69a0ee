// The opening book's entries, file and text: written and read back; altered ones refused, or at
// least without an illegal move.
#include "support.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "book/book.h"
#include "book/packer.h"
#include "book/text.h"

// An entry with all legal moves, or with the best one, and scores by the seed.
static BookEntry make_entry(Position p, bool expanded, Random *random) {
    BookEntry entry = {.position = book_position(p), .expanded = expanded};
    MoveList list;
    moves_generate(entry.position, &list);
    entry.count = expanded ? list.count : list.count > 0;
    entry.depth = (int)random_below(random, BOOK_DEPTH_MAX + 1);
    entry.visits = (uint32_t)random_below(random, 1000000);
    int score = (int)random_below(random, 200) - 100;
    for (int i = 0; i < entry.count; i++) {
        entry.moves[i] = (BookMove){list.moves[i], score};
        score -= (int)random_below(random, 30) + 1; // strictly: any order of the moves will do
    }
    entry.score = entry.count > 0 ? entry.moves[0].score : -BOOK_SCORE_MAX;
    return entry;
}

static void assert_same(const BookEntry *a, const BookEntry *b) {
    assert_true(position_equal(a->position, b->position));
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->expanded, b->expanded);
    assert_int_equal(a->visits, b->visits);
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_true(move_equal(a->moves[i].move, b->moves[i].move));
        assert_int_equal(a->moves[i].score, b->moves[i].score);
    }
}

// `count` different positions of random games, and their entries.
#define ENTRIES 400

typedef struct {
    Position positions[ENTRIES]; // as they stood, either side to move
    BookEntry entries[ENTRIES];
    uint8_t *bytes;
    size_t size;
} Sample;

static void fill(Sample *sample) {
    Random random = {5};
    Error error;
    BookPacker *packer = book_packer_create(&error);
    int count = 0;
    while (count < ENTRIES) {
        Position p = position_start();
        for (int ply = (int)random_below(&random, 60); ply > 0 && moves_exist(p); ply--) {
            p = position_play(p, random_move(p, &random));
        }
        bool there = false;
        for (int i = 0; i < count; i++) {
            there |= position_equal(book_position(sample->positions[i]), book_position(p));
        }
        if (!there) {
            BookEntry entry = make_entry(p, moves_exist(p) && count % 3 > 0, &random);
            sample->positions[count] = p;
            sample->entries[count++] = entry;
            if (!book_packer_add(packer, &entry, &error)) {
                fail_msg("%s", error.message);
            }
        }
    }
    sample->bytes = book_packer_finish(packer, &sample->size, &error);
    assert_non_null(sample->bytes);
    book_packer_destroy(packer);
}

static int make_sample(void **state) {
    Sample *sample = malloc(sizeof *sample);
    fill(sample);
    *state = sample;
    return 0;
}

static int free_sample(void **state) {
    Sample *sample = *state;
    free(sample->bytes);
    free(sample);
    return 0;
}

static void all_is_found(void **state) {
    const Sample *sample = *state;
    Book book;
    BookEntry found;
    Error error;
    assert_true(book_read(&book, "a book", sample->bytes, sample->size, &error));
    assert_int_equal(book.count, ENTRIES);
    for (int i = 0; i < ENTRIES; i++) {
        BookEntry turned = sample->entries[i];
        Position p = book_position(sample->positions[i]);
        assert_true(book_find(&book, p, &found));
        assert_same(&found, &sample->entries[i]);
        book_entry_turn(&turned);
        assert_true(book_find(&book, position_flip(p), &found));
        assert_same(&found, &turned);
    }
    assert_false(book_find(&book, position_of("B:WK32:BK1"), &found));
    for (uint32_t i = 1; i < book.count; i++) {
        BookEntry before;
        book_entry(&book, i - 1, &before);
        book_entry(&book, i, &found);
        assert_true(book_key(before.position) < book_key(found.position));
    }
    book_close(&book);
}

static void a_file_is_opened(void **state) {
    const Sample *sample = *state;
    char path[] = "/tmp/kelso-book-XXXXXX";
    int file = mkstemp(path);
    Book book;
    BookEntry entry;
    Error error;
    assert_int_equal(write(file, sample->bytes, sample->size), sample->size);
    assert_true(book_open(&book, path, &error));
    assert_true(book_find(&book, sample->positions[7], &entry));
    book_close(&book);
    assert_int_equal(ftruncate(file, (off_t)sample->size - 1), 0);
    assert_false(book_open(&book, path, &error));
    assert_non_null(strstr(error.message, path));
    close(file);
    unlink(path);
    assert_false(book_open(&book, path, &error));
    assert_non_null(strstr(error.message, path));
}

static void text_is_read_back(void **state) {
    const Sample *sample = *state;
    for (int i = 0; i < ENTRIES; i++) {
        BookEntry read, turned = sample->entries[i];
        char text[BOOK_TEXT_MAX];
        Error error;
        book_text_write(&sample->entries[i], text);
        assert_true(book_text_read(text, &read, &error));
        assert_same(&read, &sample->entries[i]);
        book_entry_turn(&turned); // the other colour is read as well
        book_text_write(&turned, text);
        assert_true(book_text_read(text, &read, &error));
        assert_same(&read, &sample->entries[i]);
    }
}

static void every_flipped_byte_is_noticed(void **state) {
    const Sample *sample = *state;
    Random random = {1};
    for (int i = 0; i < 1000; i++) {
        size_t at = i < 64 ? (size_t)i : random_below(&random, sample->size);
        uint8_t bit = (uint8_t)(1 << random_below(&random, 8));
        Book book;
        Error error;
        sample->bytes[at] ^= bit;
        assert_false(book_read(&book, "a book", sample->bytes, sample->size, &error));
        assert_memory_equal(error.message, "a book: ", 8);
        sample->bytes[at] ^= bit;
    }
}

// Offsets of FORMAT.md.
enum { AT_BODY_SUM = 32, AT_HEAD_SUM = 40, AT_BODY = 48 };

static void mend(uint8_t *bytes, size_t size) {
    bytes_put(bytes + AT_BODY_SUM, XXH3_64bits(bytes + AT_BODY, size - AT_BODY), 8);
    bytes_put(bytes + AT_HEAD_SUM, XXH3_64bits(bytes, AT_HEAD_SUM), 8);
}

static void what_no_sum_notices_is_never_an_illegal_move(void **state) {
    const Sample *sample = *state;
    uint8_t *bytes = malloc(sample->size);
    Random random = {2};
    int opened = 0;
    for (int i = 0; i < 1000; i++) {
        Book book;
        Error error;
        memcpy(bytes, sample->bytes, sample->size);
        bytes[AT_BODY + random_below(&random, sample->size - AT_BODY)] ^=
            (uint8_t)(1 << random_below(&random, 8));
        mend(bytes, sample->size);
        if (!book_read(&book, "a book", bytes, sample->size, &error)) {
            continue;
        }
        opened++;
        for (int j = 0; j < ENTRIES; j++) {
            BookEntry entry;
            bool found = book_find(&book, sample->positions[j], &entry);
            for (int k = 0; found && k < entry.count; k++) {
                assert_true(moves_contain(sample->positions[j], entry.moves[k].move));
            }
        }
    }
    assert_in_range(opened, 300, 1000);
    free(bytes);
}

TEST(wrong_entries_are_refused) {
    Random random = {3};
    Error error;
    BookEntry good = make_entry(position_start(), true, &random), bad;
    assert_true(book_entry_check(&good, &error));
    bad = good;
    bad.count--;
    assert_false(book_entry_check(&bad, &error));
    assert_non_null(strstr(error.message, "not the moves"));
    bad = good;
    bad.moves[1].move.to = bad.moves[1].move.from;
    assert_false(book_entry_check(&bad, &error));
    assert_non_null(strstr(error.message, "illegal"));
    bad = good;
    bad.moves[1] = bad.moves[0];
    assert_false(book_entry_check(&bad, &error));
    assert_non_null(strstr(error.message, "in order"));
    bad = good;
    bad.score++;
    assert_false(book_entry_check(&bad, &error));
    assert_non_null(strstr(error.message, "score"));
    bad = good;
    bad.depth = BOOK_DEPTH_MAX + 1;
    assert_false(book_entry_check(&bad, &error));
    bad = good;
    book_entry_turn(&bad);
    assert_false(book_entry_check(&bad, &error));
    bad = make_entry(position_start(), false, &random);
    assert_true(book_entry_check(&bad, &error));
    bad.count = 0;
    assert_false(book_entry_check(&bad, &error));
}

TEST(a_position_twice_is_refused) {
    Random random = {3};
    Error error;
    size_t size;
    BookEntry entry = make_entry(position_start(), true, &random);
    BookPacker *packer = book_packer_create(&error);
    assert_true(book_packer_add(packer, &entry, &error));
    assert_true(book_packer_add(packer, &entry, &error));
    assert_null(book_packer_finish(packer, &size, &error));
    assert_non_null(strstr(error.message, "twice"));
    book_packer_destroy(packer);
}

TEST(an_empty_book_is_one) {
    Error error;
    size_t size;
    Book book;
    BookEntry entry;
    BookPacker *packer = book_packer_create(&error);
    uint8_t *bytes = book_packer_finish(packer, &size, &error);
    assert_true(book_read(&book, "a book", bytes, size, &error));
    assert_false(book_find(&book, position_start(), &entry));
    book_packer_destroy(packer);
    free(bytes);
}

TEST(bad_text_is_explained) {
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"", "position is missing"},
        {"B:W21:B33 0 0 0 searched", "square 33"},
        {"B:W32:B1", "score is missing"},
        {"B:W32:B1 10001", "score '10001'"},
        {"B:W32:B1 0 128", "depth '128'"},
        {"B:W32:B1 0 9 -1", "visits '-1'"},
        {"B:W32:B1 0 9 1 known 1-5 0", "neither 'expanded' nor 'searched'"},
        {"B:W32:B1 0 9 1 searched 1-9 0", "1-9"},
        {"B:W32:B1 0 9 1 searched 1-5", "score of a move is missing"},
        {"B:W32:B1 0 9 1 searched 1-5 x", "score of a move 'x'"},
        {"B:W32:B1 0 9 1 expanded 1-5 0", "not the moves"},
        {"B:W32:B1 0 9 1 searched 1-5 1", "not that of its best move"},
        {"B:W32:B1 0 9 1 expanded 1-5 0 1-5 0", "not in order"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[128];
        BookEntry entry;
        Error error;
        strcpy(line, rows[i].text);
        assert_false(book_text_read(line, &entry, &error));
        if (strstr(error.message, rows[i].words) == NULL) {
            fail_msg("'%s': %s", rows[i].text, error.message);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_is_found),
        cmocka_unit_test(a_file_is_opened),
        cmocka_unit_test(text_is_read_back),
        cmocka_unit_test(every_flipped_byte_is_noticed),
        cmocka_unit_test(what_no_sum_notices_is_never_an_illegal_move),
        cmocka_unit_test(wrong_entries_are_refused),
        cmocka_unit_test(a_position_twice_is_refused),
        cmocka_unit_test(an_empty_book_is_one),
        cmocka_unit_test(bad_text_is_explained),
    };
    return cmocka_run_group_tests_name("opening book", tests, make_sample, free_sample);
}
