#include "egdb_tables.h"

#include <stdlib.h>
#include <unistd.h>

#include "egdb/index.h"
#include "egdb/table_writer.h"
#include "notation/fen.h"

static OracleEndings *oracle;

static void solve(TablesReach reach) {
    oracle = oracle_endings_create(reach == TABLES_FOUR_KINGS ? 21 : 19);
    oracle_endings_solve_all(oracle, 3);
    if (reach == TABLES_FOUR_KINGS) {
        oracle_endings_solve(oracle, "BBBB");
        oracle_endings_solve(oracle, "BBBW");
        oracle_endings_solve(oracle, "BBWW");
        oracle_endings_solve(oracle, "BWWW");
        oracle_endings_solve(oracle, "WWWW");
    }
}

OracleEnding egdb_tables_ending(Position p) {
    char fen[FEN_MAX];
    OracleBoard board;
    OracleEnding ending;
    fen_write(p, fen);
    assert_true(oracle_read_fen(&board, fen));
    assert_true(oracle_endings_look_up(oracle, &board, &ending));
    return ending;
}

static uint8_t value_in_file(EgdbKind kind, OracleEnding ending) {
    if (kind == EGDB_WLD) {
        return ending.value == 'w' ? EGDB_WIN : ending.value == 'l' ? EGDB_LOSS : EGDB_DRAW;
    }
    return ending.value == 'd' ? EGDB_ANY
                               : (uint8_t)(kind == EGDB_END ? ending.end : ending.progress);
}

// A slice's endings by number; of those that a table is not asked for the value is 0.
static OracleEnding *endings_of(Slice s, TableSource *source) {
    OracleEnding *endings = calloc(index_size(s), sizeof *endings);
    for (uint64_t i = 0; i < index_size(s); i++) {
        Position p = index_position(s, i);
        endings[i] = egdb_tables_ending(p);
        source->won += endings[i].value == 'w';
        source->lost += endings[i].value == 'l';
        if (moves_can_capture(p, BLACK) || moves_can_capture(p, WHITE)) {
            endings[i].value = 0;
        }
    }
    return endings;
}

static void fill(const void *context, uint64_t first, uint32_t count, uint8_t *values) {
    memcpy(values, (const uint8_t *)context + first, count);
}

static void write_slice(const char *folder, Slice s) {
    TableSource source = {.slice = s, .fill = fill};
    OracleEnding *endings = endings_of(s, &source);
    uint8_t *values = malloc(index_size(s));
    source.context = values;
    for (source.kind = EGDB_WLD; source.kind <= EGDB_END; source.kind++) {
        Error error;
        source.longest = 0;
        for (uint64_t i = 0; i < index_size(s); i++) {
            values[i] = endings[i].value == 0 ? EGDB_ANY : value_in_file(source.kind, endings[i]);
            bool longer = source.kind != EGDB_WLD && values[i] != EGDB_ANY;
            source.longest = longer && values[i] > source.longest ? values[i] : source.longest;
        }
        if (!table_write(&source, folder, NULL, &error)) {
            fail_msg("%s", error.message);
        }
    }
    free(endings);
    free(values);
}

int egdb_tables_slices(TablesReach reach, Slice slices[SLICE_LIST_MAX]) {
    int count = slice_list(2, slices);
    count += slice_list(3, slices + count);
    if (reach == TABLES_FOUR_KINGS) {
        slices[count++] = (Slice){0, 3, 0, 1};
        slices[count++] = (Slice){0, 1, 0, 3};
        slices[count++] = (Slice){0, 2, 0, 2};
    }
    return count;
}

void egdb_tables_write(TablesReach reach, char folder[TABLES_FOLDER_MAX]) {
    Slice slices[SLICE_LIST_MAX];
    int count = egdb_tables_slices(reach, slices);
    solve(reach);
    strcpy(folder, "/tmp/kelso-tables-XXXXXX");
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < count; i++) {
        write_slice(folder, slices[i]);
    }
}

// Path of a table in a folder.
static void path_of(const char *folder, Slice s, EgdbKind kind, char path[160]) {
    char name[TABLE_NAME_MAX];
    table_file_name(s, kind, name);
    snprintf(path, 160, "%s/%s", folder, name);
}

static void remove_tables(TablesReach reach, const char *folder, EgdbKind last) {
    Slice slices[SLICE_LIST_MAX];
    int count = egdb_tables_slices(reach, slices);
    for (int i = 0; i < count; i++) {
        for (EgdbKind kind = EGDB_WLD; kind <= last; kind++) {
            char path[160];
            path_of(folder, slices[i], kind, path);
            assert_int_equal(unlink(path), 0);
        }
    }
    assert_int_equal(rmdir(folder), 0);
}

void egdb_tables_remove(TablesReach reach, const char *folder) {
    remove_tables(reach, folder, EGDB_END);
    oracle_endings_destroy(oracle);
}

void egdb_tables_link_results(TablesReach reach, const char *folder, char *other) {
    Slice slices[SLICE_LIST_MAX];
    int count = egdb_tables_slices(reach, slices);
    assert_non_null(mkdtemp(other));
    for (int i = 0; i < count; i++) {
        char from[160], to[160];
        path_of(folder, slices[i], EGDB_WLD, from);
        path_of(other, slices[i], EGDB_WLD, to);
        assert_int_equal(link(from, to), 0);
    }
}

void egdb_tables_unlink_results(TablesReach reach, const char *other) {
    remove_tables(reach, other, EGDB_WLD);
}
