// The bytes of a PDN source with some to look ahead at and their lines counted, for pdn_lexer.c.
#ifndef KELSO_NOTATION_PDN_BYTES_H
#define KELSO_NOTATION_PDN_BYTES_H

#include <stddef.h>

#include "notation/pdn_read.h"

#define PDN_BUFFER_SIZE    65536
#define PDN_LOOK_AHEAD_MAX 128 // bytes that can be looked at before they are taken

typedef struct {
    PdnSource *source;
    void *context;
    unsigned char buffer[PDN_BUFFER_SIZE];
    size_t at, filled; // the next byte; the bytes in the buffer
    bool ended;        // the source has
    bool failed;       // the source could not be read: error says why
    Error error;
    int64_t line; // of the next byte, from 1; lines end with LF, CR or CR LF
    int last;     // the last byte taken, EOF before the first
    bool has_cr_lf;
} PdnBytes;

// A byte order mark is passed over.
void pdn_bytes_init(PdnBytes *bytes, PdnSource *source, void *context);

// Gets more into the buffer, if there is more.
void pdn_bytes_refill(PdnBytes *bytes);

// The byte that stands so many bytes ahead; EOF behind the last.
static inline int pdn_bytes_peek(PdnBytes *bytes, size_t ahead) {
    if (bytes->at + ahead >= bytes->filled && !bytes->ended) {
        pdn_bytes_refill(bytes);
    }
    return bytes->at + ahead < bytes->filled ? bytes->buffer[bytes->at + ahead] : EOF;
}

static inline int pdn_bytes_take(PdnBytes *bytes) {
    int c = pdn_bytes_peek(bytes, 0);
    if (c == EOF) {
        return c;
    }
    bytes->at++;
    bool second = c == '\n' && bytes->last == '\r';
    bytes->has_cr_lf |= second;
    bytes->line += (c == '\n' || c == '\r') && !second;
    bytes->last = c;
    return c;
}

#endif
