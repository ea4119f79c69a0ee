#include "endings.h"

#include <stdlib.h>
#include <string.h>

enum { OPEN = -1, FREE = 0 };

typedef struct Entry {
    uint32_t key; /* FREE: none */
    OracleEnding ending;
} Entry;

struct OracleEndings {
    uint32_t size; /* a power of two */
    int longest;   /* end of all that was solved */
    Entry *entry;
};

/* The positions in work: which, and what their moves lead to. */
typedef struct Work {
    OracleEndings *endings;
    char pieces[ORACLE_ENDING_PIECES + 1];
    uint32_t *at;    /* the entry of each position */
    uint32_t *first; /* where its moves begin */
    uint32_t *move;  /* the entry a move leads to, doubled; plus 1 for a capture or man's move */
    size_t count, moves; /* of positions and of all their moves */
    size_t room, move_room;
} Work;

static void *more(void *items, size_t *room, size_t needed, size_t size) {
    if (needed > *room) {
        *room = needed * 2;
        items = realloc(items, *room * size);
        if (items == NULL) {
            abort();
        }
    }
    return items;
}

/* ---- Entries -------------------------------------------------------------------------------- */

static uint32_t key_of(const OracleBoard *board) {
    static const char kinds[] = "bwBW";
    uint32_t key = 1;
    for (int square = 1; square <= 32; square++) {
        char piece = oracle_at(board, square);
        if (piece != '.') {
            uint32_t kind = (uint32_t)(strchr(kinds, piece) - kinds);
            key = key << 7 | (uint32_t)(square - 1) << 2 | kind;
        }
    }
    return key << 1 | (board->side == ORACLE_WHITE);
}

/* The place of the entry with this key, or the free one where it would stand. */
static uint32_t find(const OracleEndings *endings, uint32_t key) {
    uint32_t at = key * 2654435769U & (endings->size - 1);
    while (endings->entry[at].key != FREE && endings->entry[at].key != key) {
        at = (at + 1) & (endings->size - 1);
    }
    return at;
}

OracleEndings *oracle_endings_create(int log2_positions) {
    OracleEndings *endings = malloc(sizeof *endings);
    if (endings == NULL) {
        abort();
    }
    endings->longest = 0;
    endings->size = (uint32_t)2 << log2_positions;
    endings->entry = calloc(endings->size, sizeof *endings->entry);
    if (endings->entry == NULL) {
        abort();
    }
    return endings;
}

void oracle_endings_destroy(OracleEndings *endings) {
    free(endings->entry);
    free(endings);
}

bool oracle_endings_look_up(const OracleEndings *endings, const OracleBoard *board,
                            OracleEnding *ending) {
    const Entry *entry = &endings->entry[find(endings, key_of(board))];
    *ending = entry->ending;
    return entry->key != FREE;
}

/* ---- Positions and moves -------------------------------------------------------------------- */

static void put(OracleBoard *board, int square, char piece) {
    int row = (square - 1) / 4;
    board->cell[row][(square - 1) % 4 * 2 + (row % 2 == 0)] = piece;
}

static void add_position(Work *work, const OracleBoard *board) {
    uint32_t key = key_of(board), at = find(work->endings, key);
    if (work->endings->entry[at].key != FREE) {
        return; /* the same pieces on each other's squares */
    }
    work->endings->entry[at] = (Entry){key, {'d', OPEN, OPEN}};
    work->at = more(work->at, &work->room, work->count + 1, sizeof *work->at);
    work->at[work->count++] = at;
}

static void place(Work *work, OracleBoard *board, int piece) {
    char kind = work->pieces[piece];
    if (kind == '\0') {
        board->side = ORACLE_BLACK;
        add_position(work, board);
        board->side = ORACLE_WHITE;
        add_position(work, board);
        return;
    }
    for (int square = kind == 'w' ? 5 : 1; square <= (kind == 'b' ? 28 : 32); square++) {
        if (oracle_at(board, square) == '.') {
            put(board, square, kind);
            place(work, board, piece + 1);
            put(board, square, '.');
        }
    }
}

static OracleBoard empty_board(void) {
    OracleBoard board;
    memset(board.cell, '.', sizeof board.cell);
    board.side = ORACLE_WHITE;
    return board;
}

static OracleBoard board_of(uint32_t key) {
    OracleBoard board = empty_board();
    board.side = key & 1 ? ORACLE_WHITE : ORACLE_BLACK;
    for (key >>= 1; key > 1; key >>= 7) {
        put(&board, (int)(key >> 2 & 31) + 1, "bwBW"[key & 3]);
    }
    return board;
}

static void add_moves(Work *work, size_t position) {
    OracleBoard board = board_of(work->endings->entry[work->at[position]].key);
    OracleMoves moves;
    oracle_generate(&board, &moves);
    work->first[position] = (uint32_t)work->moves;
    work->move =
        more(work->move, &work->move_room, work->moves + ORACLE_MAX_MOVES, sizeof *work->move);
    for (int i = 0; i < moves.count; i++) {
        const OracleMove *move = &moves.move[i];
        char piece = oracle_at(&board, move->square[0]);
        bool progress = move->captured != 0 || piece == 'b' || piece == 'w';
        OracleBoard after = oracle_play(&board, move);
        uint32_t at = find(work->endings, key_of(&after));
        if (work->endings->entry[at].key == FREE) {
            abort(); /* not solved before */
        }
        work->move[work->moves++] = at << 1 | progress;
    }
}

/* ---- Passes --------------------------------------------------------------------------------- */

/* Whether the position ends after just so many plies: some move loses the opponent the game in one
 * less, or the last of all moves' wins takes one less. */
static bool ends_in(const Work *work, size_t position, int plies, OracleEnding *ending) {
    const Entry *entry = work->endings->entry;
    int longest = -1;
    bool all_won = true;
    for (uint32_t i = work->first[position]; i < work->first[position + 1]; i++) {
        const OracleEnding *after = &entry[work->move[i] >> 1].ending;
        if (after->value == 'l' && after->end == plies - 1) {
            *ending = (OracleEnding){'w', OPEN, plies};
            return true;
        }
        all_won &= after->value == 'w' && after->end < plies;
        longest = after->end > longest ? after->end : longest;
    }
    if (all_won && longest == plies - 1) {
        *ending = (OracleEnding){'l', OPEN, plies};
    }
    return all_won && longest == plies - 1;
}

/* The same for the plies to the next progress, of a position whose result is known. */
static bool progresses_in(const Work *work, size_t position, int plies, OracleEnding *ending) {
    const Entry *entry = work->endings->entry;
    int longest = 0;
    for (uint32_t i = work->first[position]; i < work->first[position + 1]; i++) {
        const OracleEnding *after = &entry[work->move[i] >> 1].ending;
        int more_plies = work->move[i] & 1 ? 0 : after->progress; /* after the move */
        if (ending->value == 'w') {
            if (after->value == 'l' && more_plies != OPEN && more_plies == plies - 1) {
                ending->progress = plies;
                return true;
            }
        } else if (more_plies == OPEN) {
            return false;
        } else {
            longest = more_plies + 1 > longest ? more_plies + 1 : longest;
        }
    }
    if (ending->value == 'l' && longest == plies) {
        ending->progress = plies;
        return true;
    }
    return false;
}

/* One pass: settles the positions that take just so many plies; returns how many. What is found
 * counts from the next pass on. */
static size_t run_pass(Work *work, bool progress, int plies, size_t *settled, OracleEnding *found) {
    size_t count = 0;
    for (size_t i = 0; i < work->count; i++) {
        OracleEnding ending = work->endings->entry[work->at[i]].ending;
        bool open = progress ? ending.value != 'd' && ending.progress == OPEN : ending.end == OPEN;
        if (open && (progress ? progresses_in(work, i, plies, &ending)
                              : ends_in(work, i, plies, &ending))) {
            found[count] = ending;
            settled[count++] = i;
        }
    }
    for (size_t i = 0; i < count; i++) {
        work->endings->entry[work->at[settled[i]]].ending = found[i];
    }
    return count;
}

/* The last pass that can settle something is one more than the longest end known, or the one behind
 * the last that did. */
static void run_passes(Work *work, bool progress) {
    OracleEnding *found = calloc(work->count, sizeof *found);
    size_t *settled = calloc(work->count, sizeof *settled), count = 1;
    if (found == NULL || settled == NULL) {
        abort();
    }
    for (int plies = 0; progress ? count > 0 || plies <= 1 : plies <= work->endings->longest + 1;
         plies++) {
        count = run_pass(work, progress, plies, settled, found);
        if (!progress && count > 0 && plies > work->endings->longest) {
            work->endings->longest = plies;
        }
    }
    free(found);
    free(settled);
}

void oracle_endings_solve(OracleEndings *endings, const char *pieces) {
    Work work = {.endings = endings};
    OracleBoard board = empty_board();
    strncpy(work.pieces, pieces, sizeof work.pieces - 1);
    place(&work, &board, 0);
    work.first = malloc((work.count + 1) * sizeof *work.first);
    if (work.first == NULL) {
        abort();
    }
    for (size_t i = 0; i < work.count; i++) {
        add_moves(&work, i);
    }
    work.first[work.count] = (uint32_t)work.moves;
    run_passes(&work, false);
    run_passes(&work, true);
    free(work.at);
    free(work.first);
    free(work.move);
}

/* The pieces in the order of `kinds`, so many of them men. */
static void solve_with(OracleEndings *endings, char *pieces, int at, int count, int men) {
    static const char kinds[] = "bwBW";
    if (at == count || at == ORACLE_ENDING_PIECES) {
        pieces[at] = '\0';
        if (men == 0) {
            oracle_endings_solve(endings, pieces);
        }
        return;
    }
    for (int kind = 0; kind < 4; kind++) {
        if (at == 0 || kinds[kind] == pieces[at - 1] ||
            strchr(kinds, pieces[at - 1]) < kinds + kind) {
            pieces[at] = kinds[kind];
            solve_with(endings, pieces, at + 1, count, men - (kind < 2));
        }
    }
}

void oracle_endings_solve_all(OracleEndings *endings, int pieces) {
    char text[ORACLE_ENDING_PIECES + 1];
    for (int count = 1; count <= pieces; count++) {
        for (int men = 0; men <= count; men++) {
            solve_with(endings, text, 0, count, men);
        }
    }
}
