// Books on the disk, as files of FORMAT.md or as text.
#ifndef KELSO_BOOK_FILES_H
#define KELSO_BOOK_FILES_H

#include <stdio.h>

#include "book/graph.h"

// Adds what a file holds, in whichever form. The error names the file, and the line of a text.
bool files_load(Graph *graph, const char *path, Error *error);

// Writes the graph as a book; what stood there stays until the new one is whole. `size` (may be
// NULL) gets its bytes.
bool files_save(const Graph *graph, const char *path, size_t *size, Error *error);

// Writes the graph as text, in the order of keys.
void files_write_text(const Graph *graph, FILE *file);

#endif
