#include "book/book.h"

#include <inttypes.h>
#include <string.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "book/layout.h"

static const uint8_t *entry_at(const Book *book, uint32_t number) {
    return book->entries + (size_t)number * ENTRY_BYTES;
}

static uint64_t key_at(const Book *book, uint32_t number) {
    return bytes_get(entry_at(book, number) + ENTRY_KEY, 8);
}

static uint32_t first_move_at(const Book *book, uint32_t number) {
    return (uint32_t)bytes_get(entry_at(book, number) + ENTRY_FIRST_MOVE, 4);
}

static uint32_t end_of_moves(const Book *book, uint32_t number) {
    return number + 1 < book->count ? first_move_at(book, number + 1) : book->move_count;
}

static Position position_at(const uint8_t *bytes) {
    return (Position){.pieces = {(uint32_t)bytes_get(bytes + ENTRY_BLACK, 4),
                                 (uint32_t)bytes_get(bytes + ENTRY_WHITE, 4)},
                      .kings = (uint32_t)bytes_get(bytes + ENTRY_KINGS, 4),
                      .side = BLACK};
}

static bool refuse(const char *name, const char *why, Error *error) {
    return error_set(error, ERROR_FILE, "%.200s: %s", name, why);
}

// A file of this version, whose sizes and sums agree.
static bool check_head(const char *name, const uint8_t *bytes, size_t size, Error *error) {
    if (!book_is_one(bytes, size)) {
        return refuse(name, "not an opening book", error);
    }
    if (size < HEAD_BYTES) {
        return refuse(name, "cut short in its head", error);
    }
    uint64_t version = bytes_get(bytes + HEAD_VERSION, 4);
    if (version != BOOK_VERSION) {
        return error_set(error, ERROR_FILE, "%.200s: version %" PRIu64 ", this program reads %d",
                         name, version, BOOK_VERSION);
    }
    if (bytes_get(bytes + HEAD_SUM, 8) != XXH3_64bits(bytes, HEAD_SUM)) {
        return refuse(name, "damaged: the checksum of its head is wrong", error);
    }
    uint64_t whole = HEAD_BYTES + bytes_get(bytes + HEAD_ENTRIES, 4) * ENTRY_BYTES +
                     bytes_get(bytes + HEAD_MOVES, 4) * MOVE_BYTES;
    if (whole != size || bytes_get(bytes + HEAD_SIZE, 8) != size) {
        return error_set(error, ERROR_FILE, "%.200s: %zu bytes where it should have %" PRIu64, name,
                         size, bytes_get(bytes + HEAD_SIZE, 8));
    }
    uint64_t sum = XXH3_64bits(bytes + HEAD_BYTES, size - HEAD_BYTES);
    return bytes_get(bytes + HEAD_BODY_SUM, 8) == sum ||
           refuse(name, "damaged: its checksum is wrong", error);
}

// Keys rise and are those of the positions; the moves of an entry lie between those of its
// neighbours.
static bool check_order(const Book *book, const char *name, Error *error) {
    for (uint32_t i = 0; i < book->count; i++) {
        uint32_t first = first_move_at(book, i), end = end_of_moves(book, i);
        if (first > end || end > book->move_count || end - first > MOVES_MAX ||
            (i == 0 && first != 0) || (i > 0 && key_at(book, i - 1) >= key_at(book, i)) ||
            key_at(book, i) != book_key(position_at(entry_at(book, i)))) {
            return error_set(error, ERROR_FILE,
                             "%.200s: damaged: entry %" PRIu32 " is out of order", name, i);
        }
    }
    return book->count > 0 || book->move_count == 0 ||
           refuse(name, "damaged: moves without entries", error);
}

bool book_is_one(const uint8_t *bytes, size_t size) {
    return size >= strlen(BOOK_MAGIC) && memcmp(bytes, BOOK_MAGIC, strlen(BOOK_MAGIC)) == 0;
}

bool book_read(Book *book, const char *name, const uint8_t *bytes, size_t size, Error *error) {
    *book = (Book){0};
    if (!check_head(name, bytes, size, error)) {
        return false;
    }
    Book read = {.entries = bytes + HEAD_BYTES,
                 .count = (uint32_t)bytes_get(bytes + HEAD_ENTRIES, 4),
                 .move_count = (uint32_t)bytes_get(bytes + HEAD_MOVES, 4)};
    read.moves = read.entries + (size_t)read.count * ENTRY_BYTES;
    if (!check_order(&read, name, error)) {
        return false;
    }
    *book = read;
    return true;
}

bool book_open(Book *book, const char *path, Error *error) {
    FileMap map;
    *book = (Book){0};
    switch (file_map(&map, path, error)) {
    case FILE_MISSING:
        return error_set(error, ERROR_FILE, "%.200s: there is no such file", path);
    case FILE_FAILED:
        return false;
    default:
        break;
    }
    if (!book_read(book, path, map.bytes, map.size, error)) {
        file_unmap(&map);
        return false;
    }
    book->map = map;
    return true;
}

void book_close(Book *book) {
    file_unmap(&book->map);
    *book = (Book){0};
}

static int signed_at(const uint8_t *bytes) {
    return (int16_t)bytes_get(bytes, 2);
}

void book_entry(const Book *book, uint32_t number, BookEntry *entry) {
    const uint8_t *bytes = entry_at(book, number);
    uint32_t first = first_move_at(book, number), end = end_of_moves(book, number);
    entry->position = position_at(bytes);
    entry->visits = (uint32_t)bytes_get(bytes + ENTRY_VISITS, 4);
    entry->score = signed_at(bytes + ENTRY_SCORE);
    entry->depth = bytes[ENTRY_DEPTH];
    entry->expanded = bytes[ENTRY_FLAGS] & FLAG_EXPANDED;
    entry->count = (int)(end - first);
    for (int i = 0; i < entry->count; i++) {
        const uint8_t *move = book->moves + ((size_t)first + (size_t)i) * MOVE_BYTES;
        entry->moves[i] =
            (BookMove){.move = {.captured = (uint32_t)bytes_get(move + MOVE_CAPTURED, 4),
                                .from = move[MOVE_FROM],
                                .to = move[MOVE_TO]},
                       .score = signed_at(move + MOVE_SCORE)};
    }
}

bool book_find(const Book *book, Position p, BookEntry *entry) {
    Position wanted = book_position(p);
    uint64_t key = book_key(wanted);
    uint32_t low = 0, high = book->count; // the first entry with this key or a larger one
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (key_at(book, middle) < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Error ignored;
    if (low == book->count || key_at(book, low) != key) {
        return false;
    }
    book_entry(book, low, entry);
    if (!position_equal(entry->position, wanted) || !book_entry_check(entry, &ignored)) {
        return false;
    }
    if (p.side != BLACK) {
        book_entry_turn(entry);
    }
    return true;
}
