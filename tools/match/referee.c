#include "match/referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"
#include "common/client.h"
#include "match/request.h"
#include "notation/fen.h"
#include "notation/movetext.h"

static void append_position(Referee *referee, const char *text) {
    int length = (int)strlen(text);
    referee->position = alloc_grow(referee->position, &referee->position_capacity,
                                   referee->position_length + length + 1, 1);
    memcpy(referee->position + referee->position_length, text, (size_t)length + 1);
    referee->position_length += length;
}

static int plies(const Referee *referee) {
    return referee->game.count - 1;
}

// Plays a legal move and takes over the comment.
static void play(Referee *referee, const MovePath *path, char *comment) {
    int count = plies(referee), capacity = referee->capacity;
    Error error;
    referee->paths =
        alloc_grow(referee->paths, &referee->capacity, count + 1, sizeof *referee->paths);
    referee->comments =
        alloc_grow(referee->comments, &capacity, count + 1, sizeof *referee->comments);
    referee->paths[count] = *path;
    referee->comments[count] = comment;
    char text[MOVE_TEXT_MAX];
    move_path_write(path, text);
    append_position(referee, count == 0 ? " moves " : " ");
    append_position(referee, text);
    if (!game_play(&referee->game, path->move, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
}

void referee_init(Referee *referee, const RefereeRules *rules, const Opening *opening,
                  const Limit *const limits[2]) {
    Error error;
    *referee = (Referee){.rules = rules, .verdict = {.guilty = -1}};
    if (!game_init(&referee->game, opening->start, rules->rules, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    for (int side = BLACK; side <= WHITE; side++) {
        game_clock_init(&referee->clocks[side], limits[side]);
    }
    if (position_equal(opening->start, position_start())) {
        append_position(referee, "position startpos");
    } else {
        char fen[FEN_MAX];
        fen_write(opening->start, fen);
        append_position(referee, "position fen ");
        append_position(referee, fen);
    }
    for (int i = 0; i < opening->move_count; i++) {
        play(referee, &opening->moves[i], alloc_text("book"));
    }
}

void referee_destroy(Referee *referee) {
    for (int i = 0; i < plies(referee); i++) {
        free(referee->comments[i]);
    }
    free(referee->comments);
    free(referee->paths);
    free(referee->position);
    game_destroy(&referee->game);
    *referee = (Referee){0};
}

Side referee_mover(const Referee *referee) {
    return (Side)game_position(&referee->game).side;
}

char *referee_request(const Referee *referee) {
    Side mover = referee_mover(referee);
    Request request = {&referee->game, referee->position, NULL, referee->clocks, mover};
    return request_write(&request, referee->protocols[mover]);
}

char *referee_ponder_request(const Referee *referee, const char *text, Move *expected) {
    Position position = game_position(&referee->game);
    Side side = side_other(referee_mover(referee));
    MovePath path;
    Error error;
    if (*text == '\0' ||
        !request_read_move(position, referee->protocols[side], text, &path, &error) ||
        !moves_exist(position_play(position, path.move))) {
        return NULL;
    }
    *expected = path.move;
    Request request = {&referee->game, referee->position, &path, referee->clocks, side};
    return request_write(&request, referee->protocols[side]);
}

Move referee_last_move(const Referee *referee) {
    return referee->game.plies[referee->game.count - 1].move;
}

int64_t referee_deadline_ns(const Referee *referee) {
    return game_clock_deadline_ns(&referee->clocks[referee_mover(referee)],
                                  &referee->rules->patience);
}

const char *referee_position(const Referee *referee) {
    return referee->position + strlen("position ");
}

void referee_note_time(Referee *referee, int64_t used_ns) {
    Side mover = referee_mover(referee);
    const GameClock *clock = &referee->clocks[mover];
    MoveTimes *times = &referee->times[mover];
    times->used_ns += used_ns;
    if (game_clock_is_timed(clock)) {
        int64_t lateness_ns = used_ns - game_clock_allowed_ns(clock);
        if (!times->timed || lateness_ns > times->lateness_ns) {
            times->lateness_ns = lateness_ns;
        }
        times->timed = true;
    }
}

void referee_fault(Referee *referee, Side side, const char *reason, const char *detail) {
    Verdict *verdict = &referee->verdict;
    if (verdict->result == RESULT_NONE) {
        verdict->result = result_won_by(side_other(side));
        verdict->reason = reason;
        verdict->guilty = side;
        snprintf(verdict->detail, sizeof verdict->detail, "%s", detail);
    }
}

void referee_spend(Referee *referee, int64_t used_ns) {
    GameClock *clock = &referee->clocks[referee_mover(referee)];
    clock->remaining_ns = clock->remaining_ns > used_ns ? clock->remaining_ns - used_ns : 0;
}

static RefereeAnswer judge_illegal(Referee *referee, const char *why, int64_t used_ns) {
    Side mover = referee_mover(referee);
    if (referee->rules->caution && !referee->cautioned[mover]) {
        referee->cautioned[mover] = true;
        referee_spend(referee, used_ns);
        return REFEREE_ASK_AGAIN;
    }
    referee_fault(referee, mover, fault_name(FAULT_ILLEGAL_MOVE), why);
    return REFEREE_OVER;
}

// "+0.12/17 0.350s"; NULL if the engine said nothing of its search.
static char *comment_on(const SearchInfo *info, int64_t used_ns) {
    char said[SEARCH_INFO_TEXT_MAX], comment[SEARCH_INFO_TEXT_MAX + 32];
    search_info_text(info, said);
    if (*said == '\0') {
        return NULL;
    }
    snprintf(comment, sizeof comment, "%s %.3fs", said, (double)used_ns / 1e9);
    return alloc_text(comment);
}

// Black's score: a win or loss counts as more than any number. False if none was said.
static bool black_score(const SearchInfo *info, Side mover, int64_t *score) {
    int64_t own = info->score_kind == SCORE_WIN    ? INT64_MAX
                  : info->score_kind == SCORE_LOSS ? -INT64_MAX
                                                   : info->score;
    *score = mover == BLACK ? own : -own;
    return info->score_kind != SCORE_NONE && own != INT64_MIN;
}

// Counts for how long the engines have been of one mind.
static void note_score(Referee *referee, Side mover, const SearchInfo *info) {
    int64_t score;
    const RefereeRules *rules = referee->rules;
    if (!black_score(info, mover, &score)) {
        referee->level_plies = referee->decided_plies = 0;
        return;
    }
    bool level = score <= rules->draw.score && score >= -rules->draw.score;
    referee->level_plies = level ? referee->level_plies + 1 : 0;
    Side ahead = score > 0 ? BLACK : WHITE;
    if (score < rules->resign.score && score > -rules->resign.score) {
        referee->decided_plies = 0;
    } else {
        referee->decided_plies = ahead == referee->ahead ? referee->decided_plies + 1 : 1;
        referee->ahead = ahead;
    }
}

static bool score_rule_holds(const ScoreRule *rule, int plies_in_row, int plies_played) {
    return rule->move_count > 0 && plies_in_row >= 2 * rule->move_count &&
           plies_played >= 2 * rule->move_number;
}

static void judge_scores(Referee *referee) {
    Verdict *verdict = &referee->verdict;
    if (score_rule_holds(&referee->rules->resign, referee->decided_plies, plies(referee))) {
        verdict->result = result_won_by(referee->ahead);
        verdict->reason = "resignation";
    } else if (score_rule_holds(&referee->rules->draw, referee->level_plies, plies(referee))) {
        verdict->result = RESULT_DRAW;
        verdict->reason = "draw by score";
    }
}

static void judge_by_tables(Referee *referee) {
    Verdict *verdict = &referee->verdict;
    const Tables *tables = referee->rules->tables;
    verdict->result = tables == NULL ? RESULT_NONE : tables_result(tables, &referee->game);
    if (verdict->result != RESULT_NONE) {
        verdict->reason = "endgame table";
    }
}

static RefereeAnswer judge_end(Referee *referee) {
    GameEnd end = game_end(&referee->game);
    Verdict *verdict = &referee->verdict;
    if (end.result != RESULT_NONE) {
        verdict->result = end.result;
        verdict->reason = end_reason_name(end.reason);
        return REFEREE_OVER;
    }
    judge_by_tables(referee);
    if (verdict->result != RESULT_NONE) {
        return REFEREE_OVER;
    }
    if (referee->rules->max_plies > 0 && plies(referee) >= referee->rules->max_plies) {
        verdict->result = RESULT_DRAW;
        verdict->reason = "length";
    } else {
        judge_scores(referee);
    }
    return verdict->result == RESULT_NONE ? REFEREE_GO_ON : REFEREE_OVER;
}

RefereeAnswer referee_move(Referee *referee, const char *text, int64_t used_ns,
                           const SearchInfo *info) {
    Error error;
    MovePath path;
    Side mover = referee_mover(referee);
    if (*text == '\0' || strcmp(text, "none") == 0) { // the game goes on, so there is a legal move
        return judge_illegal(referee, "no move, where there is a legal one", used_ns);
    }
    if (!request_read_move(game_position(&referee->game), referee->protocols[mover], text, &path,
                           &error)) {
        return judge_illegal(referee, error.message, used_ns);
    }
    game_clock_moved(&referee->clocks[mover], used_ns);
    note_score(referee, mover, info);
    play(referee, &path, comment_on(info, used_ns));
    return judge_end(referee);
}
