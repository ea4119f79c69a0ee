#include "search/endings.h"

#include "base/bits.h"

// The progress of a position that is won in the table may come too late for the rules.
typedef enum { WIN_STANDS, WIN_TAKEN_AWAY, WIN_UNSURE } WinByRule;

// Notes that the node's score holds only for this number of plies without progress.
static void depends_on_count(const Worker *worker, Node *node) {
    node->history_from = (int)(node - worker->path) - node->no_progress;
}

static WinByRule judge_win(const Worker *worker, Node *node) {
    enum { NEAR = 8 };
    Egdb *egdb = worker->shared->egdb;
    const RuleSet *set = worker->shared->rules.set;
    int left = set->no_progress_plies - node->no_progress;
    int longest = set->man_move_resets ? egdb_longest(egdb, EGDB_PROGRESS, node->position) : -1;
    if (longest < 0) { // no table of it
        return left >= set->no_progress_plies / 2 ? WIN_STANDS : WIN_UNSURE;
    }
    if (longest + NEAR <= left && longest <= KEY_PLIES_EXACT) {
        return WIN_STANDS;
    }
    int plies = egdb_plies(egdb, EGDB_PROGRESS, node->position);
    if (plies < 0) {
        return WIN_UNSURE;
    }
    // The transposition table tells counts apart only near their end, and roughly.
    if (plies > KEY_PLIES_EXACT || (plies - NEAR < left && left < plies + NEAR)) {
        depends_on_count(worker, node);
    }
    return plies <= left ? WIN_STANDS : WIN_TAKEN_AWAY;
}

// From the side to move, which has won or lost.
static int decided_score(Worker *worker, const Node *node, bool won) {
    int ply = worker_ply(worker, node);
    int end = egdb_plies(worker->shared->egdb, EGDB_END, node->position);
    bool in_time = end >= 0 && ply + end <= PLY_MAX &&
                   node->no_progress + end <= worker->shared->rules.set->no_progress_plies;
    int score = in_time ? score_won(ply + end) : SCORE_TABLE_WIN - ply;
    return won ? score : -score;
}

static Ending take_value(Worker *worker, Node *node, EgdbValue value, int *score) {
    const Shared *shared = worker->shared;
    bool roots = node->position.side == (uint32_t)shared->root_side;
    bool as_root = (roots ? value : egdb_value_turned(value)) == shared->root_value;
    if (value == EGDB_DRAW) {
        *score = worker_draw_score(worker, node);
        return as_root ? ENDING_UNKNOWN : ENDING_SCORE;
    }
    switch (judge_win(worker, node)) {
    case WIN_UNSURE:
        return ENDING_UNKNOWN;
    case WIN_TAKEN_AWAY:
        *score = worker_draw_score(worker, node);
        return shared->root_value == EGDB_DRAW ? ENDING_UNKNOWN : ENDING_SCORE;
    default:
        break;
    }
    if (as_root && node->reversible >= worker_ply(worker, node)) {
        *score = value == EGDB_WIN ? SCORE_TABLE_OPEN : -SCORE_TABLE_OPEN;
        return ENDING_OPEN;
    }
    *score = decided_score(worker, node, value == EGDB_WIN);
    return ENDING_SCORE;
}

Ending endings_probe(Worker *worker, Node *node, int *score) {
    Egdb *egdb = worker->shared->egdb;
    Position p = node->position;
    if (egdb == NULL || bits_count(p.pieces[BLACK] | p.pieces[WHITE]) > egdb_pieces(egdb)) {
        return ENDING_UNKNOWN;
    }
    EgdbValue value = egdb_probe(egdb, p);
    if (value == EGDB_UNKNOWN) {
        return ENDING_UNKNOWN;
    }
    worker_count_table_hit(worker);
    return take_value(worker, node, value, score);
}

int endings_leaf(int score, int eval) {
    int nudge = eval / 8;
    nudge = nudge > SCORE_TABLE_OPEN_SPAN    ? SCORE_TABLE_OPEN_SPAN
            : nudge < -SCORE_TABLE_OPEN_SPAN ? -SCORE_TABLE_OPEN_SPAN
                                             : nudge;
    return score + nudge;
}

static const EgdbAdviceMove *advice_on(const EgdbAdvice *advice, Move move) {
    int i = 0;
    while (!move_equal(advice->moves[i].move, move)) { // all legal moves are there
        i++;
    }
    return &advice->moves[i];
}

void endings_rank(Root *root, const EgdbAdvice *advice, int draw_score) {
    for (int i = 0; i < root->count; i++) {
        RootMove *move = &root->moves[i];
        const EgdbAdviceMove *advised = advice_on(advice, move->move);
        bool exact = advised->end >= 0 && advised->end <= PLY_MAX;
        move->rank = advised->rank;
        switch (advised->value) {
        case EGDB_WIN:
            move->least = exact ? score_won(advised->end) : SCORE_TABLE_LEAST;
            move->most = exact ? move->least : SCORE_WIN;
            break;
        case EGDB_LOSS:
            move->most = exact ? score_lost(advised->end) : -SCORE_TABLE_LEAST;
            move->least = exact ? move->most : -SCORE_WIN;
            break;
        default:
            move->least = move->most = draw_score;
            break;
        }
    }
}
