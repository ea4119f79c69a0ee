#include "egdb/answer.h"

#include "base/bits.h"
#include "rules/game.h"

// Chains of threats are short, and a capture takes a piece away; the rest is a guard.
enum { DEPTH_MAX_PLIES = 48, POSITIONS_MAX = 20000 };

typedef struct {
    Egdb *egdb;
    int left; // positions that may still be looked at
    int depth;
    Position path[DEPTH_MAX_PLIES];
} Walk;

static const EgdbAnswer unknown = {EGDB_UNKNOWN, -1, -1};

static EgdbAnswer from_table(Egdb *egdb, Position p) {
    EgdbAnswer answer = {egdb_probe_quiet(egdb, p), -1, -1};
    if (answer.value == EGDB_WIN || answer.value == EGDB_LOSS) {
        answer.progress = egdb_plies(egdb, EGDB_PROGRESS, p);
        answer.end = egdb_plies(egdb, EGDB_END, p);
    }
    return answer;
}

static EgdbValue best_value(const EgdbAnswer *child, int count) {
    bool draw = false, open = false;
    for (int i = 0; i < count; i++) {
        if (child[i].value == EGDB_LOSS) {
            return EGDB_WIN;
        }
        draw |= child[i].value == EGDB_DRAW;
        open |= child[i].value == EGDB_UNKNOWN;
    }
    return open ? EGDB_UNKNOWN : draw ? EGDB_DRAW : EGDB_LOSS;
}

// The winner's way is the shortest of those known, the loser's the longest if all are.
static int take(int plies, int more, bool winning) {
    if (winning) {
        return more < 0 ? plies : plies < 0 || more < plies ? more : plies;
    }
    return plies == -2 ? more : plies < 0 || more < 0 ? -1 : more > plies ? more : plies;
}

EgdbAnswer egdb_combine(Position p, const Move *moves, const EgdbAnswer *child, int count) {
    EgdbAnswer answer = {best_value(child, count), -1, -1};
    bool winning = answer.value == EGDB_WIN;
    if (count == 0) {
        return (EgdbAnswer){EGDB_LOSS, 0, 0};
    }
    if (answer.value != EGDB_WIN && answer.value != EGDB_LOSS) {
        return answer;
    }
    answer.progress = answer.end = winning ? -1 : -2; // -2: none yet
    for (int i = 0; i < count; i++) {
        if (winning && child[i].value != EGDB_LOSS) {
            continue;
        }
        int progress = child[i].progress < 0 ? -1 : child[i].progress + 1;
        progress = move_is_irreversible(p, moves[i]) ? 1 : progress;
        answer.progress = take(answer.progress, progress, winning);
        answer.end = take(answer.end, child[i].end < 0 ? -1 : child[i].end + 1, winning);
    }
    return answer;
}

static EgdbAnswer walk(Walk *w, Position p);

static EgdbAnswer walk_moves(Walk *w, Position p) {
    MoveList list;
    EgdbAnswer child[MOVES_MAX];
    moves_generate(p, &list);
    w->path[w->depth++] = p;
    for (int i = 0; i < list.count; i++) {
        child[i] = walk(w, position_play(p, list.moves[i]));
    }
    w->depth--;
    return egdb_combine(p, list.moves, child, list.count);
}

// Who comes back to a position has gained nothing: a draw, if there is nothing better elsewhere.
static bool is_on_path(const Walk *w, Position p) {
    for (int i = 0; i < w->depth; i++) {
        if (position_equal(w->path[i], p)) {
            return true;
        }
    }
    return false;
}

static EgdbAnswer walk(Walk *w, Position p) {
    Side side = (Side)p.side;
    if (!moves_exist(p)) {
        return (EgdbAnswer){EGDB_LOSS, 0, 0};
    }
    bool captures = moves_can_capture(p, side);
    if (!captures && bits_count(p.pieces[BLACK] | p.pieces[WHITE]) > egdb_pieces(w->egdb)) {
        return unknown;
    }
    if (!captures && !moves_can_capture(p, side_other(side))) {
        return from_table(w->egdb, p);
    }
    if (is_on_path(w, p)) {
        return (EgdbAnswer){EGDB_DRAW, -1, -1};
    }
    if (w->depth == DEPTH_MAX_PLIES || w->left-- <= 0) {
        return unknown;
    }
    return walk_moves(w, p);
}

EgdbAnswer egdb_answer(Egdb *egdb, Position p) {
    Walk w = {.egdb = egdb, .left = POSITIONS_MAX, .depth = 0};
    return walk(&w, p);
}
