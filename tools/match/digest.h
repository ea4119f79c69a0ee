// What the report of a match wants of its games: sums, and the texts of the first games, so that a
// match of any length takes a few MB.
#ifndef KELSO_MATCH_DIGEST_H
#define KELSO_MATCH_DIGEST_H

#include "common/stats.h"
#include "match/incident.h"
#include "match/options.h"
#include "match/outcome.h"
#include "match/tally.h"
#include "notation/pdn_read.h"

#define DIGEST_GAMES 5000     // whose texts are kept …
#define DIGEST_BYTES 16777216 // … up to so many bytes;
#define DIGEST_FAULTS                                                                              \
    500                      // and beyond that so many that were lost by a fault; also the
                             // most faults between games
#define DIGEST_OPENINGS 2000 // that are told apart: the first of the list
#define DIGEST_MOVES    200  // of a side in a game: the move numbers that are told apart
#define DIGEST_POINTS   400  // of the match at which the figures are kept

// Results are [L, D, W].
typedef struct {
    int64_t count[STATS_GAMES];
} DigestResults;

// Over the moves of one number: sums, and of how many moves.
typedef struct {
    int64_t timed, with_depth, depth;
    double seconds;
} DigestMoves;

typedef struct {
    DigestResults games[2]; // by its Side
    DigestMoves moves[DIGEST_MOVES];
} DigestEngine;

typedef struct {
    int number;          // as people know it; 0: not played yet
    char *name, *moves;  // moves: or the FEN that it starts from; owned
    DigestResults black; // of Black
    DigestResults of[2]; // of the first engine, by its Side
} DigestOpening;

typedef struct {
    char reason[REASON_MAX];
    DigestResults black;
} DigestEnd;

// Of an engine between games.
typedef struct {
    int engine;
    int64_t time_ns; // since 1970
    char reason[REASON_MAX];
    char *detail; // owned
} DigestFault;

// The Elo of an engine with its error.
typedef struct {
    double elo, error;
} DigestElo;

typedef struct {
    const Sprt *sprt; // NULL: none
    int engine_count;
    int opening_count, openings_total; // told apart, and in the list
    DigestEngine *engines;             // owned, as are all
    DigestOpening *openings;           // by their index in the list
    bool ballots;                      // they are of the three-move table
    DigestEnd *ends;
    int end_count, end_capacity;
    int point_count;
    int64_t point_games[DIGEST_POINTS]; // games that were over
    double point_llr[DIGEST_POINTS];    // NAN without a sequential test
    DigestElo *point_elo;               // DIGEST_POINTS for each engine
    int64_t stride;                     // games from one point to the next
    char **games;                       // each a JSON object
    int game_count, game_capacity;
    int64_t game_bytes;
    DigestFault *faults; // the first DIGEST_FAULTS between games
    int fault_count, fault_capacity;
    int64_t faults_total;
    PdnReader *reader;
} Digest;

// NULL, with an error, if there is no memory. The configuration must outlive it.
Digest *digest_create(const MatchConfig *config, int openings_total, Error *error);
void digest_destroy(Digest *digest); // NULL: nothing happens

// A game is final, and counted in the tally. NULL digest: nothing happens.
void digest_game(Digest *digest, const Tally *tally, const ScheduledGame *game,
                 const Outcome *outcome);

// A fault between games is final. NULL digest: nothing happens.
void digest_incident(Digest *digest, const Incident *incident);

// A copy that another thread can read while the digest goes on. It shares texts with the digest,
// which must outlive it.
Digest *digest_snapshot(const Digest *digest);
void digest_snapshot_destroy(Digest *snapshot);

#endif
