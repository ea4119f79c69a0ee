#include "notation/pdn_bytes.h"

#include <string.h>

void pdn_bytes_refill(PdnBytes *bytes) {
    memmove(bytes->buffer, bytes->buffer + bytes->at, bytes->filled - bytes->at);
    bytes->filled -= bytes->at;
    bytes->at = 0;
    while (!bytes->ended && bytes->filled < PDN_LOOK_AHEAD_MAX) {
        int64_t got = bytes->source(bytes->context, (char *)bytes->buffer + bytes->filled,
                                    sizeof bytes->buffer - bytes->filled, &bytes->error);
        bytes->failed = got < 0;
        bytes->ended = got <= 0;
        bytes->filled += got > 0 ? (size_t)got : 0;
    }
}

void pdn_bytes_init(PdnBytes *bytes, PdnSource *source, void *context) {
    bytes->source = source;
    bytes->context = context;
    bytes->at = bytes->filled = 0;
    bytes->ended = bytes->failed = bytes->has_cr_lf = false;
    bytes->line = 1;
    bytes->last = EOF;
    if (pdn_bytes_peek(bytes, 0) == 0xEF && pdn_bytes_peek(bytes, 1) == 0xBB &&
        pdn_bytes_peek(bytes, 2) == 0xBF) {
        bytes->at += 3;
    }
}
