#include <stdio.h>
#include <stdlib.h>

#include "book/ballots.h"
#include "book/files.h"
#include "book/inspect.h"
#include "common/alloc.h"
#include "search/score.h"

#define DOUBTFUL 50  // hundredths of a man from which on a ballot is in doubt,
#define LOST     120 // and from which on it looks lost

typedef struct {
    const Ballot *ballot;
    Side side;  // to move
    int score;  // for it
    int plies;  // along the best line
    int depth;  // of the search at its end
    int beyond; // positions of the book from here on
} Row;

// How many positions are reached from this one over expanded positions, itself included.
static int count_beyond(const Graph *graph, int index) {
    bool *seen = alloc_zeroed((size_t)graph->count, sizeof *seen);
    int *reached = alloc_zeroed((size_t)graph->count, sizeof *reached), count = 1;
    reached[0] = index;
    seen[index] = true;
    for (int next = 0; next < count; next++) {
        const GraphNode *node = &graph->nodes[reached[next]];
        for (int i = 0; node->expanded && i < node->count; i++) {
            int child = node->moves[i].child;
            if (child >= 0 && !seen[child]) {
                seen[child] = true;
                reached[count++] = child;
            }
        }
    }
    free(seen);
    free(reached);
    return count;
}

// false: the ballot is not in the book.
static bool fill_row(const Graph *graph, const Ballot *ballot, Row *row) {
    int line[GRAPH_PATH_MAX];
    Position p = ballot_position(ballot);
    int count = inspect_line(graph, p, line, GRAPH_PATH_MAX);
    if (count == 0) {
        return false;
    }
    *row = (Row){.ballot = ballot,
                 .side = (Side)p.side,
                 .score = graph->nodes[line[0]].score,
                 .plies = count - 1,
                 .depth = graph->nodes[line[count - 1]].depth,
                 .beyond = count_beyond(graph, line[0])};
    return true;
}

static const char *favoured(const Row *row) {
    static const char *const names[] = {"Black", "White"};
    return row->score == 0 ? "" : names[row->score > 0 ? row->side : side_other(row->side)];
}

static void print_row(const Row *row) {
    static const char *const classes[] = {"deck", "added", "barred"};
    char score[SCORE_TEXT_MAX];
    const char *verdict = abs(row->score) >= LOST       ? "looks lost"
                          : abs(row->score) >= DOUBTFUL ? "doubtful"
                                                        : "";
    inspect_score(abs(row->score), score);
    printf("| %d | %s | %s | %s | %s | %d | %d | %d | %s |\n", row->ballot->number,
           row->ballot->moves, classes[row->ballot->class], score, favoured(row), row->plies,
           row->depth, row->beyond, verdict);
}

typedef bool Judgement(const Row *row);

static bool is_draw(const Row *row) {
    return row->score == 0;
}

static bool is_doubtful(const Row *row) {
    return abs(row->score) >= DOUBTFUL && abs(row->score) < LOST;
}

static bool is_lost(const Row *row) {
    return abs(row->score) >= LOST;
}

static void print_numbers(const char *what, const Row *rows, int count, Judgement *holds) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (holds(&rows[i])) {
            printf("%s %d", found++ == 0 ? what : ",", rows[i].ballot->number);
        }
    }
    if (found > 0) {
        puts("\n");
    }
}

static void print_table(const Graph *graph, const Row *rows, int count, int missing) {
    int expanded = 0;
    for (int i = 0; i < graph->count; i++) {
        expanded += graph->nodes[i].expanded;
    }
    printf(
        "positions %d\n\n%d of them are expanded. %d ballots are in the book, %d are not. A score "
        "is what the side named is\nahead by, in men; plies are those of the book along best "
        "play, depth that of the search at their end.\nFrom %.2f on a ballot is called doubtful, "
        "from %.2f on it looks lost.\n\n",
        graph->count, expanded, count, missing, DOUBTFUL / 100.0, LOST / 100.0);
    print_numbers("Looks lost:", rows, count, is_lost);
    print_numbers("Doubtful:", rows, count, is_doubtful);
    print_numbers("Even:", rows, count, is_draw);
    puts("| ballot | moves | class | score | for | plies | depth | positions | |\n"
         "|---|---|---|---|---|---|---|---|---|");
    for (int i = 0; i < count; i++) {
        print_row(&rows[i]);
    }
}

bool inspect_stats(const BookConfig *config, Error *error) {
    Graph graph = {0};
    if (!files_load(&graph, config->words[0], error)) {
        graph_destroy(&graph);
        return false;
    }
    BallotTable table = ballots_three_move();
    Row *rows = alloc_zeroed((size_t)table.count, sizeof *rows);
    int count = 0;
    graph_back_up(&graph);
    for (int i = 0; i < table.count; i++) {
        count += fill_row(&graph, &table.ballots[i], &rows[count]);
    }
    print_table(&graph, rows, count, table.count - count);
    free(rows);
    graph_destroy(&graph);
    return true;
}
