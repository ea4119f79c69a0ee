#include "support.h"

#include <stdlib.h>

#include "base/text.h"
#include "notation/fen.h"
#include "notation/movetext.h"

Table table_open(const char *name, int columns) {
    char path[256];
    snprintf(path, sizeof path, "tests/data/%s", name);
    Table table = {.name = name, .columns = columns, .promised = -1};
    assert_in_range(columns, 1, TABLE_COLUMNS_MAX);
    table.file = fopen(path, "r");
    if (table.file == NULL) {
        fail_msg("%s is missing; tests run from the root of the repository", path);
    }
    return table;
}

void table_complain(Table *table, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_error("tests/data/%s:%d: %s\n", table->name, table->number, text);
    table->bad++;
}

static void split(Table *table) {
    char *rest = table->line;
    int found = 0;
    while (rest != NULL) {
        char *tab = strchr(rest, '\t');
        if (found < table->columns) {
            table->column[found] = rest;
        }
        found++;
        if (tab != NULL) {
            *tab++ = '\0';
        }
        rest = tab;
    }
    if (found != table->columns) {
        fail_msg("tests/data/%s:%d: %d columns, not %d", table->name, table->number, found,
                 table->columns);
    }
}

static void finish(Table *table) {
    free(table->line);
    fclose(table->file);
    if (table->bad > 0 || table->promised != table->rows) {
        fail_msg("tests/data/%s: %d bad rows; %d rows, `# rows N` says %ld", table->name,
                 table->bad, table->rows, table->promised);
    }
}

bool table_next(Table *table) {
    while (getline(&table->line, &table->line_size, table->file) >= 0) {
        table->number++;
        table->line[strcspn(table->line, "\n")] = '\0';
        if (strncmp(table->line, "# rows ", 7) == 0) {
            table->promised = atol(table->line + 7);
        } else if (table->line[0] != '#' && table->line[0] != '\0') {
            table->promised = -1; // it is not the last line
            table->rows++;
            split(table);
            return true;
        }
    }
    finish(table);
    return false;
}

int64_t table_number(Table *table, int column) {
    int64_t number = 0;
    if (text_to_int(table->column[column], INT64_MIN, INT64_MAX, &number) != TEXT_NUMBER) {
        table_complain(table, "'%s' is not a number", table->column[column]);
    }
    return number;
}

Position position_of(const char *fen) {
    Position position = {0};
    Error warning, error;
    if (!fen_read(fen, &position, &warning, &error)) {
        fail_msg("%s: %s", fen, error.message);
    }
    if (warning.code != ERROR_NONE) {
        fail_msg("%s: %s", fen, warning.message);
    }
    return position;
}

Move move_of(Position position, const char *text) {
    Move move = {0};
    Error error;
    if (!move_read(position, text, &move, NULL, &error)) {
        fail_msg("%s", error.message);
    }
    return move;
}

void play_all(Game *game, const char *moves) {
    char *copy = strdup(moves), *rest = copy, *word;
    Error error;
    while ((word = text_next_word(&rest)) != NULL) {
        assert_true(game_play(game, move_of(game_position(game), word), &error));
    }
    free(copy);
}

static int compare_words(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void words_sort(const char *words, char sorted[MOVES_TEXT_MAX]) {
    char *copy = strdup(words), *rest = copy, *word[256];
    size_t count = 0, length = 0;
    while (count < 256 && (word[count] = text_next_word(&rest)) != NULL) {
        count++;
    }
    qsort(word, count, sizeof *word, compare_words);
    sorted[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        length += (size_t)snprintf(sorted + length, MOVES_TEXT_MAX - length, "%s%s",
                                   i == 0 ? "" : " ", word[i]);
    }
    free(copy);
}

void moves_to_text(Position position, char text[MOVES_TEXT_MAX]) {
    MovePathList list;
    char unsorted[MOVES_TEXT_MAX] = "", word[MOVE_TEXT_MAX];
    size_t length = 0;
    moves_generate_paths(position, &list);
    for (int i = 0; i < list.count; i++) {
        move_path_write(&list.paths[i], word);
        length += (size_t)snprintf(unsorted + length, sizeof unsorted - length, "%s ", word);
    }
    words_sort(unsorted, text);
}

int64_t environment_number(const char *name, int64_t otherwise) {
    const char *text = getenv(name);
    int64_t number = otherwise;
    if (text != NULL && text_to_int(text, 0, INT64_MAX, &number) != TEXT_NUMBER) {
        fail_msg("%s=%s is not a number", name, text);
    }
    return number;
}

Position random_placement(Random *random) {
    Position p = {.side = (uint32_t)random_below(random, 2)};
    int most = random_below(random, 2) == 0 ? 4 : SIDE_PIECES_MAX; // a side; few and many
    int wanted[2], kings_of_4 = (int)random_below(random, 5);
    do {
        wanted[BLACK] = (int)random_below(random, (uint64_t)most + 1);
        wanted[WHITE] = (int)random_below(random, (uint64_t)most + 1);
    } while (wanted[BLACK] + wanted[WHITE] == 0);
    for (int side = BLACK; side <= WHITE; side++) {
        while (wanted[side] > 0) {
            uint32_t bit = square_bit((int)random_below(random, SQUARE_COUNT));
            if ((p.pieces[BLACK] | p.pieces[WHITE]) & bit) {
                continue;
            }
            bool king = (int)random_below(random, 4) < kings_of_4;
            p.pieces[side] |= bit;
            p.kings |= king || (bit & king_row((Side)side)) ? bit : 0;
            wanted[side]--;
        }
    }
    return p;
}

Move random_move(Position position, Random *random) {
    MoveList list;
    moves_generate(position, &list);
    assert_true(list.count > 0);
    return list.moves[random_below(random, (uint64_t)list.count)];
}
