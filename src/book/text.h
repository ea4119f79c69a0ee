// The book as text, a position on each line: FORMAT.md.
#ifndef KELSO_BOOK_TEXT_H
#define KELSO_BOOK_TEXT_H

#include "book/entry.h"

#define BOOK_TEXT_HEAD "# kelso opening book, text 1"

// Room for any entry, the NUL included.
#define BOOK_TEXT_MAX 8192

// One line without its end.
void book_text_write(const BookEntry *entry, char text[BOOK_TEXT_MAX]);

// Reads a line, which is changed by it. Either colour may be to move; moves may stand in any order.
// What is wrong is an error that names the word. The entry passes book_entry_check then.
bool book_text_read(char *line, BookEntry *entry, Error *error);

#endif
