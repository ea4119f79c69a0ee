#include "book/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "notation/fen.h"
#include "notation/movetext.h"

void book_text_write(const BookEntry *entry, char text[BOOK_TEXT_MAX]) {
    fen_write(entry->position, text);
    size_t length = strlen(text);
    length += (size_t)snprintf(text + length, BOOK_TEXT_MAX - length, " %d %d %" PRIu32 " %s",
                               entry->score, entry->depth, entry->visits,
                               entry->expanded ? "expanded" : "searched");
    for (int i = 0; i < entry->count; i++) {
        char move[MOVE_TEXT_MAX];
        move_write(entry->position, entry->moves[i].move, move);
        length += (size_t)snprintf(text + length, BOOK_TEXT_MAX - length, " %s %d", move,
                                   entry->moves[i].score);
    }
}

static bool read_number(char **rest, const char *what, int64_t min, int64_t max, int64_t *number,
                        Error *error) {
    const char *word = text_next_word(rest);
    if (word == NULL) {
        return error_set(error, ERROR_INPUT, "the %s is missing", what);
    }
    return text_to_int(word, min, max, number) == TEXT_NUMBER ||
           error_set(error, ERROR_INPUT, "the %s '%.40s' is no number from %" PRId64 " to %" PRId64,
                     what, word, min, max);
}

static bool read_head(char **rest, BookEntry *entry, Error *error) {
    const char *fen = text_next_word(rest);
    Error warning;
    int64_t score, depth, visits;
    if (fen == NULL) {
        return error_set(error, ERROR_INPUT, "the position is missing");
    }
    if (!fen_read(fen, &entry->position, &warning, error) ||
        !read_number(rest, "score", -BOOK_SCORE_MAX, BOOK_SCORE_MAX, &score, error) ||
        !read_number(rest, "depth", 0, BOOK_DEPTH_MAX, &depth, error) ||
        !read_number(rest, "number of visits", 0, UINT32_MAX, &visits, error)) {
        return false;
    }
    const char *kind = text_next_word(rest);
    entry->score = (int)score;
    entry->depth = (int)depth;
    entry->visits = (uint32_t)visits;
    entry->expanded = kind != NULL && strcmp(kind, "expanded") == 0;
    return entry->expanded || (kind != NULL && strcmp(kind, "searched") == 0) ||
           error_set(error, ERROR_INPUT, "neither 'expanded' nor 'searched' behind the visits");
}

static int compare(const void *a, const void *b) {
    return book_move_compare(a, b);
}

bool book_text_read(char *line, BookEntry *entry, Error *error) {
    char *rest = line;
    const char *word;
    if (!read_head(&rest, entry, error)) {
        return false;
    }
    for (entry->count = 0; (word = text_next_word(&rest)) != NULL; entry->count++) {
        BookMove *move = &entry->moves[entry->count];
        int64_t score;
        if (entry->count == MOVES_MAX) {
            return error_set(error, ERROR_INPUT, "more than %d moves", MOVES_MAX);
        }
        if (!move_read(entry->position, word, &move->move, NULL, error) ||
            !read_number(&rest, "score of a move", -BOOK_SCORE_MAX, BOOK_SCORE_MAX, &score,
                         error)) {
            return false;
        }
        move->score = (int)score;
    }
    if (entry->position.side != BLACK) {
        book_entry_turn(entry);
    }
    qsort(entry->moves, (size_t)entry->count, sizeof *entry->moves, compare);
    return book_entry_check(entry, error);
}
