// Reads game records in PDN 3.0 (GameType 21) and in files as they are. One game stands in memory
// at a time, so that a file may have any size.
//
//     PdnReader *reader = pdn_reader_open(pdn_source_file, file, &error);
//     while ((status = pdn_reader_next(reader, &read, &error)) == PDN_GAME || status == PDN_BAD)
//         …
//     pdn_reader_close(reader);
//
// What is read without a word: comments in braces and behind ;, lines that begin with %, move
// numbers in any form, $n ! and ?, any line ends, a byte order mark, captures with only some of
// their squares, results 2-0, 0-2 and 1-1, games on one line. UTF-8 stays; text that is none is
// read as Latin-1. Control characters and line ends in texts become blanks, braces in a ; comment
// parentheses. A game goes on after a third repetition, as recorded games do.
//
// What is read with a warning: tags that are missing, doubled or not well formed, a result that is
// missing or not the tag's, words and separator lines between the moves (words become comments),
// variations (passed over), a last line without an end.
//
// What makes a game bad: an illegal move, a capture that fits several moves all of which leave the
// rest of the game legal, a comment in a comment, a comment or variation without an end, a wrong
// FEN, another game type, letters for squares, a limit below. The games behind it are read.
//
// As everywhere in PDN of this game 1-0 means that Black, the first mover, won.
#ifndef KELSO_NOTATION_PDN_READ_H
#define KELSO_NOTATION_PDN_READ_H

#include "notation/pdn.h"

// Limits of one game; beyond them it is bad.
#define PDN_TAGS_MAX  256
#define PDN_PLIES_MAX 20000
#define PDN_TEXT_MAX  4194304 // bytes of its tags, moves and comments; one text: 1 MiB

#define PDN_WARNINGS_MAX 16 // of one game that are kept

// Puts up to `size` bytes, at least one, into the buffer and returns their number; 0 at the end. -1
// with an error if it cannot.
typedef int64_t PdnSource(void *context, char *buffer, size_t size, Error *error);

// The context is a FILE, which stays the caller's.
int64_t pdn_source_file(void *file, char *buffer, size_t size, Error *error);

typedef struct {
    int64_t line;
    int ply; // of a bad move, from 1; else of the last move before it, 0: before the first
    Error error;
} PdnNote;

// A game as it was read; all of it is the reader's and valid until the next call.
typedef struct {
    int64_t number, line; // in the source, from 1
    // Ready for pdn_write. Tags as they stand in the file, comments and annotations of all moves.
    // Of a bad game: the moves before the bad one.
    PdnGame pdn;
    int plies;
    int variations; // that were passed over
    PdnNote fault;  // of a bad game
    int warning_count;
    int warnings_lost; // that were not kept
    PdnNote warnings[PDN_WARNINGS_MAX];
} PdnRead;

typedef struct PdnReader PdnReader;

typedef enum {
    PDN_GAME,
    PDN_BAD,    // the game is bad: read->fault
    PDN_END,    // no further game
    PDN_FAILED, // the source failed, or there is no memory: *error
} PdnStatus;

// NULL, with an error, if there is no memory. The context must live as long as the reader.
PdnReader *pdn_reader_open(PdnSource *source, void *context, Error *error);
void pdn_reader_close(PdnReader *reader);

// Begins another source with the same memory.
void pdn_reader_restart(PdnReader *reader, PdnSource *source, void *context);

PdnStatus pdn_reader_next(PdnReader *reader, const PdnRead **read, Error *error);

// The value of the first tag of this name, in any case; NULL if there is none.
const char *pdn_tag(const PdnGame *game, const char *name);

// 1-0, 2-0, 0-1, 0-2, 1/2-1/2, 1/2, 1-1, * and 0-0 (lost by both: RESULT_NONE); false if the text
// is none of them.
bool pdn_result_named(const char *text, Result *result);

#endif
