#include "book/inspect.h"

#include <stdio.h>
#include <stdlib.h>

#include "book/ballots.h"
#include "book/book.h"
#include "book/files.h"
#include "common/args.h"
#include "engine/places.h"
#include "notation/fen.h"
#include "notation/movetext.h"
#include "search/score.h"

void inspect_score(int score, char text[SCORE_TEXT_MAX]) {
    if (score_is_known(score)) {
        snprintf(text, SCORE_TEXT_MAX, "%s %d", score > 0 ? "win" : "loss", score_plies(score));
    } else if (score_is_decided(score)) {
        snprintf(text, SCORE_TEXT_MAX, "%s", score > 0 ? "win" : "loss");
    } else {
        snprintf(text, SCORE_TEXT_MAX, "%+.2f", score / 100.0);
    }
}

int inspect_line(const Graph *graph, Position p, int *line, int most) {
    int count = 0, index = graph_find(graph, book_position(p));
    while (index >= 0 && count < most) {
        for (int i = 0; i < count; i++) {
            if (line[i] == index) {
                return count;
            }
        }
        line[count++] = index;
        const GraphNode *node = &graph->nodes[index];
        index = node->expanded ? node->moves[0].child : -1;
    }
    return count;
}

// The book that --book names, or else the one that the engine would find.
static bool open_book(Book *book, const BookConfig *config, Error *error) {
    return config->book != NULL ? book_open(book, config->book, error)
                                : places_open_book(book, error);
}

bool inspect_probe(const BookConfig *config, Error *error) {
    Position p;
    Error warning;
    Book book;
    BookEntry entry;
    char score[SCORE_TEXT_MAX];
    if (!fen_read(config->words[0], &p, &warning, error) || !open_book(&book, config, error)) {
        return false;
    }
    bool there = book_find(&book, p, &entry);
    book_close(&book);
    if (!there) {
        puts("not in the book");
        return true;
    }
    inspect_score(entry.score, score);
    printf("score %d (%s), depth %d, visits %u, %s\n", entry.score, score, entry.depth,
           entry.visits, entry.expanded ? "expanded" : "searched");
    for (int i = 0; i < entry.count; i++) {
        char move[MOVE_TEXT_MAX];
        move_write(p, entry.moves[i].move, move);
        inspect_score(entry.moves[i].score, score);
        printf("%s %d (%s)\n", move, entry.moves[i].score, score);
    }
    return true;
}

// The moves of a position that are close to the best, indented by ply, and those behind them.
static void print_moves(const Book *book, const BookConfig *config, Position p, int ply) {
    BookEntry entry;
    if (ply == config->plies || !book_find(book, p, &entry) || !entry.expanded) {
        return;
    }
    for (int i = 0; i < entry.count; i++) {
        char move[MOVE_TEXT_MAX], score[SCORE_TEXT_MAX];
        if (entry.score - entry.moves[i].score > config->margin) {
            continue;
        }
        move_write(p, entry.moves[i].move, move);
        inspect_score(entry.moves[i].score, score);
        printf("%*s%s %s\n", 2 * ply, "", move, score);
        print_moves(book, config, position_play(p, entry.moves[i].move), ply + 1);
    }
}

bool inspect_tree(const BookConfig *config, Error *error) {
    BallotTable table = ballots_three_move();
    Book book;
    int number;
    if (!args_read_small(config->words[0], 1, table.count, &number, error) ||
        !open_book(&book, config, error)) {
        return false;
    }
    print_moves(&book, config, ballot_position(ballot_numbered(table, number)), 0);
    book_close(&book);
    return true;
}
