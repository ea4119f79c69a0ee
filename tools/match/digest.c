#include "match/digest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "common/alloc.h"
#include "common/json_set.h"
#include "notation/fen.h"
#include "notation/movetext.h"

// ---- a text as the source of a reader

typedef struct {
    const char *text;
    size_t length;
} Rest;

static int64_t take(void *context, char *buffer, size_t size, Error *error) {
    Rest *rest = context;
    (void)error;
    size = size < rest->length ? size : rest->length;
    memcpy(buffer, rest->text, size);
    rest->text += size;
    rest->length -= size;
    return (int64_t)size;
}

// ---- life

Digest *digest_create(const MatchConfig *config, int openings_total, Error *error) {
    Digest *digest = alloc_zeroed(1, sizeof *digest);
    int opening_count = openings_total < DIGEST_OPENINGS ? openings_total : DIGEST_OPENINGS;
    *digest = (Digest){
        .sprt = config->has_sprt ? &config->sprt : NULL,
        .engine_count = config->engine_count,
        .openings_total = openings_total,
        .opening_count = opening_count,
        .engines = alloc_zeroed((size_t)config->engine_count, sizeof *digest->engines),
        .openings = alloc_zeroed((size_t)opening_count, sizeof *digest->openings),
        .point_elo =
            alloc_zeroed(DIGEST_POINTS * (size_t)config->engine_count, sizeof *digest->point_elo),
        .stride = 1,
        .reader = pdn_reader_open(take, &(Rest){"", 0}, error),
    };
    if (digest->reader == NULL) {
        digest_destroy(digest);
        return NULL;
    }
    return digest;
}

void digest_destroy(Digest *digest) {
    if (digest == NULL) {
        return;
    }
    for (int i = 0; i < digest->opening_count; i++) {
        free(digest->openings[i].name);
        free(digest->openings[i].moves);
    }
    for (int i = 0; i < digest->game_count; i++) {
        free(digest->games[i]);
    }
    for (int i = 0; i < digest->fault_count; i++) {
        free(digest->faults[i].detail);
    }
    pdn_reader_close(digest->reader);
    digest_snapshot_destroy(digest);
}

void digest_snapshot_destroy(Digest *snapshot) {
    free(snapshot->games);
    free(snapshot->faults);
    free(snapshot->point_elo);
    free(snapshot->ends);
    free(snapshot->openings);
    free(snapshot->engines);
    free(snapshot);
}

Digest *digest_snapshot(const Digest *digest) {
    Digest *copy = alloc_copy(digest, 1, sizeof *digest);
    size_t engines = (size_t)digest->engine_count;
    copy->reader = NULL;
    copy->engines = alloc_copy(digest->engines, engines, sizeof *copy->engines);
    copy->openings =
        alloc_copy(digest->openings, (size_t)digest->opening_count, sizeof *copy->openings);
    copy->ends = alloc_copy(digest->ends, (size_t)digest->end_count, sizeof *copy->ends);
    copy->point_elo =
        alloc_copy(digest->point_elo, DIGEST_POINTS * engines, sizeof *copy->point_elo);
    copy->games = alloc_copy(digest->games, (size_t)digest->game_count, sizeof *copy->games);
    copy->faults = alloc_copy(digest->faults, (size_t)digest->fault_count, sizeof *copy->faults);
    return copy;
}

// ---- results

static void count(DigestResults *results, Result result, Side side) {
    results->count[tally_half_points(result, side)]++;
}

static void count_end(Digest *digest, const Outcome *outcome) {
    int i = 0;
    while (i < digest->end_count && strcmp(digest->ends[i].reason, outcome->reason) != 0) {
        i++;
    }
    if (i == digest->end_count) {
        digest->ends = alloc_grow(digest->ends, &digest->end_capacity, i + 1, sizeof *digest->ends);
        digest->ends[i] = (DigestEnd){0};
        strcpy(digest->ends[i].reason, outcome->reason);
        digest->end_count++;
    }
    count(&digest->ends[i].black, outcome->result, BLACK);
}

static void count_results(Digest *digest, const ScheduledGame *game, const Outcome *outcome) {
    for (int side = BLACK; side <= WHITE; side++) {
        count(&digest->engines[game->engine[side]].games[side], outcome->result, (Side)side);
    }
    count_end(digest, outcome);
    if (outcome->opening < digest->opening_count) {
        DigestOpening *opening = &digest->openings[outcome->opening];
        opening->number = outcome->opening_number;
        count(&opening->black, outcome->result, BLACK);
        for (int side = BLACK; side <= WHITE; side++) {
            if (game->engine[side] == 0) {
                count(&opening->of[side], outcome->result, (Side)side);
            }
        }
    }
}

// ---- points of the match

// Keeps the second, fourth … of them.
static void thin_out(Digest *digest) {
    int engines = digest->engine_count;
    for (int i = 0; i < DIGEST_POINTS / 2; i++) {
        digest->point_games[i] = digest->point_games[2 * i + 1];
        digest->point_llr[i] = digest->point_llr[2 * i + 1];
        memcpy(digest->point_elo + i * engines, digest->point_elo + (2 * i + 1) * engines,
               (size_t)engines * sizeof *digest->point_elo);
    }
    digest->point_count = DIGEST_POINTS / 2;
    digest->stride *= 2;
}

static void add_point(Digest *digest, const Tally *tally) {
    int point = digest->point_count++;
    digest->point_games[point] = tally->games_done;
    digest->point_llr[point] =
        digest->sprt == NULL ? NAN : sprt_llr(digest->sprt, &tally->engines[0].pairs);
    for (int i = 0; i < digest->engine_count; i++) {
        Stats stats = stats_of(&tally->engines[i].pairs);
        digest->point_elo[point * digest->engine_count + i] =
            (DigestElo){stats.elo, stats.elo_error};
    }
    if (digest->point_count == DIGEST_POINTS) {
        thin_out(digest);
    }
}

// ---- moves

// "+0.12/17 0.350s", as the referee writes it; the depth may be missing: -1.
static bool read_comment(const char *comment, int64_t *depth, double *seconds) {
    const char *blank = strrchr(comment, ' '), *slash = strchr(comment, '/');
    char *end;
    if (blank == NULL) {
        return false;
    }
    *seconds = strtod(blank + 1, &end);
    *depth = slash == NULL ? -1 : strtoll(slash + 1, NULL, 10);
    return strcmp(end, "s") == 0;
}

static void count_move(DigestMoves *moves, const char *comment) {
    int64_t depth;
    double seconds;
    if (comment != NULL && read_comment(comment, &depth, &seconds)) {
        moves->timed++;
        moves->seconds += seconds;
        moves->with_depth += depth >= 0;
        moves->depth += depth >= 0 ? depth : 0;
    }
}

static void count_moves(Digest *digest, const ScheduledGame *game, const PdnRead *read) {
    const Game *played = read->pdn.game;
    int ahead = played->plies[0].position.side == WHITE; // half of the first move is missing
    for (int ply = 0; ply < read->plies; ply++) {
        int number = (ply + ahead) / 2;
        Side side = (Side)played->plies[ply].position.side;
        if (number < DIGEST_MOVES) {
            count_move(&digest->engines[game->engine[side]].moves[number], read->pdn.comments[ply]);
        }
    }
}

// ---- openings

static char *opening_moves(const PdnRead *read) {
    char text[16 * MOVE_TEXT_MAX] = "";
    Position start = read->pdn.game->plies[0].position;
    if (!position_equal(start, position_start())) {
        fen_write(start, text);
        return alloc_text(text);
    }
    for (int ply = 0; ply < read->plies && ply < 15; ply++) {
        const char *comment = read->pdn.comments[ply];
        if (comment == NULL || strcmp(comment, "book") != 0) {
            break;
        }
        strcat(text, ply == 0 ? "" : " ");
        move_path_write(&read->pdn.paths[ply], text + strlen(text));
    }
    return alloc_text(text);
}

static void note_opening(Digest *digest, const Outcome *outcome, const PdnRead *read) {
    if (outcome->opening < digest->opening_count) {
        DigestOpening *opening = &digest->openings[outcome->opening];
        if (opening->moves == NULL) {
            const char *name = pdn_tag(&read->pdn, "OpeningName");
            opening->name = name == NULL ? NULL : alloc_text(name);
            opening->moves = opening_moves(read);
            digest->ballots |= pdn_tag(&read->pdn, "Ballot") != NULL;
        }
    }
}

// ---- games

static bool is_wanted(const Digest *digest, const Outcome *outcome) {
    bool room = digest->game_count < DIGEST_GAMES && digest->game_bytes < DIGEST_BYTES;
    return room || (outcome->guilty >= 0 && digest->game_count < DIGEST_GAMES + DIGEST_FAULTS);
}

// The PDN as UTF-8, to be freed.
static char *pdn_text(const Outcome *outcome, const PdnRead *read) {
    Error error;
    char *text = NULL;
    size_t length;
    FILE *file = text_is_utf8(outcome->pdn) ? NULL : open_memstream(&text, &length);
    if (file == NULL) {
        return alloc_text(outcome->pdn);
    }
    pdn_write(file, &read->pdn, &error);
    fclose(file);
    return text == NULL ? alloc_text("") : text;
}

static void keep_game(Digest *digest, const ScheduledGame *game, const Outcome *outcome,
                      const PdnRead *read) {
    json_t *object = json_object();
    char *pdn = pdn_text(outcome, read);
    json_set_int(object, "game", game->number + 1);
    json_set_int(object, "black", game->engine[BLACK]);
    json_set_int(object, "white", game->engine[WHITE]);
    json_set_int(object, "opening", outcome->opening_number);
    json_set_text(object, "result", result_name(outcome->result));
    json_set_text(object, "reason", outcome->reason);
    json_set_int(object, "plies", read->plies);
    if (outcome->guilty >= 0) {
        json_set_text(object, "fault_of", outcome->guilty == BLACK ? "black" : "white");
        json_set_text(object, "detail", outcome->detail);
    }
    json_set_text(object, "pdn", pdn);
    free(pdn);
    digest->games = alloc_grow(digest->games, &digest->game_capacity, digest->game_count + 1,
                               sizeof *digest->games);
    char *text = json_text(object);
    digest->games[digest->game_count++] = text;
    digest->game_bytes += (int64_t)strlen(text);
}

static void read_game(Digest *digest, const ScheduledGame *game, const Outcome *outcome) {
    const PdnRead *read;
    Error error;
    Rest rest = {outcome->pdn, strlen(outcome->pdn)};
    pdn_reader_restart(digest->reader, take, &rest);
    PdnStatus status = pdn_reader_next(digest->reader, &read, &error);
    if (status == PDN_GAME || status == PDN_BAD) {
        note_opening(digest, outcome, read);
        count_moves(digest, game, read);
        if (is_wanted(digest, outcome)) {
            keep_game(digest, game, outcome, read);
        }
    }
}

void digest_game(Digest *digest, const Tally *tally, const ScheduledGame *game,
                 const Outcome *outcome) {
    if (digest != NULL) {
        count_results(digest, game, outcome);
        read_game(digest, game, outcome);
        if (tally->games_done % digest->stride == 0) {
            add_point(digest, tally);
        }
    }
}

void digest_incident(Digest *digest, const Incident *incident) {
    if (digest == NULL || digest->faults_total++ >= DIGEST_FAULTS) {
        return;
    }
    digest->faults = alloc_grow(digest->faults, &digest->fault_capacity, digest->fault_count + 1,
                                sizeof *digest->faults);
    DigestFault *fault = &digest->faults[digest->fault_count++];
    *fault = (DigestFault){.engine = incident->engine,
                           .time_ns = incident->time_ns,
                           .detail = alloc_text(incident->detail)};
    strcpy(fault->reason, incident->reason);
}
