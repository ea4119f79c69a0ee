// Any bytes as an opening book, and any line as one of its text: refused with a message, or read
// without an illegal move and written back as the same. The first byte says whether the line is
// tried, the file as it is, or with its checksums put right, since nothing else would get past
// them.
#include "fuzz.h"

#include <string.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "book/book.h"
#include "book/packer.h"
#include "book/text.h"

// Offsets of FORMAT.md.
enum { AT_SIZE = 24, AT_BODY_SUM = 32, AT_HEAD_SUM = 40, AT_BODY = 48 };

static void mend(uint8_t *bytes, size_t size) {
    bytes_put(bytes + AT_SIZE, size, 8);
    bytes_put(bytes + AT_BODY_SUM, XXH3_64bits(bytes + AT_BODY, size - AT_BODY), 8);
    bytes_put(bytes + AT_HEAD_SUM, XXH3_64bits(bytes, AT_HEAD_SUM), 8);
}

static void check_found(const Book *book, Position p) {
    BookEntry entry;
    if (book_find(book, p, &entry)) {
        HOLDS(position_equal(entry.position, p));
        for (int i = 0; i < entry.count; i++) {
            HOLDS(moves_contain(p, entry.moves[i].move));
        }
    }
}

static void check_file(const uint8_t *bytes, size_t size) {
    Book book;
    Error error;
    if (!book_read(&book, "a book", bytes, size, &error)) {
        HOLDS(strncmp(error.message, "a book: ", 8) == 0);
        return;
    }
    for (uint32_t i = 0; i < book.count; i++) {
        BookEntry entry;
        book_entry(&book, i, &entry);
        check_found(&book, entry.position);
        check_found(&book, position_flip(entry.position));
    }
    book_close(&book);
}

// An entry that was read, through a file and through text.
static void check_written(const BookEntry *entry) {
    char text[BOOK_TEXT_MAX], again[BOOK_TEXT_MAX];
    BookEntry read;
    Error error;
    size_t size;
    BookPacker *packer = book_packer_create(&error);
    book_text_write(entry, text);
    HOLDS(book_packer_add(packer, entry, &error));
    uint8_t *bytes = book_packer_finish(packer, &size, &error);
    Book book;
    HOLDS(book_read(&book, "a book", bytes, size, &error));
    HOLDS(book_find(&book, entry->position, &read));
    book_text_write(&read, again);
    HOLDS(strcmp(text, again) == 0);
    HOLDS(book_text_read(again, &read, &error));
    book_text_write(&read, again);
    HOLDS(strcmp(text, again) == 0);
    free(bytes);
    book_packer_destroy(packer);
}

static void check_line(const uint8_t *data, size_t size) {
    char *line = malloc(size + 1);
    BookEntry entry;
    Error error;
    memcpy(line, data, size);
    line[size] = '\0';
    if (book_text_read(line, &entry, &error)) {
        check_written(&entry);
    } else {
        HOLDS(error.message[0] != '\0');
    }
    free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    if (data[0] == 't') {
        check_line(data + 1, size - 1);
        return 0;
    }
    uint8_t *bytes = malloc(size);
    memcpy(bytes, data + 1, size - 1);
    if (data[0] == 'm' && size - 1 >= AT_BODY) {
        mend(bytes, size - 1);
    }
    check_file(bytes, size - 1);
    free(bytes);
    return 0;
}
