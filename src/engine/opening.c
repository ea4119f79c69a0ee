#include "engine/opening.h"

#include "engine/places.h"

void opening_destroy(Opening *opening) {
    book_close(&opening->book);
}

bool opening_set_file(Opening *opening, const char *path, Error *error) {
    Book book = {0};
    if (*path != '\0' && !book_open(&book, path, error)) {
        return false;
    }
    book_close(&opening->book);
    opening->book = book;
    return true;
}

bool opening_use(Opening *opening, Error *error) {
    opening->in_use = true;
    return opening->book.entries != NULL || places_open_book(&opening->book, error);
}

bool opening_find(const Opening *opening, const Game *game, const SearchLimits *limits,
                  BookEntry *entry) {
    bool plays = limits->time_ms != CLOCK_NONE || limits->movetime_ms >= 0;
    bool analyses = limits->infinite || limits->ponder || limits->depth < DEPTH_MAX ||
                    limits->nodes < UINT64_MAX || limits->multipv > 1 || limits->no_book ||
                    limits->only.count > 0;
    return opening->in_use && opening->book.count > 0 && plays && !analyses &&
           game->rules.variant == VARIANT_ENGLISH && game->count <= opening->depth &&
           game_occurrences(game) == 1 && book_find(&opening->book, game_position(game), entry) &&
           entry->expanded;
}

int opening_choose(Opening *opening, const BookEntry *entry) {
    uint64_t weights = 0;
    int count = 0;
    if (!opening->varied) {
        return 0;
    }
    while (count < entry->count && entry->moves[count].score >= entry->score - opening->margin) {
        weights += (uint64_t)(opening->margin + 1 - (entry->score - entry->moves[count++].score));
    }
    uint64_t drawn = random_below(&opening->random, weights);
    for (int i = 0; i < count; i++) {
        uint64_t weight = (uint64_t)(opening->margin + 1 - (entry->score - entry->moves[i].score));
        if (drawn < weight) {
            return i;
        }
        drawn -= weight;
    }
    return 0;
}
