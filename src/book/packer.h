// Making a book's file out of entries, in any order.
#ifndef KELSO_BOOK_PACKER_H
#define KELSO_BOOK_PACKER_H

#include <stddef.h>

#include "book/entry.h"

typedef struct BookPacker BookPacker;

// NULL, with an error, if there is no memory.
BookPacker *book_packer_create(Error *error);
void book_packer_destroy(BookPacker *packer);

// false, with an error, if the entry is wrong (book_entry_check), or there is no memory.
bool book_packer_add(BookPacker *packer, const BookEntry *entry, Error *error);

// The bytes of the file, to be freed by the caller; NULL, with an error, if a position was added
// twice, or there is no memory. The packer is empty afterwards.
uint8_t *book_packer_finish(BookPacker *packer, size_t *size, Error *error);

#endif
