// Lines from a pipe: line ends, long lines, NUL bytes, the end of input, a reader that goes away.
#include "support.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/line_reader.h"

typedef struct {
    LineReader reader;
    int fds[2]; // of the pipe: to read, to write
} Fixture;

static int setup(void **state) {
    Fixture *f = malloc(sizeof *f);
    if (f == NULL || pipe(f->fds) != 0) {
        return -1;
    }
    fcntl(f->fds[1], F_SETPIPE_SZ, 1 << 20); // so that a write does not wait for the reader
    line_reader_init(&f->reader, f->fds[0], -1);
    *state = f;
    return 0;
}

static int teardown(void **state) {
    Fixture *f = *state;
    close(f->fds[0]);
    if (f->fds[1] >= 0) {
        close(f->fds[1]);
    }
    free(f);
    return 0;
}

static void feed(Fixture *f, const char *bytes, size_t count) {
    assert_int_equal(write(f->fds[1], bytes, count), count);
}

static void feed_text(Fixture *f, const char *text) {
    feed(f, text, strlen(text));
}

// So many letters and then this text.
static void feed_letters(Fixture *f, size_t count, const char *behind) {
    char *letters = malloc(count);
    memset(letters, 'x', count);
    feed(f, letters, count);
    free(letters);
    feed_text(f, behind);
}

static void end_input(Fixture *f) {
    close(f->fds[1]);
    f->fds[1] = -1;
}

static void assert_line(Fixture *f, const char *wanted) {
    char *line = NULL;
    assert_int_equal(line_reader_next(&f->reader, &line), LINE_READ);
    assert_string_equal(line, wanted);
}

static void assert_status(Fixture *f, LineStatus wanted) {
    char *line;
    assert_int_equal(line_reader_next(&f->reader, &line), wanted);
}

static void line_ends(void **state) {
    Fixture *f = *state;
    feed_text(f, "one\ntwo\r\n\n\r\n three \nfo\rur\n\r\r\n");
    assert_line(f, "one");
    assert_line(f, "two");
    assert_line(f, "");
    assert_line(f, "");
    assert_line(f, " three ");
    assert_line(f, "fo\rur");
    assert_line(f, "\r");
}

static void lines_in_pieces(void **state) {
    Fixture *f = *state;
    feed_text(f, "one\ntw");
    assert_line(f, "one");
    feed_text(f, "o\nthree");
    assert_line(f, "two");
    feed_text(f, "\n");
    assert_line(f, "three");
}

static void end_of_input(void **state) {
    Fixture *f = *state;
    feed_text(f, "one\nrest");
    end_input(f);
    assert_line(f, "one");
    assert_line(f, "rest");
    assert_status(f, LINE_END);
    assert_status(f, LINE_END);
}

static void nul_bytes(void **state) {
    Fixture *f = *state;
    feed(f, "a\0b\n\0\nnext\nlast\0", 16);
    end_input(f);
    assert_status(f, LINE_HAS_NUL);
    assert_status(f, LINE_HAS_NUL);
    assert_line(f, "next");
    assert_status(f, LINE_HAS_NUL);
    assert_status(f, LINE_END);
}

static void check_longest(Fixture *f, const char *line_end) {
    char *line;
    feed_letters(f, LINE_MAX_BYTES, line_end);
    assert_int_equal(line_reader_next(&f->reader, &line), LINE_READ);
    assert_int_equal(strlen(line), LINE_MAX_BYTES);
    feed_letters(f, LINE_MAX_BYTES + 1, line_end);
    assert_status(f, LINE_TOO_LONG);
    feed_text(f, "next\n");
    assert_line(f, "next");
}

static void longest_line(void **state) {
    check_longest(*state, "\n");
    check_longest(*state, "\r\n");
}

static void much_too_long(void **state) {
    Fixture *f = *state;
    feed_letters(f, 3 * (size_t)LINE_MAX_BYTES, "\nnext\n");
    assert_status(f, LINE_TOO_LONG);
    assert_line(f, "next");
    feed_letters(f, 2 * (size_t)LINE_MAX_BYTES, "");
    end_input(f);
    assert_status(f, LINE_TOO_LONG);
    assert_status(f, LINE_END);
}

static void longest_line_at_the_end_of_input(void **state) {
    Fixture *f = *state;
    char *line;
    feed_letters(f, LINE_MAX_BYTES, "");
    end_input(f);
    assert_int_equal(line_reader_next(&f->reader, &line), LINE_READ);
    assert_int_equal(strlen(line), LINE_MAX_BYTES);
    assert_status(f, LINE_END);
}

static void watched_output_goes_away(void **state) {
    Fixture *f = *state;
    int output[2];
    assert_int_equal(pipe(output), 0);
    line_reader_init(&f->reader, f->fds[0], output[1]);
    feed_text(f, "one\n");
    assert_line(f, "one");
    close(output[0]);
    assert_status(f, LINE_NO_READER);
    close(output[1]);
}

#define FRESH(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        FRESH(line_ends),
        FRESH(lines_in_pieces),
        FRESH(end_of_input),
        FRESH(nul_bytes),
        FRESH(longest_line),
        FRESH(much_too_long),
        FRESH(longest_line_at_the_end_of_input),
        FRESH(watched_output_goes_away),
    };
    return cmocka_run_group_tests_name("line_reader", tests, NULL, NULL);
}
