#include "egdb/store.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/hash.h"
#include "common/alloc.h"

#define VERSION    1
#define HEAD_SIZE  32
#define ENTRY_SIZE 12
#define LEVEL      1  // of zstd: the file is read a few times and thrown away
#define BATCH      16 // blocks compressed before they are written
#define SUFFIX     ".exact"
#define PART       ".part" // while it is written

static const uint8_t magic[8] = {'K', 'e', 'l', 's', 'o', 'E', 'X', '\n'};

static void path_of(const char *folder, Slice s, const char *suffix, char path[PATH_MAX]) {
    char name[SLICE_NAME_MAX];
    slice_name(s, name);
    snprintf(path, PATH_MAX, "%s/%s%s", folder, name, suffix);
}

bool store_has(const char *folder, Slice s) {
    char path[PATH_MAX];
    path_of(folder, s, SUFFIX, path);
    return access(path, F_OK) == 0;
}

// ---- blocks

static uint64_t blocks_of_array(const Solved *solved) {
    return (solved->bytes + STORE_BLOCK - 1) / STORE_BLOCK;
}

// Where a block's bytes stand in memory.
static uint8_t *block_of(const Solved *solved, uint64_t block, size_t *size) {
    uint64_t blocks = blocks_of_array(solved);
    uint64_t *array = block < blocks ? solved->win : solved->loss;
    size_t at = (size_t)(block % blocks) * STORE_BLOCK, left = solved->bytes - at;
    *size = left < STORE_BLOCK ? left : STORE_BLOCK;
    return (uint8_t *)array + at;
}

static void head_write(const Solved *solved, const uint8_t *index, uint8_t head[HEAD_SIZE]) {
    Slice s = solved->slice;
    uint64_t blocks = 2 * blocks_of_array(solved);
    memcpy(head, magic, sizeof magic);
    bytes_put(head + 8, VERSION, 4);
    bytes_put(head + 12, (uint64_t)s.own_men, 1);
    bytes_put(head + 13, (uint64_t)s.own_kings, 1);
    bytes_put(head + 14, (uint64_t)s.opp_men, 1);
    bytes_put(head + 15, (uint64_t)s.opp_kings, 1);
    bytes_put(head + 16, blocks, 4);
    bytes_put(head + 20, 0, 4);
    bytes_put(head + 24, XXH3_64bits(index, (size_t)blocks * ENTRY_SIZE), 8);
}

// ---- writing

typedef struct {
    const Solved *solved;
    uint64_t first; // block of the batch
    uint8_t *index;
    uint8_t *packed[BATCH];
    size_t bound;
} Packing;

static void pack_block(void *context, int worker, uint64_t item) {
    Packing *packing = context;
    size_t size;
    (void)worker;
    const uint8_t *block = block_of(packing->solved, packing->first + item, &size);
    uint8_t *packed = packing->packed[item];
    size_t length = ZSTD_compress(packed, packing->bound, block, size, LEVEL);
    uint8_t *entry = packing->index + (packing->first + item) * ENTRY_SIZE;
    bytes_put(entry, ZSTD_isError(length) ? 0 : length, 4);
    bytes_put(entry + 4, ZSTD_isError(length) ? 0 : XXH3_64bits(packed, length), 8);
}

static bool write_blocks(Packing *packing, uint64_t blocks, Team *team, FILE *file) {
    for (uint64_t first = 0; first < blocks; first += BATCH) {
        uint64_t count = blocks - first < BATCH ? blocks - first : BATCH;
        packing->first = first;
        team_run(team, count, 1, pack_block, packing);
        for (uint64_t i = 0; i < count; i++) {
            size_t length = bytes_get(packing->index + (first + i) * ENTRY_SIZE, 4);
            errno = ENOMEM; // length 0: the compressor got no memory
            if (length == 0 || fwrite(packing->packed[i], 1, length, file) != length) {
                return false;
            }
        }
    }
    return true;
}

static bool write_file(const Solved *solved, Team *team, FILE *file) {
    uint64_t blocks = 2 * blocks_of_array(solved);
    uint8_t head[HEAD_SIZE] = {0};
    Packing packing = {.solved = solved, .bound = ZSTD_compressBound(STORE_BLOCK)};
    packing.index = alloc_zeroed(blocks, ENTRY_SIZE);
    for (int i = 0; i < BATCH; i++) {
        packing.packed[i] = alloc_zeroed(packing.bound, 1);
    }
    size_t index_size = (size_t)blocks * ENTRY_SIZE;
    bool good = fwrite(head, 1, HEAD_SIZE, file) == HEAD_SIZE &&
                fwrite(packing.index, 1, index_size, file) == index_size &&
                write_blocks(&packing, blocks, team, file) && fseek(file, 0, SEEK_SET) == 0;
    head_write(solved, packing.index, head);
    good = good && fwrite(head, 1, HEAD_SIZE, file) == HEAD_SIZE &&
           fwrite(packing.index, 1, index_size, file) == index_size && fflush(file) == 0;
    for (int i = 0; i < BATCH; i++) {
        free(packing.packed[i]);
    }
    free(packing.index);
    return good;
}

bool store_save(const char *folder, const Solved *solved, Team *team, Error *error) {
    char path[PATH_MAX], part[PATH_MAX], suffix[32];
    path_of(folder, solved->slice, SUFFIX, path);
    snprintf(suffix, sizeof suffix, ".%ld" PART, (long)getpid());
    path_of(folder, solved->slice, suffix, part);
    FILE *file = fopen(part, "we");
    bool good = file != NULL && write_file(solved, team, file);
    int reason = errno;
    if (file != NULL && fclose(file) != 0 && good) {
        reason = errno;
        good = false;
    }
    if (good && rename(part, path) != 0) {
        reason = errno;
        good = false;
    }
    if (!good) {
        unlink(part);
        errno = reason;
        return error_cannot(error, "write", path);
    }
    return true;
}

// ---- reading

typedef struct {
    const Solved *solved;
    const uint8_t *index, *data;
    uint64_t *offsets; // of the blocks within the data, and of the end
    atomic_bool damaged;
} Unpacking;

static void unpack_block(void *context, int worker, uint64_t block) {
    Unpacking *unpacking = context;
    size_t size;
    (void)worker;
    uint8_t *bytes = block_of(unpacking->solved, block, &size);
    const uint8_t *packed = unpacking->data + unpacking->offsets[block];
    size_t length = (size_t)(unpacking->offsets[block + 1] - unpacking->offsets[block]);
    uint64_t sum = bytes_get(unpacking->index + block * ENTRY_SIZE + 4, 8);
    if (XXH3_64bits(packed, length) != sum ||
        ZSTD_decompress(bytes, size, packed, length) != size) {
        atomic_store_explicit(&unpacking->damaged, true, memory_order_relaxed);
    }
}

static bool read_blocks(const Solved *solved, const FileMap *map, Team *team) {
    uint64_t blocks = 2 * blocks_of_array(solved);
    size_t front = HEAD_SIZE + (size_t)blocks * ENTRY_SIZE;
    uint8_t head[HEAD_SIZE];
    if (map->size < front) {
        return false;
    }
    head_write(solved, map->bytes + HEAD_SIZE, head);
    if (memcmp(map->bytes, head, HEAD_SIZE) != 0) {
        return false;
    }
    Unpacking unpacking = {solved, map->bytes + HEAD_SIZE, map->bytes + front, NULL, false};
    unpacking.offsets = alloc_zeroed(blocks + 1, sizeof *unpacking.offsets);
    for (uint64_t i = 0; i < blocks; i++) {
        unpacking.offsets[i + 1] =
            unpacking.offsets[i] + bytes_get(unpacking.index + i * ENTRY_SIZE, 4);
    }
    bool good = unpacking.offsets[blocks] == map->size - front;
    if (good) {
        team_run(team, blocks, 1, unpack_block, &unpacking);
        good = !atomic_load(&unpacking.damaged);
    }
    free(unpacking.offsets);
    return good;
}

Solved *store_load(const char *folder, Slice s, Team *team, Error *error) {
    char path[PATH_MAX];
    FileMap map;
    path_of(folder, s, SUFFIX, path);
    FileStatus status = file_map(&map, path, error);
    if (status != FILE_MAPPED) {
        if (status == FILE_MISSING) {
            error_set(error, ERROR_FILE, "%.200s is gone", path);
        }
        return NULL;
    }
    Solved *solved = solved_create(s, error);
    if (solved != NULL && !read_blocks(solved, &map, team)) {
        solved_destroy(solved);
        solved = NULL;
        error_set(error, ERROR_FILE, "%.200s is damaged; remove it and start again", path);
    }
    file_unmap(&map);
    return solved;
}

// ---- taking away

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

bool store_remove(const char *folder, Error *error) {
    DIR *directory = opendir(folder);
    if (directory == NULL) {
        return errno == ENOENT || error_cannot(error, "read the folder", folder);
    }
    bool good = true;
    const struct dirent *entry;
    while (good && (entry = readdir(directory)) != NULL) {
        char path[PATH_MAX];
        if (!ends_with(entry->d_name, SUFFIX) && !ends_with(entry->d_name, PART)) {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (unlink(path) != 0 && errno != ENOENT) {
            good = error_cannot(error, "remove", path);
        }
    }
    closedir(directory);
    rmdir(folder); // stays if it holds anything else
    return good;
}
