#include "egdb/egdb.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/file.h"
#include "egdb/cache.h"
#include "egdb/index.h"
#include "egdb/table_file.h"
#include "rules/moves.h"

typedef struct {
    TableFile file;
    FileMap map;
    char *path;          // owned
    uint64_t key;        // of its first block in the cache
    int shift;           // log2 of the values in a block
    atomic_bool damaged; // a block was not whole: the file is not asked any more
} Table;

// What unpacking a block takes; as many as threads ever unpacked at a time.
typedef struct Bench Bench;
struct Bench {
    Bench *next;
    BlockReader *reader;
    uint8_t packed[BLOCK_BYTES_MAX];
};

struct Egdb {
    Table *tables[EGDB_KINDS][SLICE_IDS]; // owned; NULL: not there
    int pieces, files;
    Cache *cache;
    pthread_mutex_t mutex; // guards the benches and the warnings: not held while unpacking
    Bench *benches;        // those that are free
    EgdbWarn *warn;
    void *warn_context;
};

#define KEY_BLOCKS_LOG2 40

// Opening. ----------------------------------------------------------------------------------------

static void table_close(Table *table) {
    if (table != NULL) {
        file_unmap(&table->map);
        free(table->path);
        free(table);
    }
}

static void warn(Egdb *egdb, const Error *error) {
    if (egdb->warn != NULL) {
        pthread_mutex_lock(&egdb->mutex);
        egdb->warn(egdb->warn_context, error);
        pthread_mutex_unlock(&egdb->mutex);
    }
}

// NULL if it is not there, or refused: then there was a warning.
static Table *table_open(Egdb *egdb, const char *path, Slice s, EgdbKind kind) {
    Error error;
    FileMap map;
    FileStatus status = file_map(&map, path, &error);
    if (status == FILE_MISSING) {
        return NULL;
    }
    Table *table = calloc(1, sizeof *table);
    char *copy = strdup(path);
    bool good = status == FILE_MAPPED;
    if (table == NULL || copy == NULL) {
        good = error_set(&error, ERROR_MEMORY, "%.200s: no memory", path);
    }
    good = good && table_file_read(&table->file, path, s, kind, map.bytes, map.size, &error);
    if (!good) {
        warn(egdb, &error);
        file_unmap(&map);
        free(copy);
        free(table);
        return NULL;
    }
    table->map = map;
    table->path = copy;
    table->shift = bits_first(table->file.head.block_values);
    table->key = (uint64_t)++egdb->files << KEY_BLOCKS_LOG2;
    return table;
}

static void open_slice(Egdb *egdb, const char *folder, Slice s) {
    for (EgdbKind kind = EGDB_WLD; kind < EGDB_KINDS; kind++) {
        char name[TABLE_NAME_MAX], path[FILE_PATH_MAX + TABLE_NAME_MAX];
        Table **table = &egdb->tables[kind][slice_id(s)];
        if (*table == NULL) {
            table_file_name(s, kind, name);
            snprintf(path, sizeof path, "%s/%s", folder, name);
            *table = table_open(egdb, path, s, kind);
        }
    }
    if (egdb->tables[EGDB_WLD][slice_id(s)] != NULL && egdb->pieces < slice_pieces(s)) {
        egdb->pieces = slice_pieces(s);
    }
}

static void open_folder(Egdb *egdb, const char *folder, int pieces) {
    Slice slices[SLICE_LIST_MAX];
    for (int n = 2; n <= pieces; n++) {
        int count = slice_list(n, slices);
        for (int i = 0; i < count; i++) {
            open_slice(egdb, folder, slices[i]);
        }
    }
}

Egdb *egdb_open(const char *folders, int pieces, int cache_mebibytes, EgdbWarn *told, void *context,
                Error *error) {
    Egdb *egdb = calloc(1, sizeof *egdb);
    if (egdb == NULL) {
        error_set(error, ERROR_MEMORY, "no memory for endgame tables");
        return NULL;
    }
    pthread_mutex_init(&egdb->mutex, NULL);
    egdb->warn = told;
    egdb->warn_context = context;
    egdb->cache = cache_create(cache_mebibytes, error);
    if (egdb->cache == NULL) {
        egdb_close(egdb);
        return NULL;
    }
    for (const char *at = folders; *at != '\0';) {
        char folder[FILE_PATH_MAX];
        size_t length = strcspn(at, FILE_LIST_SEPARATOR);
        snprintf(folder, sizeof folder, "%.*s", (int)length, at);
        if (length > 0) {
            open_folder(egdb, folder, pieces);
        }
        at += length + (at[length] != '\0');
    }
    return egdb;
}

void egdb_close(Egdb *egdb) {
    if (egdb == NULL) {
        return;
    }
    for (int kind = 0; kind < EGDB_KINDS; kind++) {
        for (int id = 0; id < SLICE_IDS; id++) {
            table_close(egdb->tables[kind][id]);
        }
    }
    while (egdb->benches != NULL) {
        Bench *bench = egdb->benches;
        egdb->benches = bench->next;
        block_reader_destroy(bench->reader);
        free(bench);
    }
    cache_destroy(egdb->cache);
    pthread_mutex_destroy(&egdb->mutex);
    free(egdb);
}

int egdb_pieces(const Egdb *egdb) {
    return egdb->pieces;
}

int egdb_files(const Egdb *egdb) {
    return egdb->files;
}

// Probing. ----------------------------------------------------------------------------------------

static Bench *take_bench(Egdb *egdb) {
    pthread_mutex_lock(&egdb->mutex);
    Bench *bench = egdb->benches;
    if (bench != NULL) {
        egdb->benches = bench->next;
    }
    pthread_mutex_unlock(&egdb->mutex);
    if (bench == NULL) {
        bench = calloc(1, sizeof *bench);
        if (bench != NULL && (bench->reader = block_reader_create()) == NULL) {
            free(bench);
            bench = NULL;
        }
    }
    return bench;
}

static void give_back(Egdb *egdb, Bench *bench) {
    pthread_mutex_lock(&egdb->mutex);
    bench->next = egdb->benches;
    egdb->benches = bench;
    pthread_mutex_unlock(&egdb->mutex);
}

static bool refuse_table(Egdb *egdb, Table *table, uint64_t block) {
    if (!atomic_exchange(&table->damaged, true)) {
        Error error;
        error_set(&error, ERROR_FILE, "%.200s: damaged: block %llu is wrong; the file is not used",
                  table->path, (unsigned long long)block);
        warn(egdb, &error);
    }
    return false;
}

// The byte of the block that holds the value, from the file; false if the block is not whole.
static bool unpack_byte(Egdb *egdb, Table *table, uint64_t block, size_t at, unsigned *byte) {
    EgdbKind kind = table->file.head.kind;
    size_t size,
        packed = block_packed_size(kind, table_head_block_values(&table->file.head, block));
    const uint8_t *bytes = table_file_block(&table->file, block, &size);
    if (!block_is_whole(bytes, size, block)) {
        return refuse_table(egdb, table, block);
    }
    Bench *bench = take_bench(egdb);
    if (bench == NULL) {
        return false; // no memory: not known
    }
    bool good = block_unpack(bench->reader, bytes, size, bench->packed, packed);
    if (good) {
        *byte = bench->packed[at];
        cache_put(egdb->cache, table->key + block, bench->packed, packed);
    }
    give_back(egdb, bench);
    return good || refuse_table(egdb, table, block);
}

static bool table_value(Egdb *egdb, Table *table, uint64_t number, unsigned *value) {
    EgdbKind kind = table->file.head.kind;
    uint64_t block = number >> table->shift;
    uint32_t in_block = (uint32_t)number & (table->file.head.block_values - 1);
    size_t at = block_byte(kind, in_block), size;
    unsigned byte;
    if (cache_get(egdb->cache, table->key + block, at, &byte)) { // without a look at the file
        *value = block_value(kind, byte, in_block);
        return true;
    }
    const uint8_t *bytes = table_file_block(&table->file, block, &size);
    if (size == BLOCK_HEADER_SIZE + 1) {
        return (block_is_whole(bytes, size, block) && block_is_uniform(bytes, size, value)) ||
               refuse_table(egdb, table, block);
    }
    if (!unpack_byte(egdb, table, block, at, &byte)) {
        return false;
    }
    *value = block_value(kind, byte, in_block);
    return true;
}

static Table *table_of(const Egdb *egdb, EgdbKind kind, Position p) {
    int pieces = bits_count(p.pieces[BLACK] | p.pieces[WHITE]);
    return pieces > egdb->pieces ? NULL : egdb->tables[kind][slice_id(slice_of(p))];
}

static bool probe(Egdb *egdb, EgdbKind kind, Position p, unsigned *value) {
    Table *table = table_of(egdb, kind, p);
    return table != NULL && !atomic_load_explicit(&table->damaged, memory_order_relaxed) &&
           table_value(egdb, table, index_of(table->file.head.slice, p), value);
}

EgdbValue egdb_probe_quiet(Egdb *egdb, Position p) {
    unsigned value;
    return probe(egdb, EGDB_WLD, p, &value) && value <= EGDB_LOSS ? (EgdbValue)value : EGDB_UNKNOWN;
}

EgdbValue egdb_probe(Egdb *egdb, Position p) {
    return moves_can_capture(p, BLACK) || moves_can_capture(p, WHITE) ? EGDB_UNKNOWN
                                                                      : egdb_probe_quiet(egdb, p);
}

int egdb_plies(Egdb *egdb, EgdbKind kind, Position p) {
    unsigned value;
    return probe(egdb, kind, p, &value) && value <= EGDB_PLIES_MAX ? (int)value : -1;
}

int egdb_longest(const Egdb *egdb, EgdbKind kind, Position p) {
    const Table *table = table_of(egdb, kind, p);
    return table == NULL ? -1 : (int)table->file.head.longest;
}

const TableHead *egdb_head(const Egdb *egdb, EgdbKind kind, Slice s) {
    const Table *table = egdb->tables[kind][slice_id(s)];
    return table == NULL ? NULL : &table->file.head;
}
