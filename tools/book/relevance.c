#include "book/graph.h"

#include <limits.h>
#include <stdlib.h>

#include "common/alloc.h"

// The cheapest way to a node.
typedef struct {
    int cost;   // INT_MAX: not reached
    int before; // the node in front of it; -1: it is the root
    bool waiting;
} Place;

typedef struct {
    const Graph *graph;
    int ply_cost, decided;
    Place *places; // owned; by node
    int *queue;    // owned; a ring of nodes whose moves are to be looked at
    int first, waiting;
    int best_cost, best_before; // of the target
    Position target;
} Walk;

// Takes the position as the target if it is the cheapest so far; of equal ones that with the
// smaller key, so that the order of the nodes does not matter.
static void offer(Walk *walk, Position p, int cost, int before) {
    if (cost < walk->best_cost ||
        (cost == walk->best_cost && book_key(p) < book_key(walk->target))) {
        walk->best_cost = cost;
        walk->best_before = before;
        walk->target = p;
    }
}

static void reach(Walk *walk, int index, int cost, int before) {
    const GraphNode *node = &walk->graph->nodes[index];
    if (!node->expanded) {
        if (!node->closed && abs(node->score) < walk->decided) {
            offer(walk, node->position, cost, before);
        }
        return;
    }
    Place *place = &walk->places[index];
    if (cost < place->cost) {
        *place = (Place){cost, before, place->waiting};
        if (!place->waiting) {
            place->waiting = true;
            walk->queue[(walk->first + walk->waiting++) % walk->graph->count] = index;
        }
    }
}

static void leave(Walk *walk, int index) {
    const GraphNode *node = &walk->graph->nodes[index];
    Place *place = &walk->places[index];
    place->waiting = false;
    for (int i = 0; i < node->count; i++) {
        const GraphMove *move = &node->moves[i];
        int cost = place->cost + walk->ply_cost + node->score - move->score;
        if (move->child >= 0) {
            reach(walk, move->child, cost, index);
        } else if (abs(move->score) < walk->decided) {
            offer(walk, graph_behind(node->position, move->move), cost, index);
        }
    }
}

// A way that is too long is none.
static void write_path(const Walk *walk, GraphPath *path) {
    int plies = 0;
    for (int at = walk->best_before; at >= 0; at = walk->places[at].before) {
        plies++;
    }
    path->count = plies < GRAPH_PATH_MAX ? plies + 1 : 0;
    if (path->count > 0) {
        path->positions[plies] = walk->target;
        for (int at = walk->best_before; at >= 0; at = walk->places[at].before) {
            path->positions[--plies] = walk->graph->nodes[at].position;
        }
    }
}

void graph_most_relevant(const Graph *graph, int root, int ply_cost, int decided, GraphPath *path) {
    size_t count = (size_t)graph->count;
    Walk walk = {.graph = graph,
                 .ply_cost = ply_cost,
                 .decided = decided,
                 .places = alloc_zeroed(count, sizeof(Place)),
                 .queue = alloc_zeroed(count, sizeof(int)),
                 .best_cost = INT_MAX};
    for (size_t i = 0; i < count; i++) {
        walk.places[i].cost = INT_MAX;
    }
    reach(&walk, root, 0, -1);
    while (walk.waiting > 0) {
        int index = walk.queue[walk.first];
        walk.first = (walk.first + 1) % graph->count;
        walk.waiting--;
        leave(&walk, index);
    }
    path->count = 0;
    if (walk.best_cost < INT_MAX) {
        write_path(&walk, path);
    }
    free(walk.places);
    free(walk.queue);
}
