// The opening book as it is read: a file in memory, asked by position. FORMAT.md describes it.
#ifndef KELSO_BOOK_BOOK_H
#define KELSO_BOOK_BOOK_H

#include <stddef.h>

#include "base/file.h"
#include "book/entry.h"

// Any number of threads may read it.
typedef struct {
    FileMap map; // of book_open
    const uint8_t *entries, *moves;
    uint32_t count, move_count;
} Book;

// Opens the file, which stays mapped until book_close. All of it is looked at: checksums, and that
// the entries are in order. false, with an error that names the file, if it is missing, damaged or
// no book. A book of all zero is closed.
bool book_open(Book *book, const char *path, Error *error);
void book_close(Book *book);

// The same for bytes in memory, which must outlive the book; `name` stands in the error.
bool book_read(Book *book, const char *name, const uint8_t *bytes, size_t size, Error *error);

// Whether the bytes begin as a book does.
bool book_is_one(const uint8_t *bytes, size_t size);

// Entry number 0 … count - 1, by rising keys, as it stands in the file: book_entry_check is for
// those who don't trust it.
void book_entry(const Book *book, uint32_t number, BookEntry *entry);

// What the book has of a position, seen from its side to move. false if there is nothing, or
// nothing that passes book_entry_check: the moves are always legal.
bool book_find(const Book *book, Position p, BookEntry *entry);

#endif
