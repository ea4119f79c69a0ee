#include "notation/pdn_replay.h"

#include "notation/movetext.h"

// Moves that are tried to resolve one text, so that no game can take long. Where they do not
// suffice, nothing is ruled out.
#define LOOK_AHEAD_STEPS 100000

typedef struct {
    const char *const *texts;
    int count;
    int steps;    // left
    int furthest; // the text at which the readings failed, the last of them
    Error error;  // and why
} LookAhead;

// Whether all texts from this one on can be read as legal moves. A text that fits several moves
// takes two pieces at least, so that there are a dozen levels at most.
static bool is_readable(LookAhead *look, Position p, int index) {
    for (; index < look->count; index++) {
        MovePathList named;
        Error error;
        if (--look->steps < 0) {
            return true;
        }
        if (!moves_named(p, look->texts[index], &named, &error)) {
            if (index > look->furthest) {
                look->furthest = index;
                look->error = error;
            }
            return false;
        }
        for (int i = 1; i < named.count; i++) {
            if (is_readable(look, position_play(p, named.paths[i].move), index + 1)) {
                return true;
            }
        }
        p = position_play(p, named.paths[0].move);
    }
    return true;
}

// Leaves in the list what can be meant by the text. false, with an error, unless that is one move.
static bool resolve(LookAhead *look, Position p, int index, MovePathList *named, int *bad,
                    Error *error) {
    int kept = 0;
    look->furthest = index;
    look->steps = LOOK_AHEAD_STEPS;
    for (int i = 0; i < named->count; i++) {
        if (is_readable(look, position_play(p, named->paths[i].move), index + 1)) {
            named->paths[kept++] = named->paths[i];
        }
    }
    named->count = kept;
    if (kept == 0) {
        *bad = look->furthest;
        *error = look->error;
        return false;
    }
    return kept == 1 || move_ambiguous(look->texts[index], named, error);
}

bool pdn_replay(Game *game, const char *const *texts, int count, MovePath *paths, int *bad,
                Error *error) {
    LookAhead look = {.texts = texts, .count = count};
    for (int i = 0; i < count; i++) {
        Position p = game_position(game);
        MovePathList named;
        *bad = i;
        if (!moves_named(p, texts[i], &named, error) ||
            (named.count > 1 && !resolve(&look, p, i, &named, bad, error)) ||
            !game_play(game, named.paths[0].move, error)) {
            return false;
        }
        paths[i] = named.paths[0];
    }
    return true;
}
