#include "book/ballots.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "notation/movetext.h"

static const Ballot three_move[] = {
#include "ballots3.inc"
};

static const Ballot two_move[] = {
#include "ballots2.inc"
};

BallotTable ballots_three_move(void) {
    return (BallotTable){three_move, sizeof three_move / sizeof *three_move};
}

BallotTable ballots_two_move(void) {
    return (BallotTable){two_move, sizeof two_move / sizeof *two_move};
}

const Ballot *ballot_numbered(BallotTable table, int number) {
    return number >= 1 && number <= table.count ? &table.ballots[number - 1] : NULL;
}

bool ballot_play(const Ballot *ballot, Game *game, Error *error) {
    char moves[32], *rest = moves, *word;
    snprintf(moves, sizeof moves, "%s", ballot->moves);
    while ((word = text_next_word(&rest)) != NULL) {
        Move move;
        if (!move_read(game_position(game), word, &move, NULL, error) ||
            !game_play(game, move, error)) {
            return false;
        }
    }
    return true;
}

Position ballot_position(const Ballot *ballot) {
    char moves[32], *rest = moves, *word;
    Position p = position_start();
    snprintf(moves, sizeof moves, "%s", ballot->moves);
    while ((word = text_next_word(&rest)) != NULL) {
        Move move = {0};
        Error ignored;
        bool legal = move_read(p, word, &move, NULL, &ignored);
        assert(legal);
        (void)legal;
        p = position_play(p, move);
    }
    return p;
}

static bool begins_with(const Game *game, const Ballot *ballot) {
    char moves[32], *rest = moves, *word;
    int ply = 0;
    snprintf(moves, sizeof moves, "%s", ballot->moves);
    for (; (word = text_next_word(&rest)) != NULL; ply++) {
        Move move;
        Error ignored;
        if (ply + 1 >= game->count ||
            !move_read(game->plies[ply].position, word, &move, NULL, &ignored) ||
            !move_equal(move, game->plies[ply + 1].move)) {
            return false;
        }
    }
    return true;
}

const Ballot *ballot_of_game(const Game *game) {
    BallotTable table = ballots_three_move();
    if (!position_equal(game->plies[0].position, position_start())) {
        return NULL;
    }
    for (int i = 0; i < table.count; i++) {
        if (begins_with(game, &table.ballots[i])) {
            return &table.ballots[i];
        }
    }
    return NULL;
}
