#include "book/files.h"

#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "book/packer.h"
#include "book/text.h"
#include "common/alloc.h"
#include "common/draft.h"

static bool load_book(Graph *graph, const char *path, Error *error) {
    Book book;
    BookEntry entry;
    bool good = book_open(&book, path, error);
    for (uint32_t i = 0; good && i < book.count; i++) {
        Error reason;
        book_entry(&book, i, &entry);
        good = book_entry_check(&entry, &reason) ||
               error_set(error, reason.code, "%.100s: %.200s", path, reason.message);
        if (good) {
            graph_put(graph, &entry);
        }
    }
    book_close(&book);
    return good;
}

static bool take_line(Graph *graph, const char *path, int number, char *line, Error *error) {
    BookEntry entry;
    Error reason;
    line[strcspn(line, "\r\n")] = '\0';
    if (number == 1) {
        return strcmp(line, BOOK_TEXT_HEAD) == 0 ||
               error_set(error, ERROR_INPUT, "%.200s: neither an opening book nor one as text",
                         path);
    }
    if (*line == '\0' || *line == '#') {
        return true;
    }
    if (!book_text_read(line, &entry, &reason)) {
        return error_set(error, reason.code, "%.80s:%d: %.200s", path, number, reason.message);
    }
    graph_put(graph, &entry);
    return true;
}

static bool load_text(Graph *graph, const char *path, FILE *file, Error *error) {
    char *line = NULL;
    size_t size = 0;
    int number = 0;
    bool good = true;
    while (good && getline(&line, &size, file) >= 0) {
        good = take_line(graph, path, ++number, line, error);
    }
    free(line);
    if (good && ferror(file)) {
        return error_cannot(error, "read", path);
    }
    return good && (number > 0 || error_set(error, ERROR_FILE, "%.200s: the file is empty", path));
}

bool files_load(Graph *graph, const char *path, Error *error) {
    uint8_t start[8];
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return error_cannot(error, "open", path);
    }
    size_t size = fread(start, 1, sizeof start, file);
    rewind(file);
    bool good = book_is_one(start, size) ? load_book(graph, path, error)
                                         : load_text(graph, path, file, error);
    fclose(file);
    return good;
}

static uint8_t *pack(const Graph *graph, size_t *size, Error *error) {
    BookPacker *packer = book_packer_create(error);
    BookEntry entry;
    uint8_t *bytes = NULL;
    bool good = packer != NULL;
    for (int i = 0; good && i < graph->count; i++) {
        graph_entry(graph, i, &entry);
        good = book_packer_add(packer, &entry, error);
    }
    if (good) {
        bytes = book_packer_finish(packer, size, error);
    }
    book_packer_destroy(packer);
    return bytes;
}

bool files_save(const Graph *graph, const char *path, size_t *size, Error *error) {
    size_t packed;
    uint8_t *bytes = pack(graph, &packed, error);
    if (bytes == NULL) {
        return false;
    }
    Draft draft;
    draft_init(&draft, path);
    bool good = draft_open(&draft, error);
    if (good) {
        fwrite(bytes, 1, packed, draft.file); // draft_finish says what failed
        good = draft_finish(&draft, error);
    }
    draft_destroy(&draft);
    free(bytes);
    if (size != NULL) {
        *size = packed;
    }
    return good;
}

typedef struct {
    uint64_t key;
    int index;
} Place;

static int compare_places(const void *a, const void *b) {
    const Place *first = a, *second = b;
    return (first->key > second->key) - (first->key < second->key);
}

void files_write_text(const Graph *graph, FILE *file) {
    Place *places = alloc_zeroed((size_t)graph->count, sizeof *places);
    for (int i = 0; i < graph->count; i++) {
        places[i] = (Place){book_key(graph->nodes[i].position), i};
    }
    qsort(places, (size_t)graph->count, sizeof *places, compare_places);
    fputs(BOOK_TEXT_HEAD "\n", file);
    for (int i = 0; i < graph->count; i++) {
        BookEntry entry;
        char text[BOOK_TEXT_MAX];
        graph_entry(graph, places[i].index, &entry);
        book_text_write(&entry, text);
        fprintf(file, "%s\n", text);
    }
    free(places);
}
