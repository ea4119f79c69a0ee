#include "pdn/selection.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "book/ballots.h"
#include "common/alloc.h"

void selection_init(Selection *selection) {
    *selection = (Selection){.max_plies = INT_MAX};
}

void selection_destroy(Selection *selection) {
    for (int i = 0; i < selection->tag_count; i++) {
        free(selection->tags[i].name);
        free(selection->tags[i].pattern);
    }
    free(selection->tags);
    *selection = (Selection){0};
}

bool selection_add_tag(Selection *selection, const char *text, Error *error) {
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text) {
        return error_set(error, ERROR_INPUT, "'%s' is not of the form Name=Pattern", text);
    }
    selection->tags = alloc_grow(selection->tags, &selection->tag_capacity,
                                 selection->tag_count + 1, sizeof *selection->tags);
    TagPattern *tag = &selection->tags[selection->tag_count++];
    *tag = (TagPattern){alloc_text(text), alloc_text(equals + 1)};
    tag->name[equals - text] = '\0';
    return true;
}

static bool tag_fits(const PdnGame *pdn, const char *name, const char *pattern) {
    const char *value = pdn_tag(pdn, name);
    return value != NULL && fnmatch(pattern, value, FNM_CASEFOLD) == 0;
}

static bool tags_fit(const Selection *selection, const PdnGame *pdn) {
    for (int i = 0; i < selection->tag_count; i++) {
        if (!tag_fits(pdn, selection->tags[i].name, selection->tags[i].pattern)) {
            return false;
        }
    }
    return selection->player == NULL || tag_fits(pdn, "Black", selection->player) ||
           tag_fits(pdn, "White", selection->player);
}

static bool ballot_fits(int number, const Game *game) {
    const Ballot *ballot = number == 0 ? NULL : ballot_of_game(game);
    return number == 0 || (ballot != NULL && ballot->number == number);
}

static bool has_position(const Game *game, Position position) {
    for (int i = 0; i < game->count; i++) {
        if (position_equal(game->plies[i].position, position)) {
            return true;
        }
    }
    return false;
}

bool selection_takes(const Selection *selection, const PdnRead *read) {
    const PdnGame *pdn = &read->pdn;
    return (!selection->has_result || pdn->result == selection->result) &&
           read->plies >= selection->min_plies && read->plies <= selection->max_plies &&
           tags_fit(selection, pdn) && ballot_fits(selection->ballot, pdn->game) &&
           (!selection->has_position || has_position(pdn->game, selection->position));
}
