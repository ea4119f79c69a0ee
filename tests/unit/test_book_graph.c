// Books in memory: scores backed up, the next position to grow, and what growing makes.
#include "support.h"

#include <stdlib.h>

#include "book/growth.h"
#include "search/score.h"

// Adds a position that was searched with this score.
static int put_leaf(Graph *graph, Position p, int score) {
    MoveList list;
    BookEntry entry = {.position = book_position(p), .score = score, .depth = 9, .visits = 1};
    moves_generate(entry.position, &list);
    entry.count = list.count > 0;
    entry.moves[0] = (BookMove){list.moves[0], score};
    return graph_put(graph, &entry);
}

// Adds a position with all its moves, which have this score as long as nothing better is known.
static int put_expanded(Graph *graph, Position p, int score) {
    MoveList list;
    BookEntry entry = {
        .position = book_position(p), .score = score, .depth = 9, .expanded = true, .visits = 1};
    moves_generate(entry.position, &list);
    entry.count = list.count;
    for (int i = 0; i < list.count; i++) {
        entry.moves[i] = (BookMove){list.moves[i], score};
    }
    return graph_put(graph, &entry);
}

static Position after(Position p, const char *moves) {
    Game game;
    Error error;
    assert_true(game_init(&game, p, (Rules){rule_set_default(), VARIANT_ENGLISH}, &error));
    play_all(&game, moves);
    Position end = game_position(&game);
    game_destroy(&game);
    return end;
}

static int score_of(const Graph *graph, Position p) {
    return graph->nodes[graph_find(graph, book_position(p))].score;
}

TEST(scores_go_through_transpositions) {
    Graph graph = {0};
    Position start = position_start();
    put_expanded(&graph, start, -500);
    put_expanded(&graph, after(start, "9-13"), -500);
    put_expanded(&graph, after(start, "10-14"), -500);
    put_expanded(&graph, after(start, "9-13 22-18"), -500);
    put_expanded(&graph, after(start, "10-14 22-18"), -500);
    Position both = after(start, "9-13 22-18 10-14");
    assert_true(position_equal(both, after(start, "10-14 22-18 9-13")));
    put_leaf(&graph, both, -40);
    graph_back_up(&graph);
    assert_int_equal(score_of(&graph, both), -40);
    assert_int_equal(score_of(&graph, after(start, "9-13 22-18")), 40);
    assert_int_equal(score_of(&graph, after(start, "10-14 22-18")), 40);
    assert_int_equal(score_of(&graph, after(start, "9-13")), -40);
    assert_int_equal(score_of(&graph, start), 40);
    const GraphNode *node = &graph.nodes[graph_find(&graph, start)];
    assert_int_equal(node->moves[0].score, 40);
    assert_int_equal(node->moves[1].score, 40);
    assert_int_equal(node->moves[2].score, -500);
    graph_destroy(&graph);
}

TEST(a_win_is_further_away_before_the_move) {
    Graph graph = {0};
    Position start = position_start();
    put_expanded(&graph, start, 0);
    put_leaf(&graph, after(start, "11-15"), score_lost(4));
    graph_back_up(&graph);
    assert_int_equal(score_of(&graph, start), score_won(5));
    graph_destroy(&graph);
}

// Expands all positions with a king of each side in the two rows where it lives; those with a king
// that has left are leaves with this score for the side to move.
static void spread(Graph *graph, Position p, int score) {
    MoveList list;
    if ((p.pieces[BLACK] & ~0xFFU) != 0 || (p.pieces[WHITE] & 0xFFFFFFU) != 0) {
        if (graph_find(graph, book_position(p)) < 0) {
            put_leaf(graph, p, score);
        }
        return;
    }
    if (graph_find(graph, book_position(p)) >= 0) {
        return;
    }
    put_expanded(graph, p, 0);
    moves_generate(p, &list);
    for (int i = 0; i < list.count; i++) {
        spread(graph, position_play(p, list.moves[i]), score);
    }
}

TEST(who_would_lose_by_leaving_repeats) {
    Position kings = position_of("B:WK32:BK1");
    Graph graph = {0};
    spread(&graph, kings, 70);
    assert_in_range(graph.count, 60, 200);
    graph_back_up(&graph);
    for (int i = 0; i < graph.count; i++) {
        assert_int_equal(graph.nodes[i].score, graph.nodes[i].expanded ? 0 : 70);
    }
    graph_destroy(&graph);
    spread(&graph, kings, -70); // to leave is good, and Black is the first who can
    graph_back_up(&graph);
    assert_int_equal(score_of(&graph, kings), 70);
    graph_destroy(&graph);
}

TEST(the_next_position_is_the_cheapest) {
    Graph graph = {0};
    GraphPath path;
    Position start = position_start();
    int root = put_expanded(&graph, start, -500);
    int good = put_leaf(&graph, after(start, "11-15"), 0);
    int near = put_leaf(&graph, after(start, "11-16"), 12);
    graph_back_up(&graph);
    graph_most_relevant(&graph, root, 5, 300, &path);
    assert_int_equal(path.count, 2);
    assert_true(position_equal(path.positions[0], start));
    assert_true(position_equal(path.positions[1], graph.nodes[good].position));
    // Expanded, its moves as good as it was: a ply costs less than the 12 of the other.
    put_expanded(&graph, after(start, "11-15"), 0);
    int reply = put_leaf(&graph, after(start, "11-15 23-19"), 0);
    graph_back_up(&graph);
    graph.nodes[reply].closed = true;
    graph_most_relevant(&graph, root, 5, 300, &path);
    assert_int_equal(path.count, 3); // one that is not in the graph yet
    assert_true(position_equal(path.positions[1], graph.nodes[good].position));
    assert_int_equal(graph_find(&graph, path.positions[2]), -1);
    graph_most_relevant(&graph, root, 13, 300, &path); // where plies cost more
    assert_int_equal(path.count, 2);
    assert_true(position_equal(path.positions[1], graph.nodes[near].position));
    graph_destroy(&graph);
}

TEST(what_is_decided_is_left_alone) {
    Graph graph = {0};
    GraphPath path;
    Position start = position_start();
    int root = put_expanded(&graph, start, -500); // moves that are not in the graph
    put_leaf(&graph, after(start, "11-15"), -300);
    graph_back_up(&graph);
    graph_most_relevant(&graph, root, 5, 300, &path);
    assert_int_equal(path.count, 0);
    graph_destroy(&graph);
}

TEST(of_two_entries_the_better_founded_holds) {
    Graph graph = {0};
    Position p = after(position_start(), "11-15");
    int index = put_leaf(&graph, p, 10);
    put_leaf(&graph, p, 20);
    assert_int_equal(graph.nodes[index].score, 20);
    put_expanded(&graph, p, -30);
    put_leaf(&graph, p, 40);
    assert_int_equal(graph.nodes[index].score, -30);
    assert_true(graph.nodes[index].expanded);
    assert_int_equal(graph.nodes[index].visits, 4);
    assert_int_equal(graph.count, 1);
    graph_destroy(&graph);
}

// Findings by a rule in place of a search: scores in hundredths of a man by the key.
static Finding invented(Position p, Look look) {
    MoveList list;
    moves_generate(p, &list);
    int score = (int)(book_key(p) % 200) - 100 + (look == LOOK_FULL ? 3 : 0);
    return (Finding){score, 10, list.count > 0, list.moves[0]};
}

TEST(a_position_is_grown_when_all_is_found) {
    Findings findings;
    Graph graph = {0}, base = {0};
    Position start = position_start(), wanted;
    Look look;
    Error error;
    int looks[LOOK_COUNT] = {0, 0};
    assert_true(findings_open(&findings, NULL, NULL, NULL, NULL, &error));
    GrowthSource source = {&findings, &base};
    for (int round = 0; round < 2; round++) { // added, then expanded
        while (growth_needs(&graph, &source, start, &look, &wanted)) {
            assert_false(growth_grow(&graph, &source, start));
            assert_null(findings_get(&findings, look, wanted));
            looks[look]++;
            assert_true(findings_add(&findings, look, wanted, invented(wanted, look), &error));
        }
        assert_true(growth_grow(&graph, &source, start));
        assert_int_equal(graph.nodes[0].expanded, round == 1);
    }
    assert_int_equal(looks[LOOK_SHORT], 7);
    int best = -100, near = 0;
    MoveList list;
    moves_generate(start, &list);
    for (int i = 0; i < list.count; i++) {
        int score = -invented(graph_behind(start, list.moves[i]), LOOK_SHORT).score;
        best = score > best ? score : best;
    }
    for (int i = 0; i < list.count; i++) {
        Position behind = graph_behind(start, list.moves[i]);
        bool is_near = -invented(behind, LOOK_SHORT).score >= best - GROWTH_MARGIN;
        near += is_near;
        assert_int_equal(graph_find(&graph, behind) >= 0, is_near);
    }
    assert_in_range(near, 1, 6);
    assert_int_equal(looks[LOOK_FULL], near + 1);
    assert_int_equal(graph.count, near + 1);
    graph_destroy(&graph);
    findings_destroy(&findings);
}

TEST(a_base_is_taken_over_as_far_as_it_reaches) {
    Findings findings;
    Graph graph = {0}, base = {0};
    Position start = position_start();
    Error error;
    put_expanded(&base, start, -500);
    put_expanded(&base, after(start, "11-15"), -500);
    put_leaf(&base, after(start, "11-15 23-19"), 7);
    put_leaf(&base, after(start, "11-16 23-19"), 7); // not reached: 11-16 is not there
    assert_true(findings_open(&findings, NULL, NULL, NULL, NULL, &error));
    GrowthSource source = {&findings, &base};
    assert_true(growth_grow(&graph, &source, start));
    assert_int_equal(graph.count, 3);
    assert_int_equal(graph.nodes[0].visits, 0);
    graph_back_up(&graph);
    assert_int_equal(score_of(&graph, start), 7);
    graph_destroy(&graph);
    graph_destroy(&base);
    findings_destroy(&findings);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_go_through_transpositions),
        cmocka_unit_test(a_win_is_further_away_before_the_move),
        cmocka_unit_test(who_would_lose_by_leaving_repeats),
        cmocka_unit_test(the_next_position_is_the_cheapest),
        cmocka_unit_test(what_is_decided_is_left_alone),
        cmocka_unit_test(of_two_entries_the_better_founded_holds),
        cmocka_unit_test(a_position_is_grown_when_all_is_found),
        cmocka_unit_test(a_base_is_taken_over_as_far_as_it_reaches),
    };
    return cmocka_run_group_tests_name("book graph", tests, NULL, NULL);
}
