// A book in memory, to be grown and joined with others: positions, all with Black to move
// (book_position), and the moves between them.
#ifndef KELSO_BOOK_GRAPH_H
#define KELSO_BOOK_GRAPH_H

#include "book/entry.h"
#include "book/position_map.h"

typedef struct {
    Move move;
    int score;
    int child; // index of the position behind it; -1: not in the graph. Set by graph_back_up
} GraphMove;

typedef struct {
    Position position;
    int score, depth;
    bool expanded;
    bool closed; // nothing is to be gained by expanding it
    uint32_t visits;
    int count;
    GraphMove *moves; // owned; best first
} GraphNode;

// All zero is an empty graph.
typedef struct {
    GraphNode *nodes; // owned
    int count, capacity;
    PositionMap map;
} Graph;

void graph_destroy(Graph *graph);

// The index of a position with Black to move; -1: it is not there.
int graph_find(const Graph *graph, Position p);

// Adds an entry that passes book_entry_check and returns its index. Of two entries for a position
// the expanded one holds, then the one searched deeper, then the one with the higher score; visits
// are added.
int graph_put(Graph *graph, const BookEntry *entry);

// The node as an entry.
void graph_entry(const Graph *graph, int index, BookEntry *entry);

// The position behind a move of a node, as Black to move.
Position graph_behind(Position p, Move move);

// The score before a move, for the side that makes it, of a score behind it.
int graph_score_before(int score_behind);

// Gives all expanded nodes, and the moves to positions that are there, the scores that follow from
// those of the other nodes. Play without end is a draw: the scores are those of games cut after n
// plies, and worth 0 there if they are still among expanded nodes, for an n from which on they do
// not change.
void graph_back_up(Graph *graph);

#define GRAPH_PATH_MAX 120

typedef struct {
    int count; // 0: there is none
    Position positions[GRAPH_PATH_MAX];
} GraphPath;

// The cheapest way from the root, which is in the graph, to a position that is not expanded, or not
// in the graph. Each ply costs `ply_cost`, and as many hundredths of a man more as the move is
// worse than the best one of its position: drop-out expansion, after Lincke, "Strategies for the
// automatic construction of opening books", 2000. Closed nodes, and moves and leaves that win or
// lose by `decided` or more, are passed over. Needs scores that are backed up.
void graph_most_relevant(const Graph *graph, int root, int ply_cost, int decided, GraphPath *path);

#endif
