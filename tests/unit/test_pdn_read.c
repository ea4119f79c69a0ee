// Game records: what is read and as what, what is bad and why, and that it comes back from writing.
#include "support.h"

#include <stdlib.h>

#include "notation/fen.h"
#include "notation/movetext.h"
#include "notation/pdn_read.h"

// ---- what was read, as a line of text

typedef struct {
    char *text;
    size_t size;
    FILE *file;
} Summary;

static void summary_open(Summary *summary) {
    *summary = (Summary){0};
    summary->file = open_memstream(&summary->text, &summary->size);
    assert_non_null(summary->file);
}

static const char *summary_text(Summary *summary) {
    fflush(summary->file);
    return summary->text;
}

static void summary_close(Summary *summary) {
    fclose(summary->file);
    free(summary->text);
}

static void summarise_moves(FILE *file, const PdnGame *pdn, int plies) {
    if (pdn->preface != NULL) {
        fprintf(file, "{%s} ", pdn->preface);
    }
    for (int i = 0; i < plies; i++) {
        char text[MOVE_TEXT_MAX];
        move_path_write(&pdn->paths[i], text);
        fprintf(file, "%s ", text);
        if (pdn->annotations[i] != NULL) {
            fprintf(file, "%s ", pdn->annotations[i]);
        }
        if (pdn->comments[i] != NULL) {
            fprintf(file, "{%s} ", pdn->comments[i]);
        }
    }
}

// `11-15 $1 {comment} 1-0`, or `bad 3/7 reason` with line and ply.
static void summarise(FILE *file, const PdnRead *read, bool bad) {
    if (bad) {
        fprintf(file, "bad %d/%d %s", (int)read->fault.line, read->fault.ply,
                read->fault.error.message);
        return;
    }
    assert_int_equal(read->plies, read->pdn.game->count - 1);
    summarise_moves(file, &read->pdn, read->plies);
    fputs(result_name(read->pdn.result), file);
}

// Every warning but the one of missing tags, which most rows would have.
static void summarise_warnings(FILE *file, const PdnRead *read) {
    for (int i = 0; i < read->warning_count; i++) {
        const PdnNote *note = &read->warnings[i];
        if (strncmp(note->error.message, "missing tags", 12) != 0) {
            fprintf(file, "%s%d: %s", ftell(file) > 0 ? " | " : "", (int)note->line,
                    note->error.message);
        }
    }
}

// ---- sources

typedef struct {
    const char *text;
    size_t left, most; // bytes to come; of one call
} Text;

static int64_t read_text(void *context, char *buffer, size_t size, Error *error) {
    Text *text = context;
    (void)error;
    size = size < text->most ? size : text->most;
    size = size < text->left ? size : text->left;
    memcpy(buffer, text->text, size);
    text->text += size;
    text->left -= size;
    return (int64_t)size;
}

// All games of a text that comes in pieces of this size.
static void read_all(const char *bytes, size_t length, size_t piece, FILE *games, FILE *warnings) {
    Text text = {bytes, length, piece};
    Error error;
    const PdnRead *read;
    PdnStatus status;
    PdnReader *reader = pdn_reader_open(read_text, &text, &error);
    assert_non_null(reader);
    for (int64_t number = 1;
         (status = pdn_reader_next(reader, &read, &error)) == PDN_GAME || status == PDN_BAD;
         number++) {
        assert_int_equal(read->number, number);
        fputs(number > 1 ? " | " : "", games);
        summarise(games, read, status == PDN_BAD);
        summarise_warnings(warnings, read);
    }
    assert_int_equal(status, PDN_END);
    assert_int_equal(pdn_reader_next(reader, &read, &error), PDN_END);
    pdn_reader_close(reader);
}

// \n \r \t \\ and \xHH, in place; returns the length.
static size_t unescape(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        char c = *from;
        if (c == '\\') {
            char hex[3] = "";
            switch (*++from) {
            case 'n':
                c = '\n';
                break;
            case 'r':
                c = '\r';
                break;
            case 't':
                c = '\t';
                break;
            case 'x':
                memcpy(hex, from + 1, 2);
                c = (char)strtol(hex, NULL, 16);
                from += 2;
                break;
            default:
                c = *from;
            }
        }
        *to++ = c;
    }
    *to = '\0';
    return (size_t)(to - text);
}

static void check_row(Table *table, const char *bytes, size_t length, size_t piece) {
    Summary games, warnings;
    summary_open(&games);
    summary_open(&warnings);
    read_all(bytes, length, piece, games.file, warnings.file);
    if (strcmp(summary_text(&games), table->column[1]) != 0) {
        table_complain(table, "read in pieces of %zu as\n%s", piece, games.text);
    }
    if (strcmp(summary_text(&warnings), table->column[2]) != 0) {
        table_complain(table, "warnings in pieces of %zu\n%s", piece, warnings.text);
    }
    summary_close(&games);
    summary_close(&warnings);
}

// pdn.tsv: text, games, warnings. However the text is cut by its source.
TEST(table_of_texts) {
    Table table = table_open("pdn.tsv", 3);
    while (table_next(&table)) {
        size_t length = unescape(table.column[0]);
        check_row(&table, table.column[0], length, 1000000);
        check_row(&table, table.column[0], length, 1);
        check_row(&table, table.column[0], length, 7);
    }
}

// ---- one game

typedef struct {
    Text text;
    PdnReader *reader;
    const PdnRead *read;
    PdnStatus status;
} OneGame;

static void one_game_open(OneGame *one, const char *text) {
    Error error;
    one->text = (Text){text, strlen(text), 4096};
    one->reader = pdn_reader_open(read_text, &one->text, &error);
    assert_non_null(one->reader);
    one->status = pdn_reader_next(one->reader, &one->read, &error);
}

static void assert_position(const PdnRead *read, const char *wanted) {
    char fen[FEN_MAX];
    fen_write(game_position(read->pdn.game), fen);
    assert_string_equal(fen, wanted);
}

TEST(tags_are_found_in_any_case) {
    OneGame one;
    one_game_open(&one, "[Event \"a\"]\n[EVENT \"b\"]\n[black \"c\"]\n*\n");
    assert_int_equal(one.status, PDN_GAME);
    assert_int_equal(one.read->pdn.tag_count, 3);
    assert_string_equal(pdn_tag(&one.read->pdn, "Event"), "a");
    assert_string_equal(pdn_tag(&one.read->pdn, "Black"), "c");
    assert_null(pdn_tag(&one.read->pdn, "White"));
    assert_string_equal(one.read->warnings[1].error.message, "missing tags: White Result");
    pdn_reader_close(one.reader);
}

TEST(set_up_position_and_rules) {
    OneGame one;
    one_game_open(&one, "[FEN \"W:WK2,25:B14,15.\"]\n[Rules \"fifty\"]\n[Variant \"giveaway\"]\n"
                        "1. 2-6 15-18 *\n");
    assert_int_equal(one.status, PDN_GAME);
    assert_position(one.read, "W:WK6,25:B14,18");
    assert_string_equal(one.read->pdn.game->rules.set->name, "fifty");
    assert_int_equal(one.read->pdn.game->rules.variant, VARIANT_GIVEAWAY);
    pdn_reader_close(one.reader);
}

// Of a bad game the moves before the bad one are there.
TEST(bad_game_as_far_as_it_goes) {
    OneGame one;
    one_game_open(&one, "1. 11-15 23-19 {here} 2. 8-12 22-18 *\n");
    assert_int_equal(one.status, PDN_BAD);
    assert_int_equal(one.read->plies, 2);
    assert_string_equal(one.read->pdn.comments[1], "here");
    assert_position(one.read, "B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15");
    pdn_reader_close(one.reader);
}

TEST(game_goes_on_after_a_third_repetition) {
    char text[4096] = "[FEN \"W:WK2:BK31\"]\n";
    OneGame one;
    for (int i = 0; i < 30; i++) {
        strcat(text, "2-6 31-27 6-2 27-31 ");
    }
    strcat(text, "1/2-1/2\n");
    one_game_open(&one, text);
    assert_int_equal(one.status, PDN_GAME);
    assert_int_equal(one.read->plies, 120);
    assert_int_equal(game_occurrences(one.read->pdn.game), 31);
    pdn_reader_close(one.reader);
}

TEST(variations_are_counted) {
    OneGame one;
    one_game_open(&one, "1. 11-15 (1. 9-14 (9-13 {a )} 22-17) 22-17 1-0) 23-19 ( 24-20) *\n");
    assert_int_equal(one.status, PDN_GAME);
    assert_int_equal(one.read->plies, 2);
    assert_int_equal(one.read->variations, 2);
    pdn_reader_close(one.reader);
}

// ---- limits

// A game with `count` times this piece behind its tag; a good game follows.
static void check_limit(const char *piece, int count, const char *reason) {
    size_t length = strlen(piece), size = (size_t)count * length + 200;
    char *text = malloc(size), *to = text;
    Summary games, warnings;
    assert_non_null(text);
    to += sprintf(to, "[Event \"a\"]\n");
    for (int i = 0; i < count; i++) {
        memcpy(to, piece, length);
        to += length;
    }
    to += sprintf(to, " *\n\n[Event \"b\"]\n\n1. 11-15 *\n");
    summary_open(&games);
    summary_open(&warnings);
    read_all(text, (size_t)(to - text), 100000, games.file, warnings.file);
    const char *second = strstr(summary_text(&games), " | ");
    assert_memory_equal(games.text, "bad ", 4);
    if (strstr(games.text, reason) == NULL || second == NULL) {
        fail_msg("%.400s", games.text);
    }
    assert_string_equal(second, " | 11-15 *");
    summary_close(&games);
    summary_close(&warnings);
    free(text);
}

TEST(limits_are_faults) {
    check_limit("[X \"y\"]\n", 300, "more than 256 tags");
    check_limit("11-15 ", 20001, "more than 20000 half-moves");
    check_limit("{a long comment, again and again} ", 200000, "more than 4 MiB");
    check_limit("a ", 2500000, "more than 4 MiB");
    check_limit("{", 2000000, "comment inside a comment");
    check_limit("word", 300000, "more than 1 MiB");
    check_limit("(", 2000000, "variation without an end");
    check_limit("1-", 100000, "is not of the form");
    check_limit("10x", 100000, "is not of the form");
}

TEST(warnings_are_kept_up_to_a_number) {
    char text[8192] = "[Event \"a\"]\n";
    OneGame one;
    for (int i = 0; i < 100; i++) {
        strcat(text, "[Event \"a\"]\n");
    }
    one_game_open(&one, strcat(text, "*\n"));
    assert_int_equal(one.status, PDN_GAME);
    assert_int_equal(one.read->warning_count, PDN_WARNINGS_MAX);
    assert_int_equal(one.read->warnings_lost, 100 + 1 - PDN_WARNINGS_MAX);
    pdn_reader_close(one.reader);
}

// ---- sources that fail

static int64_t read_and_fail(void *context, char *buffer, size_t size, Error *error) {
    Text *text = context;
    if (text->left > 0) {
        return read_text(context, buffer, size, error);
    }
    error_set(error, ERROR_FILE, "the disk is gone");
    return -1;
}

TEST(failing_source_is_no_end) {
    const char *bytes = "1. 11-15 *\n\n1. 9-14 ";
    Text text = {bytes, strlen(bytes), 5};
    Error error;
    const PdnRead *read;
    PdnReader *reader = pdn_reader_open(read_and_fail, &text, &error);
    assert_int_equal(pdn_reader_next(reader, &read, &error), PDN_FAILED);
    assert_int_equal(error.code, ERROR_FILE);
    assert_string_equal(error.message, "the disk is gone");
    pdn_reader_close(reader);
}

TEST(folder_is_no_file) {
    Error error;
    const PdnRead *read;
    FILE *file = fopen("tests", "r");
    assert_non_null(file);
    PdnReader *reader = pdn_reader_open(pdn_source_file, file, &error);
    assert_int_equal(pdn_reader_next(reader, &read, &error), PDN_FAILED);
    assert_int_equal(error.code, ERROR_FILE);
    pdn_reader_close(reader);
    fclose(file);
}

// ---- round trip

static char *write_games(const char *bytes, size_t length, size_t *written) {
    char *out = NULL;
    Text text = {bytes, length, 4096};
    Error error;
    const PdnRead *read;
    FILE *file = open_memstream(&out, written);
    PdnReader *reader = pdn_reader_open(read_text, &text, &error);
    PdnStatus status;
    while ((status = pdn_reader_next(reader, &read, &error)) == PDN_GAME || status == PDN_BAD) {
        if (status == PDN_GAME) {
            assert_true(pdn_write(file, &read->pdn, &error));
        }
    }
    pdn_reader_close(reader);
    fclose(file);
    return out;
}

// Every good game of the table comes back as it was, without a warning for itself.
TEST(written_games_come_back) {
    Table table = table_open("pdn.tsv", 3);
    while (table_next(&table)) {
        size_t length = unescape(table.column[0]), once_length, twice_length;
        char *once = write_games(table.column[0], length, &once_length);
        char *twice = write_games(once, once_length, &twice_length);
        if (strcmp(once, twice) != 0) {
            table_complain(&table, "written as\n%sand then as\n%s", once, twice);
        }
        Summary games, warnings;
        summary_open(&games);
        summary_open(&warnings);
        read_all(once, once_length, 4096, games.file, warnings.file);
        if (strstr(table.column[1], "bad ") == NULL &&
            strcmp(summary_text(&games), table.column[1]) != 0) {
            table_complain(&table, "written and read as\n%s", games.text);
        }
        if (strstr(summary_text(&games), "bad ") != NULL) {
            table_complain(&table, "bad when read again: %s", games.text);
        }
        summary_close(&games);
        summary_close(&warnings);
        free(once);
        free(twice);
    }
}

// A line of a comment that began like a tag would end the comment.
TEST(comment_that_quotes_tags_comes_back) {
    char comment[2000] = "", text[4000];
    OneGame one;
    for (int i = 0; i < 60; i++) {
        strcat(comment, i == 0 ? "see" : " [Event \"x\"]");
    }
    snprintf(text, sizeof text, "1. 11-15 {%s} *\n", comment);
    size_t written;
    char *once = write_games(text, strlen(text), &written);
    one_game_open(&one, once);
    assert_int_equal(one.status, PDN_GAME);
    assert_string_equal(one.read->pdn.comments[0], comment);
    pdn_reader_close(one.reader);
    free(once);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_of_texts),
        cmocka_unit_test(tags_are_found_in_any_case),
        cmocka_unit_test(set_up_position_and_rules),
        cmocka_unit_test(bad_game_as_far_as_it_goes),
        cmocka_unit_test(game_goes_on_after_a_third_repetition),
        cmocka_unit_test(variations_are_counted),
        cmocka_unit_test(limits_are_faults),
        cmocka_unit_test(warnings_are_kept_up_to_a_number),
        cmocka_unit_test(failing_source_is_no_end),
        cmocka_unit_test(folder_is_no_file),
        cmocka_unit_test(written_games_come_back),
        cmocka_unit_test(comment_that_quotes_tags_comes_back),
    };
    return cmocka_run_group_tests_name("pdn_read", tests, NULL, NULL);
}
