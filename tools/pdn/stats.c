// stats: results by opening and by player.
#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "book/ballots.h"
#include "common/alloc.h"
#include "notation/movetext.h"
#include "pdn/run.h"

#define OPENING_PLIES 3

// How the games of one name ended. Openings count by Result, players by Outcome.
typedef enum { OUTCOME_OPEN, OUTCOME_WON, OUTCOME_LOST, OUTCOME_DRAWN } Outcome;

typedef struct {
    char *name;
    int64_t games, ended[4];
} Count;

typedef struct {
    void *tree;     // of tsearch, by name
    Count **counts; // all that are in it
    int count, capacity;
} CountTable;

typedef struct {
    CountTable openings, players;
} Stats;

// ---- counting

static int compare_names(const void *a, const void *b) {
    return strcmp(((const Count *)a)->name, ((const Count *)b)->name);
}

static bool count(CountTable *table, const char *name, int ended, Error *error) {
    Count *new = alloc_zeroed(1, sizeof *new);
    new->name = alloc_text(name);
    Count **node = tsearch(new, &table->tree, compare_names);
    Count *found = node == NULL ? NULL : *node;
    if (found != new) {
        free(new->name);
        free(new);
    } else {
        table->counts =
            alloc_grow(table->counts, &table->capacity, table->count + 1, sizeof(Count *));
        table->counts[table->count++] = found;
    }
    if (found == NULL) {
        return error_set(error, ERROR_MEMORY, "no memory for one name more");
    }
    found->games++;
    found->ended[ended]++;
    return true;
}

static void table_destroy(CountTable *table) {
    for (int i = 0; i < table->count; i++) {
        tdelete(table->counts[i], &table->tree, compare_names);
        free(table->counts[i]->name);
        free(table->counts[i]);
    }
    free(table->counts);
}

// ---- games

static void opening_name(const PdnGame *pdn, char *text, size_t size) {
    const Game *game = pdn->game;
    const Ballot *ballot = ballot_of_game(game);
    size_t length = 0;
    if (ballot != NULL) {
        snprintf(text, size, "%d %s%s%s", ballot->number, ballot->moves,
                 *ballot->name == '\0' ? "" : " ", ballot->name);
    } else if (!position_equal(game->plies[0].position, position_start())) {
        snprintf(text, size, "(a position set up)");
    } else if (game->count <= OPENING_PLIES) {
        snprintf(text, size, "(fewer than three moves)");
    } else {
        for (int i = 0; i < OPENING_PLIES; i++) {
            char move[MOVE_TEXT_MAX];
            move_path_write(&pdn->paths[i], move);
            length +=
                (size_t)snprintf(text + length, size - length, "%s%s", i > 0 ? " " : "- ", move);
        }
    }
}

static Outcome outcome(Result result, Side side) {
    if (result == RESULT_NONE) {
        return OUTCOME_OPEN;
    }
    if (result == RESULT_DRAW) {
        return OUTCOME_DRAWN;
    }
    return result == result_won_by(side) ? OUTCOME_WON : OUTCOME_LOST;
}

static bool count_player(Stats *stats, const PdnGame *pdn, Side side, Error *error) {
    const char *name = pdn_tag(pdn, side == BLACK ? "Black" : "White");
    name = name == NULL || *name == '\0' ? "?" : name;
    return count(&stats->players, name, (int)outcome(pdn->result, side), error);
}

static bool begin(Run *run, Error *error) {
    (void)error;
    run->state = alloc_zeroed(1, sizeof(Stats));
    return true;
}

static bool take(Run *run, const PdnRead *read, Error *error) {
    Stats *stats = run->state;
    char opening[256];
    opening_name(&read->pdn, opening, sizeof opening);
    return count(&stats->openings, opening, (int)read->pdn.result, error) &&
           count_player(stats, &read->pdn, BLACK, error) &&
           count_player(stats, &read->pdn, WHITE, error);
}

// ---- tables

// The most games first.
static int compare_counts(const void *a, const void *b) {
    const Count *first = *(Count *const *)a, *second = *(Count *const *)b;
    if (first->games != second->games) {
        return first->games < second->games ? 1 : -1;
    }
    return strcmp(first->name, second->name);
}

// Points in per cent of the games that ended; won and drawn are indices of `ended`.
static void write_score(FILE *file, const Count *count, int won, int drawn) {
    int64_t ended = count->games - count->ended[0];
    if (ended == 0) {
        fprintf(file, "%7s", "-");
    } else {
        fprintf(file, "%7.1f",
                100 * ((double)count->ended[won] + (double)count->ended[drawn] / 2) /
                    (double)ended);
    }
}

static void write_table(FILE *file, CountTable *table, const char *headline, int won, int drawn) {
    fprintf(file, "%s\n", headline);
    if (table->count > 0) {
        qsort(table->counts, (size_t)table->count, sizeof *table->counts, compare_counts);
    }
    for (int i = 0; i < table->count; i++) {
        const Count *count = table->counts[i];
        fprintf(file, "%7" PRId64 "%7" PRId64 "%7" PRId64 "%7" PRId64 "%7" PRId64, count->games,
                count->ended[1], count->ended[2], count->ended[3], count->ended[0]);
        write_score(file, count, won, drawn);
        fprintf(file, "  %s\n", count->name);
    }
}

static bool end(Run *run, Error *error) {
    Stats *stats = run->state;
    (void)error;
    write_table(run->out, &stats->openings, "  games  Black  White  drawn   open  Black%  opening",
                RESULT_BLACK_WINS, RESULT_DRAW);
    fputc('\n', run->out);
    write_table(run->out, &stats->players, "  games    won   lost  drawn   open  score%  player",
                OUTCOME_WON, OUTCOME_DRAWN);
    return true;
}

static void destroy(Run *run) {
    Stats *stats = run->state;
    table_destroy(&stats->openings);
    table_destroy(&stats->players);
    free(stats);
}

const Command command_stats = {begin, take, end, destroy};
