#include "book/entry.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "notation/fen.h"
#include "notation/movetext.h"

#define KEY_SEED 0x316B426F736C654BU // the bytes "KelsoBk1"

Move book_move_turn(Move move) {
    return (Move){.captured = squares_turn(move.captured),
                  .from = (uint8_t)(SQUARE_COUNT - 1 - move.from),
                  .to = (uint8_t)(SQUARE_COUNT - 1 - move.to)};
}

uint64_t book_key(Position p) {
    uint8_t bytes[12];
    bytes_put(bytes, p.pieces[BLACK], 4);
    bytes_put(bytes + 4, p.pieces[WHITE], 4);
    bytes_put(bytes + 8, p.kings, 4);
    return XXH3_64bits_withSeed(bytes, sizeof bytes, KEY_SEED);
}

int book_move_compare(const BookMove *a, const BookMove *b) {
    if (a->score != b->score) {
        return a->score > b->score ? -1 : 1;
    }
    if (a->move.from != b->move.from) {
        return a->move.from < b->move.from ? -1 : 1;
    }
    if (a->move.to != b->move.to) {
        return a->move.to < b->move.to ? -1 : 1;
    }
    return (a->move.captured > b->move.captured) - (a->move.captured < b->move.captured);
}

static bool wrong(const BookEntry *entry, const char *what, Error *error) {
    char fen[FEN_MAX];
    fen_write(entry->position, fen);
    return error_set(error, ERROR_INPUT, "%s: %s", fen, what);
}

static bool check_moves(const BookEntry *entry, Error *error) {
    MoveList legal;
    moves_generate(entry->position, &legal);
    if (entry->count != (entry->expanded ? legal.count : legal.count > 0)) {
        return wrong(entry, "it has not the moves that it should have", error);
    }
    for (int i = 0; i < entry->count; i++) {
        const BookMove *move = &entry->moves[i];
        if (!moves_list_contains(&legal, move->move)) {
            return wrong(entry, "a move is illegal", error);
        }
        if (abs(move->score) > BOOK_SCORE_MAX) {
            return wrong(entry, "the score of a move is out of range", error);
        }
        if (i > 0 && book_move_compare(move - 1, move) >= 0) {
            return wrong(entry, "its moves are not in order", error);
        }
    }
    return true;
}

bool book_entry_check(const BookEntry *entry, Error *error) {
    Error reason;
    if (entry->position.side != BLACK || !position_check(entry->position, &reason)) {
        return error_set(error, ERROR_INPUT, "a position is illegal");
    }
    if (entry->depth < 0 || entry->depth > BOOK_DEPTH_MAX) {
        return wrong(entry, "its depth is out of range", error);
    }
    if (!check_moves(entry, error)) {
        return false;
    }
    int score = entry->count > 0 ? entry->moves[0].score : -BOOK_SCORE_MAX;
    return entry->score == score || wrong(entry, "its score is not that of its best move", error);
}

void book_entry_turn(BookEntry *entry) {
    entry->position = position_flip(entry->position);
    for (int i = 0; i < entry->count; i++) {
        entry->moves[i].move = book_move_turn(entry->moves[i].move);
    }
}
