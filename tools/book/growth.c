#include "book/growth.h"

#include <stdlib.h>

// A finding as an entry, but for the number of visits.
static BookEntry searched(Position p, const Finding *found) {
    BookEntry entry;
    entry.position = p;
    entry.score = found->score;
    entry.depth = found->depth;
    entry.expanded = false;
    entry.visits = 0;
    entry.count = found->has_move;
    entry.moves[0] = (BookMove){found->move, found->score};
    return entry;
}

static bool is_known(const GrowthSource *source, Position p) {
    return graph_find(source->base, p) >= 0 || findings_get(source->findings, LOOK_FULL, p) != NULL;
}

// The moves of a position with the short looks behind them.
typedef struct {
    MoveList list;
    int best;                // score of the short looks
    int scores[MOVES_MAX];   // of the moves
    bool is_near[MOVES_MAX]; // to the best
} Survey;

// false: the short look at `wanted` is missing.
static bool survey_moves(const GrowthSource *source, Position p, Survey *survey, Position *wanted) {
    moves_generate(p, &survey->list);
    survey->best = -BOOK_SCORE_MAX;
    survey->scores[0] = 0;
    for (int i = 0; i < survey->list.count && survey->list.count > 1; i++) {
        *wanted = graph_behind(p, survey->list.moves[i]);
        const Finding *found = findings_get(source->findings, LOOK_SHORT, *wanted);
        if (found == NULL) {
            return false;
        }
        survey->scores[i] = graph_score_before(found->score);
        survey->best = survey->scores[i] > survey->best ? survey->scores[i] : survey->best;
    }
    for (int i = 0; i < survey->list.count; i++) {
        survey->is_near[i] =
            survey->list.count == 1 || survey->scores[i] >= survey->best - GROWTH_MARGIN;
    }
    return true;
}

bool growth_needs(const Graph *graph, const GrowthSource *source, Position p, Look *look,
                  Position *wanted) {
    Survey survey;
    *look = LOOK_FULL;
    if (graph_find(graph, p) < 0) {
        *wanted = p;
        return !is_known(source, p);
    }
    if (!survey_moves(source, p, &survey, wanted)) {
        *look = LOOK_SHORT;
        return true;
    }
    for (int i = 0; i < survey.list.count; i++) {
        *wanted = graph_behind(p, survey.list.moves[i]);
        if (survey.is_near[i] && !is_known(source, *wanted)) {
            return true;
        }
    }
    return false;
}

static void adopt_one(Graph *graph, const Graph *base, int index) {
    BookEntry entry;
    graph_entry(base, index, &entry);
    entry.visits = 0;
    graph_put(graph, &entry);
}

// Takes over what the base has of the position and, as far as it is expanded, beyond.
static void adopt(Graph *graph, const Graph *base, int index) {
    int next = graph->count; // new positions come behind
    adopt_one(graph, base, index);
    for (; next < graph->count; next++) {
        for (int i = 0; graph->nodes[next].expanded && i < graph->nodes[next].count; i++) {
            const GraphNode *node = &graph->nodes[next];
            Position behind = graph_behind(node->position, node->moves[i].move);
            int child = graph_find(base, behind);
            if (child >= 0 && graph_find(graph, behind) < 0) {
                adopt_one(graph, base, child);
            }
        }
    }
}

// Adds a position of which a full look or the base knows.
static void add(Graph *graph, const GrowthSource *source, Position p) {
    int index = graph_find(source->base, p);
    if (graph_find(graph, p) >= 0) {
        return;
    }
    if (index >= 0) {
        adopt(graph, source->base, index);
    } else {
        BookEntry entry = searched(p, findings_get(source->findings, LOOK_FULL, p));
        graph_put(graph, &entry);
    }
}

static int compare(const void *a, const void *b) {
    return book_move_compare(a, b);
}

static void expand(Graph *graph, const GrowthSource *source, Position p, const Survey *survey) {
    BookEntry entry;
    graph_entry(graph, graph_find(graph, p), &entry);
    entry.expanded = true;
    entry.visits = 0;
    entry.count = survey->list.count;
    for (int i = 0; i < entry.count; i++) {
        Move move = survey->list.moves[i];
        entry.moves[i] = (BookMove){move, survey->scores[i]};
        if (survey->is_near[i]) {
            Position behind = graph_behind(p, move);
            add(graph, source, behind);
            entry.moves[i].score =
                graph_score_before(graph->nodes[graph_find(graph, behind)].score);
        }
    }
    qsort(entry.moves, (size_t)entry.count, sizeof *entry.moves, compare);
    entry.score = entry.moves[0].score;
    graph_put(graph, &entry);
}

bool growth_grow(Graph *graph, const GrowthSource *source, Position p) {
    Survey survey;
    Look look;
    Position wanted;
    if (growth_needs(graph, source, p, &look, &wanted)) {
        return false;
    }
    int index = graph_find(graph, p);
    if (index < 0) {
        add(graph, source, p);
    } else if (!graph->nodes[index].expanded && survey_moves(source, p, &survey, &wanted) &&
               survey.list.count > 0) {
        expand(graph, source, p, &survey);
    }
    return true;
}
