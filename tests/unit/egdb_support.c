#include "egdb_support.h"

void endgames_solve(Endgames *endgames, int pieces, int threads, bool fast) {
    Error error;
    Team *team = team_create(threads, &error);
    assert_non_null(team);
    *endgames = (Endgames){0};
    mask_set_init(&endgames->masks, pieces);
    Solver solver = {
        .solved = &endgames->solved, .masks = &endgames->masks, .team = team, .fast = fast};
    for (int i = 2; i <= pieces; i++) {
        Slice slices[SLICE_LIST_MAX];
        int count = slice_list(i, slices);
        for (int j = 0; j < count; j++) {
            if (endgames->solved.by_id[slice_id(slices[j])] == NULL) {
                assert_true(solve_slice(&solver, slices[j], &error));
            }
        }
    }
    team_destroy(team);
}

void endgames_destroy(Endgames *endgames) {
    solved_set_destroy(&endgames->solved);
    mask_set_destroy(&endgames->masks);
}

Position endgames_random(Random *random, int pieces) {
    Slice slices[SLICE_LIST_MAX];
    int count = slice_list(2 + (int)random_below(random, (uint64_t)pieces - 1), slices);
    Slice s = slices[random_below(random, (uint64_t)count)];
    Position p = index_position(s, random_below(random, index_size(s)));
    return random_below(random, 2) ? p : position_flip(p);
}
