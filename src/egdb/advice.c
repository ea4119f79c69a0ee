#include "egdb/advice.h"

// Ranks, by bands. Within the first of each what takes fewer plies is better for the winner.
enum {
    RANK_WIN_END = 5000,      // less the plies to the end
    RANK_WIN_PROGRESS = 4000, // less the plies to the next progress
    RANK_WIN = 3000,          // nothing known but that it is won
    RANK_WIN_AGAIN = 2900,    // the same, but the position has been on the board already
    RANK_HOPE = 2001,         // won but for the draw rules
    RANK_DRAW = 2000,
    RANK_FEAR = 1999, // lost but for the draw rules
    RANK_LOSS = 1000, // plus the plies to the next progress
    RANK_LOSS_END = 0 // plus the plies to the end: few pieces are left
};

// The position that a move leads to, within the game.
typedef struct {
    EgdbAnswer answer;
    int count;     // of plies without progress
    int before;    // how often it has been on the board
    bool has_move; // of its side to move
    bool repeats;  // a reply leads to a draw by repetition
} Next;

static int occurrences(const Game *game, Position p) {
    int found = 0;
    for (int i = game->count - 1; i >= 0; i--) {
        found += position_equal(game->plies[i].position, p);
    }
    return found;
}

static bool can_repeat(const Game *game, Position p) {
    MoveList list;
    bool found = false;
    moves_generate(p, &list);
    for (int i = 0; i < list.count && game->rules.set->repetition > 0; i++) {
        found |=
            !move_is_irreversible(p, list.moves[i]) &&
            occurrences(game, position_play(p, list.moves[i])) + 1 >= game->rules.set->repetition;
    }
    return found;
}

static bool is_drawn_by_rule(const RuleSet *set, const Next *next) {
    return next->has_move && ((set->repetition > 0 && next->before + 1 >= set->repetition) ||
                              next->count >= set->no_progress_plies);
}

// The rules take a win away where its next progress comes too late. Where a man's move is none, the
// tables do not say when that is.
static bool is_too_late(const RuleSet *set, const Next *next) {
    if (next->answer.end >= 0 && next->count + next->answer.end <= set->no_progress_plies) {
        return false;
    }
    return set->man_move_resets && next->answer.progress >= 0 &&
           next->count + next->answer.progress > set->no_progress_plies;
}

static int rank_won(const RuleSet *set, const Next *next, bool progress) {
    const EgdbAnswer *answer = &next->answer;
    if (answer->end >= 0 && next->count + answer->end <= set->no_progress_plies) {
        return RANK_WIN_END - answer->end;
    }
    if (answer->progress >= 0 && set->man_move_resets) {
        return RANK_WIN_PROGRESS - (progress ? 0 : answer->progress);
    }
    return next->before > 0 ? RANK_WIN_AGAIN : RANK_WIN;
}

static int rank_lost(const Next *next) {
    const EgdbAnswer *answer = &next->answer;
    return answer->end >= 0        ? RANK_LOSS_END + answer->end
           : answer->progress >= 0 ? RANK_LOSS + answer->progress
                                   : RANK_LOSS;
}

static EgdbAdviceMove judge(const RuleSet *set, Move move, const Next *next, bool progress) {
    EgdbValue value = egdb_value_turned(next->answer.value);
    int end = next->answer.end < 0 ? -1 : next->answer.end + 1;
    if (is_drawn_by_rule(set, next)) {
        return (EgdbAdviceMove){move, EGDB_DRAW, -1, RANK_DRAW};
    }
    if (value == EGDB_DRAW) {
        return (EgdbAdviceMove){move, value, -1, RANK_DRAW};
    }
    if (is_too_late(set, next) || (value == EGDB_WIN && next->repeats)) {
        return (EgdbAdviceMove){move, EGDB_DRAW, -1, value == EGDB_WIN ? RANK_HOPE : RANK_FEAR};
    }
    int rank = value == EGDB_WIN ? rank_won(set, next, progress) : rank_lost(next);
    return (EgdbAdviceMove){move, value, end, rank};
}

// Stable, so that the order is the same on every machine.
static void sort(EgdbAdvice *advice) {
    for (int i = 1; i < advice->count; i++) {
        EgdbAdviceMove move = advice->moves[i];
        int at = i;
        for (; at > 0 && advice->moves[at - 1].rank < move.rank; at--) {
            advice->moves[at] = advice->moves[at - 1];
        }
        advice->moves[at] = move;
    }
}

bool egdb_advise(Egdb *egdb, const Game *game, EgdbAdvice *advice) {
    const RuleSet *set = game->rules.set;
    Position p = game_position(game);
    int count = game->plies[game->count - 1].no_progress_plies;
    MoveList list;
    moves_generate(p, &list);
    advice->count = 0;
    if (game->rules.variant != VARIANT_ENGLISH) {
        return false;
    }
    for (int i = 0; i < list.count; i++) {
        Position after = position_play(p, list.moves[i]);
        bool progress = move_is_progress(set, p, list.moves[i]);
        Next next = {egdb_answer(egdb, after), progress ? 0 : count + 1, occurrences(game, after),
                     moves_exist(after), !progress && can_repeat(game, after)};
        if (next.answer.value == EGDB_UNKNOWN) {
            return false;
        }
        advice->moves[advice->count++] = judge(set, list.moves[i], &next, progress);
    }
    sort(advice);
    advice->value = advice->count == 0 ? EGDB_LOSS : advice->moves[0].value;
    return advice->count > 0;
}

// Whether the tables tell the best move from the others, or have no choice.
static bool chooses(const EgdbAdvice *advice) {
    int rank = advice->moves[0].rank;
    return advice->count == 1 || rank > RANK_WIN || rank < RANK_FEAR;
}

int egdb_line(Egdb *egdb, const Game *game, Move *line, int most) {
    Game copy;
    Error error;
    EgdbAdvice advice;
    int count = 0;
    if (!game_copy(&copy, game, &error)) {
        return 0;
    }
    while (count < most && egdb_advise(egdb, &copy, &advice) && chooses(&advice) &&
           game_play(&copy, advice.moves[0].move, &error)) {
        line[count++] = advice.moves[0].move;
    }
    game_destroy(&copy);
    return count;
}
