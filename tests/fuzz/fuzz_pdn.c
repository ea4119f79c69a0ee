// Any bytes as a PDN file. A bad game has a reason; a good one is legal, and is written and read
// again as the same game. The same games come out however the source cuts the bytes.
#include "fuzz.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"
#include "notation/pdn_read.h"

typedef struct {
    const char *bytes;
    size_t left, piece;
} Bytes;

static int64_t read_bytes(void *context, char *buffer, size_t size, Error *error) {
    Bytes *bytes = context;
    (void)error;
    size = size < bytes->piece ? size : bytes->piece;
    size = size < bytes->left ? size : bytes->left;
    memcpy(buffer, bytes->bytes, size);
    bytes->bytes += size;
    bytes->left -= size;
    return (int64_t)size;
}

static void check_text(const char *text) {
    HOLDS(text_is_utf8(text));
    for (; *text != '\0'; text++) {
        HOLDS((unsigned char)*text >= ' ' && *text != 127);
    }
}

static void check_note(const PdnNote *note, const PdnRead *read) {
    HOLDS(note->error.code == ERROR_INPUT && note->error.message[0] != '\0');
    HOLDS(note->line >= 1);
    HOLDS(note->ply >= 0 && note->ply <= PDN_PLIES_MAX);
    HOLDS(read->line >= 1 && read->number >= 1);
    check_text(note->error.message);
}

static void check_texts(const PdnGame *pdn, int plies) {
    for (int i = 0; i < pdn->tag_count; i++) {
        check_text(pdn->tags[i].name);
        check_text(pdn->tags[i].value);
    }
    if (pdn->preface != NULL) {
        check_text(pdn->preface);
        HOLDS(strpbrk(pdn->preface, "{}") == NULL);
    }
    for (int i = 0; i < plies; i++) {
        if (pdn->comments[i] != NULL) {
            check_text(pdn->comments[i]);
            HOLDS(strpbrk(pdn->comments[i], "{}") == NULL);
        }
    }
}

static void check_game(const PdnRead *read) {
    const Game *game = read->pdn.game;
    HOLDS(game->count == read->plies + 1);
    for (int i = 0; i < read->plies; i++) {
        HOLDS(moves_contain(game->plies[i].position, game->plies[i + 1].move));
        HOLDS(move_equal(read->pdn.paths[i].move, game->plies[i + 1].move));
    }
    for (int i = 0; i < read->warning_count; i++) {
        check_note(&read->warnings[i], read);
    }
    check_texts(&read->pdn, read->plies);
}

typedef struct {
    char *text; // of all good games as they are written
    size_t size;
    int good, bad;
} Written;

static PdnReader *reader; // one for all inputs, since its memory is large

static Written write_games(const char *bytes, size_t size, size_t piece) {
    Written written = {0};
    Bytes source = {bytes, size, piece};
    const PdnRead *read;
    Error error;
    PdnStatus status;
    FILE *file = open_memstream(&written.text, &written.size);
    if (reader == NULL) {
        reader = pdn_reader_open(read_bytes, &source, &error);
    } else {
        pdn_reader_restart(reader, read_bytes, &source);
    }
    HOLDS(file != NULL && reader != NULL);
    while ((status = pdn_reader_next(reader, &read, &error)) == PDN_GAME || status == PDN_BAD) {
        check_game(read);
        if (status == PDN_GAME) {
            written.good++;
            HOLDS(pdn_write(file, &read->pdn, &error));
        } else {
            written.bad++;
            check_note(&read->fault, read);
        }
    }
    HOLDS(status == PDN_END);
    HOLDS(fclose(file) == 0);
    return written;
}

// The tags that were added come last and no more are added, so that the second text is the third.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *bytes = (const char *)data;
    Written first = write_games(bytes, size, 100000), pieces = write_games(bytes, size, 1);
    Written again = write_games(first.text, first.size, 100000);
    HOLDS(first.good == pieces.good && first.bad == pieces.bad);
    HOLDS(strcmp(first.text, pieces.text) == 0);
    HOLDS(again.good == first.good && again.bad == 0);
    HOLDS(strcmp(first.text, again.text) == 0);
    free(first.text);
    free(pieces.text);
    free(again.text);
    return 0;
}
