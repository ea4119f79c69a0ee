#include "egdb/table_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "common/alloc.h"
#include "egdb/index.h"

// Measured on six pieces: half the size of a block, in values, takes 7 % more room and 60 % of the
// time to unpack; level 16 saves 4 % more for four times the work, level 9 costs 4 %.
#define WLD_BLOCK_VALUES   (1U << 15)
#define PLIES_BLOCK_VALUES (1U << 13)
#define LEVEL              12
#define BATCH_BLOCKS       1024 // held in memory before they are written

// Data of so many bytes are waited for until they are on the disk. Less is soon made again, if a
// power failure should take it, and to wait for each of a hundred small files takes longer.
#define SYNC_SIZE (1U << 20)

typedef struct {
    uint8_t *bytes; // owned
    size_t size;
} Block;

// A thread's own things.
typedef struct {
    ZSTD_CCtx *zstd;
    size_t bound;
    uint8_t *values, *packed, *out; // owned
} Packer;

typedef struct {
    const TableSource *source;
    TableHead head;
    uint64_t blocks, first; // first: of the batch
    uint32_t batch;
    Block block[BATCH_BLOCKS];
    Packer *packers; // by worker of the team; owned
} Packing;

static void out_of_memory(void) {
    fprintf(stderr, "kelso-egdb: no memory\n");
    exit(EXIT_FAILURE);
}

static void packer_init(Packer *packer, const TableHead *head) {
    uint32_t values = head->block_values;
    size_t packed = block_packed_size(head->kind, values);
    packer->bound = BLOCK_HEADER_SIZE + ZSTD_compressBound(packed);
    packer->values = alloc_zeroed(values, 1);
    packer->packed = alloc_zeroed(packed, 1);
    packer->out = alloc_zeroed(packer->bound, 1);
    packer->zstd = ZSTD_createCCtx();
    if (packer->zstd == NULL) {
        out_of_memory();
    }
    ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_compressionLevel, LEVEL);
}

static void packer_destroy(Packer *packer) {
    ZSTD_freeCCtx(packer->zstd);
    free(packer->values);
    free(packer->packed);
    free(packer->out);
}

static bool is_uniform(const uint8_t *values, uint32_t count) {
    return memcmp(values, values + 1, count - 1) == 0;
}

// Positions that are never asked for get the value of the one before: that compresses best.
static void settle(uint8_t *values, uint32_t count) {
    uint32_t first = 0;
    while (first < count && values[first] == EGDB_ANY) {
        first++;
    }
    uint8_t last = first < count ? values[first] : 0;
    for (uint32_t i = 0; i < count; i++) {
        last = values[i] == EGDB_ANY ? last : values[i];
        values[i] = last;
    }
}

// The block's bytes into packer->out; returns their number.
static size_t pack_block(const Packing *packing, Packer *packer, uint64_t number) {
    const TableHead *head = &packing->head;
    const TableSource *source = packing->source;
    uint32_t count = table_head_block_values(head, number);
    uint8_t *payload = packer->out + BLOCK_HEADER_SIZE;
    size_t size = 1;
    source->fill(source->context, number * head->block_values, count, packer->values);
    settle(packer->values, count);
    if (is_uniform(packer->values, count)) {
        payload[0] = packer->values[0];
    } else {
        block_pack(head->kind, packer->values, count, packer->packed);
        size = ZSTD_compress2(packer->zstd, payload, packer->bound - BLOCK_HEADER_SIZE,
                              packer->packed, block_packed_size(head->kind, count));
        if (ZSTD_isError(size)) { // the room suffices, so it can be nothing else
            out_of_memory();
        }
    }
    bytes_put(packer->out, XXH3_64bits_withSeed(payload, size, number), BLOCK_HEADER_SIZE);
    return BLOCK_HEADER_SIZE + size;
}

static void pack_one(void *context, int worker, uint64_t item) {
    Packing *packing = context;
    Packer *packer = &packing->packers[worker];
    Block *block = &packing->block[item];
    block->size = pack_block(packing, packer, packing->first + item);
    block->bytes = alloc_zeroed(block->size, 1);
    memcpy(block->bytes, packer->out, block->size);
}

static bool cannot(const char *what, const char *path, Error *error) {
    return error_set(error, ERROR_FILE, "cannot %s %.200s: %s", what, path, strerror(errno));
}

static bool write_all(int fd, const uint8_t *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(fd, bytes, size);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        bytes += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

// Writes the packed batch and notes its offsets; *end is that of the data so far.
static bool write_batch(int fd, Packing *packing, uint8_t *index, uint64_t *end, const char *path,
                        Error *error) {
    bool good = true;
    for (uint32_t i = 0; i < packing->batch; i++) {
        Block *block = &packing->block[i];
        good = good && (write_all(fd, block->bytes, block->size) || cannot("write", path, error));
        free(block->bytes);
        *end += block->size;
        bytes_put(index + (packing->first + i + 1) * TABLE_INDEX_ENTRY, *end, TABLE_INDEX_ENTRY);
    }
    if (good && *end > UINT32_MAX) {
        return error_set(error, ERROR_FILE, "%.200s: more than 4 GiB, which the format cannot hold",
                         path);
    }
    return good;
}

static bool write_blocks(int fd, Packing *packing, Team *team, uint8_t *index, uint64_t *end,
                         const char *path, Error *error) {
    int threads = team == NULL ? 1 : team_threads(team);
    packing->packers = alloc_zeroed((size_t)threads, sizeof *packing->packers);
    for (int i = 0; i < threads; i++) {
        packer_init(&packing->packers[i], &packing->head);
    }
    bool good = true;
    for (packing->first = 0; good && packing->first < packing->blocks;) {
        uint64_t left = packing->blocks - packing->first;
        packing->batch = left < BATCH_BLOCKS ? (uint32_t)left : BATCH_BLOCKS;
        team_run(team, packing->batch, 1, pack_one, packing);
        good = write_batch(fd, packing, index, end, path, error);
        packing->first += packing->batch;
    }
    for (int i = 0; i < threads; i++) {
        packer_destroy(&packing->packers[i]);
    }
    free(packing->packers);
    return good;
}

// The data first, then, when the offsets are known, what stands before them.
static bool write_file(int fd, const TableSource *source, Team *team, const char *path,
                       Error *error) {
    Packing *packing = alloc_zeroed(1, sizeof *packing);
    packing->source = source;
    packing->head = (TableHead){.kind = source->kind,
                                .slice = source->slice,
                                .block_values = source->kind == EGDB_WLD ? WLD_BLOCK_VALUES
                                                                         : PLIES_BLOCK_VALUES,
                                .longest = source->longest,
                                .positions = index_size(source->slice),
                                .won = source->won,
                                .lost = source->lost};
    packing->blocks = table_head_blocks(&packing->head);
    size_t index_size = (packing->blocks + 1) * TABLE_INDEX_ENTRY;
    uint8_t *index = alloc_zeroed(index_size, 1), head[TABLE_HEAD_SIZE];
    uint64_t end = 0;
    bool good =
        lseek(fd, (off_t)(sizeof head + index_size), SEEK_SET) >= 0 || cannot("write", path, error);
    good = good && write_blocks(fd, packing, team, index, &end, path, error);
    if (good) {
        table_head_write(&packing->head, index, end, head);
        good = (lseek(fd, 0, SEEK_SET) == 0 && write_all(fd, head, sizeof head) &&
                write_all(fd, index, index_size) && (end < SYNC_SIZE || fsync(fd) == 0)) ||
               cannot("write", path, error);
    }
    free(index);
    free(packing);
    return good;
}

bool table_write(const TableSource *source, const char *folder, Team *team, Error *error) {
    char name[TABLE_NAME_MAX], path[PATH_MAX], temporary[PATH_MAX];
    table_file_name(source->slice, source->kind, name);
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(temporary, sizeof temporary, "%s/.%s.%ld", folder, name, (long)getpid());
    if (length >= PATH_MAX - 32) {
        return error_set(error, ERROR_FILE, "the name of the folder is too long: %.200s", folder);
    }
    int fd = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        return cannot("create", temporary, error);
    }
    bool good = write_file(fd, source, team, path, error);
    good = (close(fd) == 0 || !good || cannot("write", path, error)) && good;
    if (good && rename(temporary, path) != 0) {
        good = cannot("rename to", path, error);
    }
    if (!good) {
        unlink(temporary);
        return false;
    }
    return true;
}

bool table_is_unfinished(const char *name) {
    Slice s;
    char slice[SLICE_NAME_MAX], kind[16];
    long process;
    if (sscanf(name, ".%31[^.].%15[^.].%ld", slice, kind, &process) != 3 ||
        !slice_named(slice, &s)) {
        return false;
    }
    for (int i = 0; i < EGDB_KINDS; i++) {
        if (strcmp(kind, table_kind_name((EgdbKind)i)) == 0) {
            return true;
        }
    }
    return false;
}
