// What the unit tests share: reading the tables of tests/data/, positions from text, random
// positions. Tests run from the root of the repository.
#ifndef KELSO_TESTS_UNIT_SUPPORT_H
#define KELSO_TESTS_UNIT_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "rules/game.h"

#define TEST(name) static void name(void **state __attribute__((unused)))

// ---- Tables: lines of columns with a tab between them; lines that begin with # and empty lines
// are for readers, but the last line must be `# rows N`, so that a cut file is found out.

#define TABLE_COLUMNS_MAX 8

typedef struct {
    const char *name; // below tests/data/
    FILE *file;
    char *line;
    size_t line_size;
    int columns;                     // every row has as many
    char *column[TABLE_COLUMNS_MAX]; // of the present row
    int number;                      // of the present line
    int rows, bad;
    long promised; // by `# rows N`, -1 without such a line
} Table;

// Fails the test if the file is not there.
Table table_open(const char *name, int columns);

// The next row. At the end: false, and the test fails if a row was complained about or the number
// of rows is not the promised one.
bool table_next(Table *table);

// Prints the complaint with file and line and goes on: the test fails at the end of the table.
void table_complain(Table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A whole number of a column; a complaint if it is none.
int64_t table_number(Table *table, int column);

// ---- Positions and moves from text; the test fails if the text is wrong.

Position position_of(const char *fen);
Move move_of(Position position, const char *text);

// Plays "9-14 22-18 …" into the game.
void play_all(Game *game, const char *moves);

// All paths of the legal moves, "9-13 9-14", sorted by text.
#define MOVES_TEXT_MAX 4096
void moves_to_text(Position position, char text[MOVES_TEXT_MAX]);

// The words of a text sorted and joined by single blanks.
void words_sort(const char *words, char sorted[MOVES_TEXT_MAX]);

// ---- Random positions

// A number from the environment, or the default.
int64_t environment_number(const char *name, int64_t otherwise);

// A legal position with pieces set down anywhere: few or many, with all shares of kings.
Position random_placement(Random *random);

// A random legal move; there must be one.
Move random_move(Position position, Random *random);

#endif
