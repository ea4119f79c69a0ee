#include "match/openings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "book/ballots.h"
#include "common/alloc.h"
#include "common/args.h"
#include "match/openings_pdn.h"
#include "match/suites.h"
#include "notation/fen.h"
#include "notation/movetext.h"

// ---- one opening

// The length of a number of a move, "12." or "12...", in front of a word; 0: none.
static size_t move_number_length(const char *word) {
    size_t digits = strspn(word, "0123456789"), dots = strspn(word + digits, ".");
    return digits > 0 && dots > 0 ? digits + dots : 0;
}

// Plays the moves, cutting the text.
static bool play_moves(Opening *opening, Game *game, char *text, Error *error) {
    int capacity = 0;
    char *rest = text, *word;
    while ((word = text_next_word(&rest)) != NULL) {
        Move move;
        word += move_number_length(word);
        if (*word == '\0') {
            continue;
        }
        opening->moves =
            alloc_grow(opening->moves, &capacity, opening->move_count + 1, sizeof *opening->moves);
        MovePath *path = &opening->moves[opening->move_count];
        if (!move_read(game_position(game), word, &move, path, error) ||
            !game_play(game, move, error)) {
            return false;
        }
        opening->move_count++;
    }
    return true;
}

static bool read_opening(Opening *opening, char *text, Rules rules, Error *error) {
    bool moves = *text >= '0' && *text <= '9';
    Error warning;
    Game game;
    opening->start = position_start();
    if (!moves && !fen_read(text, &opening->start, &warning, error)) {
        return false;
    }
    if (!game_init(&game, opening->start, rules, error)) {
        return false;
    }
    bool good = !moves || play_moves(opening, &game, text, error);
    if (good && game_end(&game).result != RESULT_NONE) {
        good = error_set(error, ERROR_INPUT, "the game is over there: %s",
                         end_reason_name(game_end(&game).reason));
    }
    game_destroy(&game);
    return good && moves && opening->move_count == 0 ? error_set(error, ERROR_INPUT, "no move")
                                                     : good;
}

Opening *openings_add(OpeningList *list) {
    list->openings =
        alloc_grow(list->openings, &list->capacity, list->count + 1, sizeof *list->openings);
    Opening *opening = &list->openings[list->count++];
    *opening = (Opening){.number = list->count, .name = ""};
    return opening;
}

// ---- ballots

static bool load_ballots(OpeningList *list, BallotTable table, BallotClass last, Rules rules,
                         Error *error) {
    for (int i = 0; i < table.count; i++) {
        const Ballot *ballot = &table.ballots[i];
        if (ballot->class > last) {
            continue;
        }
        Opening *opening = openings_add(list);
        opening->number = ballot->number;
        opening->name = ballot->name;
        char *moves = alloc_text(ballot->moves);
        bool good = read_opening(opening, moves, rules, error);
        free(moves);
        if (!good) {
            return false;
        }
    }
    return true;
}

// ---- lines

// One line, numbered from 1. An error gets the place in front.
static bool load_line(OpeningList *list, char *line, Rules rules, const char *path, int number,
                      Error *error) {
    Error reason;
    line[strcspn(line, "#")] = '\0';
    char *text = text_trim(line);
    if (*text == '\0' || read_opening(openings_add(list), text, rules, &reason)) {
        return true;
    }
    return error_set(error, reason.code, "%s:%d: %s", path, number, reason.message);
}

static bool load_suite(OpeningList *list, const char *name, Rules rules, bool *known,
                       Error *error) {
    int count;
    const char *const *lines = suite_named(name, &count);
    bool good = true;
    *known = lines != NULL;
    for (int i = 0; good && lines != NULL && i < count; i++) {
        char *line = alloc_text(lines[i]);
        good = load_line(list, line, rules, name, i + 1, error);
        free(line);
    }
    return good;
}

// Of the byte order mark of UTF-8.
static size_t mark_length(const char *line) {
    static const char mark[] = "\xEF\xBB\xBF";
    return strncmp(line, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
}

// So that a file without an end, as /dev/zero, is refused before the memory is full.
#define LINE_BYTES_MAX 65536
#define LINES_MAX      5000000

typedef enum { LINE_GOOD, LINE_AT_END, LINE_WITH_NUL, LINE_TOO_LONG } LineKind;

static LineKind read_line(FILE *file, char line[LINE_BYTES_MAX + 1]) {
    int length = 0, c;
    while ((c = getc_unlocked(file)) != EOF && c != '\n') {
        if (c == '\0' || length == LINE_BYTES_MAX) {
            return c == '\0' ? LINE_WITH_NUL : LINE_TOO_LONG;
        }
        line[length++] = (char)c;
    }
    line[length] = '\0';
    return c == EOF && length == 0 ? LINE_AT_END : LINE_GOOD;
}

static bool load_lines(OpeningList *list, FILE *file, const char *path, Rules rules, Error *error) {
    char *line = alloc_zeroed(LINE_BYTES_MAX + 1, 1);
    LineKind kind;
    bool good = true;
    for (int number = 1; good && (kind = read_line(file, line)) != LINE_AT_END; number++) {
        if (kind == LINE_GOOD && number <= LINES_MAX) {
            char *text = line + (number == 1 ? mark_length(line) : 0);
            good = load_line(list, text, rules, path, number, error);
        } else {
            good = error_set(error, ERROR_INPUT, "%s:%d: %s", path, number,
                             kind == LINE_WITH_NUL   ? "a NUL byte"
                             : kind == LINE_TOO_LONG ? "more than 65536 bytes in a line"
                                                     : "more than 5000000 lines");
        }
    }
    free(line);
    if (good && ferror(file)) {
        return error_cannot(error, "read", path);
    }
    if (good && list->count == 0) {
        return error_set(error, ERROR_INPUT, "%s holds no opening", path);
    }
    return good;
}

static bool load_file(OpeningList *list, const char *path, Rules rules, Error *error) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return error_cannot(error, "open", path);
    }
    bool good = load_lines(list, file, path, rules, error);
    fclose(file);
    return good;
}

static bool is_pdn(const char *path) {
    size_t length = strlen(path);
    return length > 4 && text_equal_nocase(path + length - 4, ".pdn");
}

bool openings_load(OpeningList *list, const char *source, int plies, Rules rules, Error *error) {
    static const struct {
        const char *name;
        bool two_move;
        BallotClass last;
    } decks[] = {
        {"ballots144", false, BALLOT_DECK},
        {"ballots156", false, BALLOT_ADDED},
        {"ballots174", false, BALLOT_BARRED},
        {"ballots2", true, BALLOT_DECK},
    };
    *list = (OpeningList){0};
    if (is_pdn(source)) {
        return openings_pdn_load(list, source, plies < 0 ? OPENINGS_PLIES_USUAL : plies, rules,
                                 error);
    }
    if (plies >= 0) {
        return error_set(error, ERROR_INPUT, "--plies: %s is no PDN file, FILE.pdn", source);
    }
    for (size_t i = 0; i < sizeof decks / sizeof *decks; i++) {
        if (strcmp(source, decks[i].name) == 0) {
            list->ballots = !decks[i].two_move;
            return load_ballots(list, decks[i].two_move ? ballots_two_move() : ballots_three_move(),
                                decks[i].last, rules, error);
        }
    }
    bool known;
    bool good = load_suite(list, source, rules, &known, error);
    return known ? good : load_file(list, source, rules, error);
}

// ---- a choice

static const Opening *find(const OpeningList *list, int64_t number) {
    for (int i = 0; i < list->count; i++) {
        if (list->openings[i].number == number) {
            return &list->openings[i];
        }
    }
    return NULL;
}

static bool take(OpeningList *chosen, const OpeningList *list, int64_t number, Error *error) {
    const Opening *from = find(list, number);
    if (from == NULL) {
        return error_set(error, ERROR_INPUT, "there is no opening %" PRId64, number);
    }
    Opening *opening = openings_add(chosen);
    size_t size = (size_t)from->move_count * sizeof *from->moves;
    *opening = *from;
    opening->moves = alloc_zeroed(size, 1);
    if (size > 0) {
        memcpy(opening->moves, from->moves, size);
    }
    return true;
}

// One number, or two with a dash between them.
static bool take_range(OpeningList *chosen, const OpeningList *list, char *text, Error *error) {
    int64_t first, last;
    char *dash = strchr(text, '-');
    if (dash != NULL) {
        *dash = '\0';
    }
    if (!args_read_int(text, 1, INT32_MAX, &first, error) ||
        !args_read_int(dash == NULL ? text : dash + 1, first, INT32_MAX, &last, error)) {
        return false;
    }
    for (int64_t number = first; number <= last; number++) {
        if (!take(chosen, list, number, error)) {
            return false;
        }
    }
    return true;
}

bool openings_select(OpeningList *list, const char *numbers, Error *error) {
    OpeningList chosen = {.ballots = list->ballots};
    char *copy = alloc_text(numbers), *rest = copy, *range;
    bool good = true;
    while (good && (range = strsep(&rest, ",")) != NULL) {
        good = take_range(&chosen, list, range, error);
    }
    free(copy);
    openings_destroy(good ? list : &chosen);
    if (good) {
        *list = chosen;
    }
    return good;
}

void openings_destroy(OpeningList *list) {
    for (int i = 0; i < list->count; i++) {
        free(list->openings[i].moves);
    }
    free(list->openings);
    *list = (OpeningList){0};
}
