#include "book/packer.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "book/layout.h"
#include "notation/fen.h"

// An entry as it waits: as in the file, and behind it a byte with the number of its moves.
#define WAITING_BYTES (ENTRY_BYTES + 1)

// Bytes that grow.
typedef struct {
    uint8_t *bytes; // owned
    size_t size, capacity;
} Bytes;

struct BookPacker {
    Bytes entries; // their first moves count in `moves` as it is here
    Bytes moves;
};

static uint8_t *append(Bytes *bytes, size_t size) {
    if (bytes->bytes == NULL || bytes->size + size > bytes->capacity) {
        size_t capacity = 2 * bytes->capacity + size + 4096;
        uint8_t *larger = realloc(bytes->bytes, capacity);
        if (larger == NULL) {
            return NULL;
        }
        bytes->bytes = larger;
        bytes->capacity = capacity;
    }
    bytes->size += size;
    return bytes->bytes + bytes->size - size;
}

static bool no_memory(Error *error) {
    return error_set(error, ERROR_MEMORY, "no memory for an opening book");
}

BookPacker *book_packer_create(Error *error) {
    BookPacker *packer = calloc(1, sizeof *packer);
    if (packer == NULL) {
        no_memory(error);
    }
    return packer;
}

static void empty(BookPacker *packer) {
    free(packer->entries.bytes);
    free(packer->moves.bytes);
    *packer = (BookPacker){0};
}

void book_packer_destroy(BookPacker *packer) {
    if (packer != NULL) {
        empty(packer);
        free(packer);
    }
}

static void put_moves(uint8_t *bytes, const BookEntry *entry) {
    for (int i = 0; i < entry->count; i++, bytes += MOVE_BYTES) {
        const BookMove *move = &entry->moves[i];
        bytes_put(bytes + MOVE_CAPTURED, move->move.captured, 4);
        bytes[MOVE_FROM] = move->move.from;
        bytes[MOVE_TO] = move->move.to;
        bytes_put(bytes + MOVE_SCORE, (uint64_t)move->score, 2);
    }
}

bool book_packer_add(BookPacker *packer, const BookEntry *entry, Error *error) {
    if (!book_entry_check(entry, error)) {
        return false;
    }
    size_t first = packer->moves.size / MOVE_BYTES;
    uint8_t *moves = append(&packer->moves, (size_t)entry->count * MOVE_BYTES);
    uint8_t *bytes = append(&packer->entries, WAITING_BYTES);
    if (moves == NULL || bytes == NULL) {
        return no_memory(error);
    }
    put_moves(moves, entry);
    bytes_put(bytes + ENTRY_KEY, book_key(entry->position), 8);
    bytes_put(bytes + ENTRY_BLACK, entry->position.pieces[BLACK], 4);
    bytes_put(bytes + ENTRY_WHITE, entry->position.pieces[WHITE], 4);
    bytes_put(bytes + ENTRY_KINGS, entry->position.kings, 4);
    bytes_put(bytes + ENTRY_FIRST_MOVE, first, 4);
    bytes_put(bytes + ENTRY_VISITS, entry->visits, 4);
    bytes_put(bytes + ENTRY_SCORE, (uint64_t)entry->score, 2);
    bytes[ENTRY_DEPTH] = (uint8_t)entry->depth;
    bytes[ENTRY_FLAGS] = entry->expanded ? FLAG_EXPANDED : 0;
    bytes[ENTRY_BYTES] = (uint8_t)entry->count;
    return true;
}

static int compare_keys(const void *a, const void *b) {
    uint64_t first = bytes_get(a, 8), second = bytes_get(b, 8);
    return (first > second) - (first < second);
}

static void put_head(uint8_t *bytes, size_t size, size_t entries, size_t moves) {
    memcpy(bytes, BOOK_MAGIC, strlen(BOOK_MAGIC));
    bytes_put(bytes + HEAD_VERSION, BOOK_VERSION, 4);
    bytes_put(bytes + HEAD_ENTRIES, entries, 4);
    bytes_put(bytes + HEAD_MOVES, moves, 4);
    bytes_put(bytes + HEAD_ZERO, 0, 4);
    bytes_put(bytes + HEAD_SIZE, size, 8);
    bytes_put(bytes + HEAD_BODY_SUM, XXH3_64bits(bytes + HEAD_BYTES, size - HEAD_BYTES), 8);
    bytes_put(bytes + HEAD_SUM, XXH3_64bits(bytes, HEAD_SUM), 8);
}

static void put_body(const BookPacker *packer, size_t entries, uint8_t *bytes) {
    uint8_t *moves = bytes + entries * ENTRY_BYTES;
    uint32_t first = 0;
    for (size_t i = 0; i < entries; i++, bytes += ENTRY_BYTES) {
        const uint8_t *waiting = packer->entries.bytes + i * WAITING_BYTES;
        uint32_t from = (uint32_t)bytes_get(waiting + ENTRY_FIRST_MOVE, 4);
        uint32_t count = waiting[ENTRY_BYTES];
        memcpy(bytes, waiting, ENTRY_BYTES);
        bytes_put(bytes + ENTRY_FIRST_MOVE, first, 4);
        if (count > 0) {
            memcpy(moves + (size_t)first * MOVE_BYTES,
                   packer->moves.bytes + (size_t)from * MOVE_BYTES, (size_t)count * MOVE_BYTES);
        }
        first += count;
    }
}

// Whether no two neighbours have the same key.
static bool check_once(const BookPacker *packer, size_t entries, Error *error) {
    for (size_t i = 1; i < entries; i++) {
        const uint8_t *entry = packer->entries.bytes + i * WAITING_BYTES;
        if (compare_keys(entry - WAITING_BYTES, entry) == 0) {
            char fen[FEN_MAX];
            Position p = {.pieces = {(uint32_t)bytes_get(entry + ENTRY_BLACK, 4),
                                     (uint32_t)bytes_get(entry + ENTRY_WHITE, 4)},
                          .kings = (uint32_t)bytes_get(entry + ENTRY_KINGS, 4)};
            fen_write(p, fen);
            return error_set(error, ERROR_INPUT, "%s: this position is there twice", fen);
        }
    }
    return true;
}

uint8_t *book_packer_finish(BookPacker *packer, size_t *size, Error *error) {
    size_t entries = packer->entries.size / WAITING_BYTES, moves = packer->moves.size / MOVE_BYTES;
    uint8_t *bytes = NULL;
    if (entries > 0) {
        qsort(packer->entries.bytes, entries, WAITING_BYTES, compare_keys);
    }
    if (check_once(packer, entries, error)) {
        *size = HEAD_BYTES + entries * ENTRY_BYTES + moves * MOVE_BYTES;
        bytes = malloc(*size);
        if (bytes == NULL) {
            no_memory(error);
        } else {
            put_body(packer, entries, bytes + HEAD_BYTES);
            put_head(bytes, *size, entries, moves);
        }
    }
    empty(packer);
    return bytes;
}
