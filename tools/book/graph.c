#include "book/graph.h"

#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"
#include "search/score.h"

void graph_destroy(Graph *graph) {
    for (int i = 0; i < graph->count; i++) {
        free(graph->nodes[i].moves);
    }
    free(graph->nodes);
    position_map_destroy(&graph->map);
    *graph = (Graph){0};
}

int graph_find(const Graph *graph, Position p) {
    return position_map_find(&graph->map, p);
}

// Whether the entry says more than the node.
static bool is_better(const BookEntry *entry, const GraphNode *node) {
    if (entry->expanded != node->expanded) {
        return entry->expanded;
    }
    return entry->depth != node->depth ? entry->depth > node->depth : entry->score > node->score;
}

static void fill(GraphNode *node, const BookEntry *entry) {
    node->position = entry->position;
    node->score = entry->score;
    node->depth = entry->depth;
    node->expanded = entry->expanded;
    node->count = entry->count;
    free(node->moves);
    node->moves = alloc_zeroed((size_t)entry->count, sizeof *node->moves);
    for (int i = 0; i < entry->count; i++) {
        node->moves[i] = (GraphMove){entry->moves[i].move, entry->moves[i].score, -1};
    }
}

int graph_put(Graph *graph, const BookEntry *entry) {
    int index = graph_find(graph, entry->position);
    if (index < 0) {
        index = graph->count++;
        graph->nodes =
            alloc_grow(graph->nodes, &graph->capacity, graph->count, sizeof *graph->nodes);
        graph->nodes[index] = (GraphNode){0};
        position_map_set(&graph->map, entry->position, index);
        fill(&graph->nodes[index], entry);
    } else if (is_better(entry, &graph->nodes[index])) {
        fill(&graph->nodes[index], entry);
    }
    graph->nodes[index].visits += entry->visits;
    return index;
}

void graph_entry(const Graph *graph, int index, BookEntry *entry) {
    const GraphNode *node = &graph->nodes[index];
    entry->position = node->position;
    entry->score = node->score;
    entry->depth = node->depth;
    entry->expanded = node->expanded;
    entry->visits = node->visits;
    entry->count = node->count;
    for (int i = 0; i < node->count; i++) {
        entry->moves[i] = (BookMove){node->moves[i].move, node->moves[i].score};
    }
}

Position graph_behind(Position p, Move move) {
    return book_position(position_play(p, move));
}

int graph_score_before(int score_behind) {
    return score_from_table(-score_behind, 1);
}

static void link(Graph *graph) {
    for (int i = 0; i < graph->count; i++) {
        GraphNode *node = &graph->nodes[i];
        for (int j = 0; j < node->count; j++) {
            node->moves[j].child =
                graph_find(graph, graph_behind(node->position, node->moves[j].move));
        }
    }
}

// The score of an expanded node one ply further on than the scores given.
static int step(const GraphNode *node, const int *scores) {
    int best = -BOOK_SCORE_MAX;
    for (int i = 0; i < node->count; i++) {
        const GraphMove *move = &node->moves[i];
        int score = move->child < 0 ? move->score : graph_score_before(scores[move->child]);
        best = score > best ? score : best;
    }
    return best;
}

static int compare_moves(const void *a, const void *b) {
    const GraphMove *first = a, *second = b;
    return book_move_compare(&(BookMove){first->move, first->score},
                             &(BookMove){second->move, second->score});
}

static void set_scores(Graph *graph, const int *scores) {
    for (int i = 0; i < graph->count; i++) {
        GraphNode *node = &graph->nodes[i];
        node->score = scores[i];
        for (int j = 0; node->expanded && j < node->count; j++) {
            if (node->moves[j].child >= 0) {
                node->moves[j].score = graph_score_before(scores[node->moves[j].child]);
            }
        }
        if (node->expanded) {
            qsort(node->moves, (size_t)node->count, sizeof *node->moves, compare_moves);
        }
    }
}

void graph_back_up(Graph *graph) {
    size_t count = (size_t)graph->count;
    int *scores = alloc_zeroed(count, sizeof *scores), *next = alloc_zeroed(count, sizeof *next);
    bool changed = true;
    link(graph);
    for (int i = 0; i < graph->count; i++) {
        scores[i] = graph->nodes[i].expanded ? 0 : graph->nodes[i].score;
    }
    while (changed) {
        changed = false;
        for (int i = 0; i < graph->count; i++) {
            const GraphNode *node = &graph->nodes[i];
            next[i] = node->expanded ? step(node, scores) : node->score;
            changed |= next[i] != scores[i];
        }
        int *swapped = scores;
        scores = next;
        next = swapped;
    }
    set_scores(graph, scores);
    free(scores);
    free(next);
}
