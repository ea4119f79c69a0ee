// Where the parts of a book's file stand: FORMAT.md. Private to src/book.
#ifndef KELSO_BOOK_LAYOUT_H
#define KELSO_BOOK_LAYOUT_H

#define BOOK_MAGIC   "KelsoBK\n"
#define BOOK_VERSION 1

enum {
    HEAD_VERSION = 8,
    HEAD_ENTRIES = 12,
    HEAD_MOVES = 16,
    HEAD_ZERO = 20,
    HEAD_SIZE = 24,
    HEAD_BODY_SUM = 32,
    HEAD_SUM = 40,
    HEAD_BYTES = 48,
};

enum {
    ENTRY_KEY = 0,
    ENTRY_BLACK = 8,
    ENTRY_WHITE = 12,
    ENTRY_KINGS = 16,
    ENTRY_FIRST_MOVE = 20,
    ENTRY_VISITS = 24,
    ENTRY_SCORE = 28,
    ENTRY_DEPTH = 30,
    ENTRY_FLAGS = 31,
    ENTRY_BYTES = 32,
};

enum { FLAG_EXPANDED = 1 };

enum {
    MOVE_CAPTURED = 0,
    MOVE_FROM = 4,
    MOVE_TO = 5,
    MOVE_SCORE = 6,
    MOVE_BYTES = 8,
};

#endif
