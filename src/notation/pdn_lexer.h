// PDN text cut into tokens, for pdn_read.c. Blanks, move numbers in any form (1. 1... 12), dots and
// lines that begin with % are passed over.
#ifndef KELSO_NOTATION_PDN_LEXER_H
#define KELSO_NOTATION_PDN_LEXER_H

#include "notation/pdn_bytes.h"

#define PDN_TOKEN_TEXT_MAX 1048576 // bytes of one token, the NUL included
#define PDN_TAG_NAME_MAX   64      // likewise

typedef enum {
    TOKEN_END,
    TOKEN_TAG,        // name and text
    TOKEN_MOVE,       // text
    TOKEN_RESULT,     // result
    TOKEN_COMMENT,    // text, of either kind of comment
    TOKEN_WORD,       // text: what stands between the moves and is none
    TOKEN_ANNOTATION, // text, "$1"; ! and ? become the numbers that stand for them
    TOKEN_STAR,       // * glued to a move: "the only move", or the end of the game
    TOKEN_OPEN,       // ( and ) of a variation
    TOKEN_CLOSE,
    TOKEN_NOISE, // error says what was passed over
    TOKEN_BAD,   // error says what is wrong; the tokens go on behind it
} PdnTokenKind;

typedef struct {
    PdnTokenKind kind;
    int64_t line;      // where it begins
    bool behind_blank; // an empty line stands before it
    Result result;
    char name[PDN_TAG_NAME_MAX];
    const char *text; // one line of UTF-8; valid until the next call
    Error error;      // a tag with code != ERROR_NONE was read with good will
} PdnToken;

typedef struct {
    PdnBytes bytes;
    size_t length; // of text, without its NUL
    bool too_long; // text was cut
    char text[PDN_TOKEN_TEXT_MAX];
} PdnLexer;

void pdn_lexer_init(PdnLexer *lexer, PdnSource *source, void *context);

// At the end of the source, and when it fails, TOKEN_END.
void pdn_lexer_next(PdnLexer *lexer, PdnToken *token);

#endif
