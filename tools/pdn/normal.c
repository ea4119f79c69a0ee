#include "pdn/normal.h"

#include <string.h>

#include "base/text.h"
#include "notation/fen.h"

#define ROSTER_MAX 7
#define ADDED_MAX  (ROSTER_MAX + 3)

typedef struct {
    PdnTag tags[PDN_TAGS_MAX + ADDED_MAX];
    int count;
} Tags;

static void add(Tags *tags, const char *name, const char *value) {
    for (int i = 0; i < tags->count; i++) {
        if (text_equal_nocase(tags->tags[i].name, name)) {
            return;
        }
    }
    tags->tags[tags->count++] = (PdnTag){name, value};
}

static bool is_made_anew(const char *name) {
    return text_equal_nocase(name, "GameType") || text_equal_nocase(name, "SetUp") ||
           text_equal_nocase(name, "FEN");
}

bool normal_write(FILE *file, const PdnRead *read, Error *error) {
    static const char *const roster[ROSTER_MAX - 1] = {"Event", "Site",  "Date",
                                                       "Round", "Black", "White"};
    PdnGame pdn = read->pdn;
    Position start = pdn.game->plies[0].position;
    char fen[FEN_MAX];
    Tags tags = {.count = 0};
    for (int i = 0; i < ROSTER_MAX - 1; i++) {
        const char *value = pdn_tag(&read->pdn, roster[i]);
        add(&tags, roster[i], value == NULL || *value == '\0' ? "?" : value);
    }
    add(&tags, "Result", result_name(pdn.result));
    add(&tags, "GameType", "21");
    if (!position_equal(start, position_start())) {
        fen_write(start, fen);
        add(&tags, "SetUp", "1");
        add(&tags, "FEN", fen);
    }
    for (int i = 0; i < pdn.tag_count; i++) {
        if (!is_made_anew(pdn.tags[i].name)) {
            add(&tags, pdn.tags[i].name, pdn.tags[i].value);
        }
    }
    pdn.tags = tags.tags;
    pdn.tag_count = tags.count;
    return pdn_write(file, &pdn, error);
}
