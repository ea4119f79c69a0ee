// Where the program, or the library, looks for files of its own.
#ifndef KELSO_ENGINE_PLACES_H
#define KELSO_ENGINE_PLACES_H

#include <stddef.h>

#include "book/book.h"

// The folders of endgame tables when none are named, parted as in base/file.h: `egdb` beside the
// folder that the program is in (build/release/kelso: build/egdb), and share/kelso/egdb beside it,
// where an installed one has them. Empty if the system does not say where the program is.
void places_egdb(char *text, size_t size);

// Opens the opening book when none is named: kelso.kbk beside the program, or else
// share/kelso/kelso.kbk beside its folder. The first that is there decides. false, with an error,
// if there is none, or it cannot be read.
bool places_open_book(Book *book, Error *error);

#endif
