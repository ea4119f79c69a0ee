// Where the program looks for files of its own.
#ifndef KELSO_ENGINE_PLACES_H
#define KELSO_ENGINE_PLACES_H

#include <limits.h>
#include <stddef.h>

// The folders of endgame tables when none are named, parted by a colon: `egdb` beside the folder
// that the program is in (build/release/kelso: build/egdb), and share/kelso/egdb beside it, where
// an installed one has them. Empty if the system does not say where the program is.
void places_egdb(char *text, size_t size);

#define PLACES_MAX        (PATH_MAX + 64)
#define PLACES_BOOK_COUNT 2

// The files that the opening book may be, when none is named: kelso.kbk beside the program, and
// share/kelso/kelso.kbk beside its folder. Returns how many; 0 if the system does not say where the
// program is.
int places_book(char paths[PLACES_BOOK_COUNT][PLACES_MAX]);

#endif
