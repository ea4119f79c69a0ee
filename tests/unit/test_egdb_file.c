// Files of the endgame tables: written and read back; cut, altered and foreign ones refused.
#include "support.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "egdb/index.h"
#include "egdb/table_file.h"
#include "egdb/table_writer.h"

// Two kings against one and a man: blocks of every sort, the last one shorter.
static const Slice slice = {0, 2, 1, 1};

static uint64_t mixed(uint64_t number) {
    return hash_words(number, 7);
}

// Runs with noise, a block of one value, values that are never asked for.
static uint8_t value_of(EgdbKind kind, uint64_t number) {
    uint64_t noise = mixed(number) % 100;
    if (number < 40000) {
        return 1;
    }
    if (noise < 20) {
        return EGDB_ANY;
    }
    return kind == EGDB_WLD ? (uint8_t)(noise < 30 ? noise % 3 : number / 500 % 3)
                            : (uint8_t)(noise < 30 ? noise : number / 500 % 255);
}

static void fill(const void *context, uint64_t first, uint32_t count, uint8_t *values) {
    const EgdbKind *kind = context;
    for (uint32_t i = 0; i < count; i++) {
        values[i] = value_of(*kind, first + i);
    }
}

static void write_table(EgdbKind kind, const char *folder, int threads) {
    Error error;
    Team *team = threads == 1 ? NULL : team_create(threads, &error);
    TableSource source = {.kind = kind,
                          .slice = slice,
                          .won = 5000,
                          .lost = 300,
                          .longest = kind == EGDB_WLD ? 0 : 254,
                          .fill = fill,
                          .context = &kind};
    if (!table_write(&source, folder, team, &error)) {
        fail_msg("%s", error.message);
    }
    team_destroy(team);
}

static void make_folder(char folder[64]) {
    strcpy(folder, "/tmp/kelso-egdb-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

static void path_of(EgdbKind kind, const char *folder, char path[160]) {
    char name[TABLE_NAME_MAX];
    table_file_name(slice, kind, name);
    snprintf(path, 160, "%s/%s", folder, name);
}

// The bytes of a table, on the heap.
static uint8_t *table_bytes(EgdbKind kind, int threads, size_t *size) {
    char folder[64], path[160];
    Error error;
    FileMap map;
    make_folder(folder);
    write_table(kind, folder, threads);
    path_of(kind, folder, path);
    assert_int_equal(file_map(&map, path, &error), FILE_MAPPED);
    uint8_t *bytes = malloc(map.size);
    memcpy(bytes, map.bytes, map.size);
    *size = map.size;
    file_unmap(&map);
    unlink(path);
    assert_int_equal(rmdir(folder), 0); // nothing else was left in it
    return bytes;
}

// Calls back with each value; false if a block is not whole.
static bool read_values(const TableFile *file, BlockReader *reader, uint8_t *values) {
    uint8_t packed[BLOCK_BYTES_MAX];
    for (uint64_t b = 0; b < file->blocks; b++) {
        size_t size;
        unsigned uniform;
        const uint8_t *block = table_file_block(file, b, &size);
        uint32_t count = table_head_block_values(&file->head, b);
        if (!block_is_whole(block, size, b)) {
            return false;
        }
        bool same = block_is_uniform(block, size, &uniform);
        assert_true(same || block_unpack(reader, block, size, packed,
                                         block_packed_size(file->head.kind, count)));
        for (uint32_t i = 0; i < count; i++) {
            unsigned byte = packed[block_byte(file->head.kind, i)];
            *values++ = (uint8_t)(same ? uniform : block_value(file->head.kind, byte, i));
        }
    }
    return true;
}

static void check_kind(EgdbKind kind) {
    size_t size, other_size;
    uint8_t *bytes = table_bytes(kind, 1, &size);
    uint8_t *other = table_bytes(kind, 3, &other_size);
    assert_int_equal(size, other_size);
    assert_memory_equal(bytes, other, size);
    TableFile file;
    Error error;
    if (!table_file_read(&file, "x", slice, kind, bytes, size, &error)) {
        fail_msg("%s", error.message);
    }
    assert_int_equal(file.head.positions, index_size(slice));
    assert_int_equal(file.head.won, 5000);
    assert_int_equal(file.head.lost, 300);
    assert_int_equal(file.head.longest, kind == EGDB_WLD ? 0 : 254);
    assert_true(file.blocks > 1);
    BlockReader *reader = block_reader_create();
    uint8_t *values = malloc(index_size(slice));
    assert_true(read_values(&file, reader, values));
    for (uint64_t i = 0; i < index_size(slice); i++) {
        uint8_t expected = value_of(kind, i);
        assert_true(values[i] == expected || expected == EGDB_ANY);
    }
    block_reader_destroy(reader);
    free(values);
    free(bytes);
    free(other);
}

TEST(what_is_written_is_read) {
    for (EgdbKind kind = EGDB_WLD; kind < EGDB_KINDS; kind++) {
        check_kind(kind);
    }
}

static bool reads(const uint8_t *bytes, size_t size, Error *error) {
    TableFile file;
    uint8_t *copy = malloc(size == 0 ? 1 : size); // so that a sanitizer sees each byte too far
    memcpy(copy, bytes, size);
    bool good = table_file_read(&file, "folder/name", slice, EGDB_WLD, copy, size, error);
    if (good) {
        BlockReader *reader = block_reader_create();
        uint8_t *values = malloc(index_size(slice));
        good = read_values(&file, reader, values);
        error_set(error, ERROR_FILE, "folder/name: block");
        free(values);
        block_reader_destroy(reader);
    }
    free(copy);
    return good;
}

TEST(cut_files_are_refused) {
    size_t size;
    Error error;
    uint8_t *bytes = table_bytes(EGDB_WLD, 1, &size);
    assert_true(reads(bytes, size, &error));
    for (size_t cut = 0; cut < size; cut += cut < 400 ? 1 : 97) {
        assert_false(reads(bytes, cut, &error));
        assert_ptr_equal(strstr(error.message, "folder/name: "), error.message);
    }
    uint8_t *longer = calloc(size + 1, 1);
    memcpy(longer, bytes, size);
    assert_false(reads(longer, size + 1, &error));
    free(longer);
    free(bytes);
}

TEST(altered_files_are_refused) {
    size_t size;
    Error error;
    Random random = {1};
    uint8_t *bytes = table_bytes(EGDB_WLD, 1, &size);
    for (size_t i = 0; i < 1000; i++) {
        size_t at = i < 200 ? i : random_below(&random, size);
        uint8_t flip = (uint8_t)(1 + random_below(&random, 255));
        bytes[at] ^= flip;
        assert_false(reads(bytes, size, &error));
        assert_ptr_equal(strstr(error.message, "folder/name: "), error.message);
        bytes[at] ^= flip;
    }
    free(bytes);
}

TEST(foreign_files_are_refused) {
    size_t size;
    Error error;
    TableFile file;
    uint8_t *bytes = table_bytes(EGDB_WLD, 1, &size);
    assert_false(table_file_read(&file, "x", (Slice){1, 1, 0, 2}, EGDB_WLD, bytes, size, &error));
    assert_string_equal(error.message, "x: holds another table than 1m1k-0m2k.wld");
    assert_false(table_file_read(&file, "x", slice, EGDB_END, bytes, size, &error));
    assert_string_equal(error.message, "x: holds another table than 0m2k-1m1k.end");
    bytes[8] = 2;
    assert_false(table_file_read(&file, "x", slice, EGDB_WLD, bytes, size, &error));
    assert_string_equal(error.message, "x: version 2, this program reads 1");
    memcpy(bytes, "GIF89a", 6);
    assert_false(table_file_read(&file, "x", slice, EGDB_WLD, bytes, size, &error));
    assert_string_equal(error.message, "x: not an endgame table");
    free(bytes);
}

TEST(a_file_that_cannot_be_written_is_named) {
    Error error;
    EgdbKind kind = EGDB_WLD;
    TableSource source = {.kind = kind, .slice = slice, .fill = fill, .context = &kind};
    assert_false(table_write(&source, "/nowhere/at/all", NULL, &error));
    assert_non_null(strstr(error.message, "/nowhere/at/all"));
}

TEST(maps_of_files) {
    Error error;
    FileMap map;
    assert_int_equal(file_map(&map, "/nowhere/at/all", &error), FILE_MISSING);
    assert_int_equal(file_map(&map, "/tmp", &error), FILE_FAILED);
    assert_string_equal(error.message, "/tmp: not a file");
    assert_int_equal(file_map(&map, "/dev/null", &error), FILE_FAILED);
    assert_null(map.bytes);
    file_unmap(&map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(cut_files_are_refused),
        cmocka_unit_test(altered_files_are_refused),
        cmocka_unit_test(foreign_files_are_refused),
        cmocka_unit_test(a_file_that_cannot_be_written_is_named),
        cmocka_unit_test(maps_of_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
