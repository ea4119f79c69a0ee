// The search: takes a game and limits, thinks on threads of its own, and reports through a
// listener.
//
// One thread controls a Search; search_stop and search_ponder_hit, too, are that thread's. Reports
// come from a search thread. For one thread and a limit of depth or nodes the moves, scores and
// node counts are the same on every machine.
#ifndef KELSO_SEARCH_SEARCH_H
#define KELSO_SEARCH_SEARCH_H

#include "egdb/egdb.h"
#include "eval/network.h"
#include "rules/game.h"
#include "search/limits.h"
#include "search/table.h"

typedef struct Search Search;

typedef struct {
    Position position; // the root, for writing the moves
    int depth;         // plies; 0 where there is no move
    int selective_depth;
    double mean_depth; // plies, of the leaves that the reporting thread has seen
    int multipv;       // from 1
    bool has_score;    // false in a report that only shows life; then there is no line either
    int score;         // see score.h
    Bound bound;
    uint64_t nodes;      // all threads
    uint64_t table_hits; // endgame tables
    int hash_fill;       // thousandths
    int64_t time_us;
    const Move *line; // principal variation
    int line_count;
} SearchInfo;

typedef struct {
    Position position;
    int count; // of moves: 0, the best one, or the best one and the answer expected
    Move moves[2];
} SearchAnswer;

typedef struct {
    void (*info)(void *context, const SearchInfo *info);
    void (*answer)(void *context, const SearchAnswer *answer); // once for each search_start
    void *context;
} SearchListener;

// One thread, table of one MiB. NULL, with an error, if there is no memory.
Search *search_create(SearchListener listener, Error *error);

// Stops a search that runs; its answer is still reported.
void search_destroy(Search *search);

// Both need an idle search, and on failure leave all as it was.
bool search_set_threads(Search *search, int threads, Error *error);
bool search_set_table(Search *search, int mebibytes, Error *error);

// The weights of the evaluation, which must outlive the search or the next call; NULL, as at
// first: pieces are counted only. Forgets all that was learned. Needs an idle search.
void search_set_network(Search *search, const Network *network);

// The endgame tables to ask from now on, which stay the caller's; NULL: none. Needs an idle search.
void search_set_egdb(Search *search, Egdb *egdb);

// Empties the table, on all threads.
void search_clear_table(Search *search);

// Forgets all that was learned: table and history.
void search_forget(Search *search);

// Begins to search the end of the game, which is copied. The search must be idle. false, with an
// error, if there is no memory; then no answer comes.
bool search_start(Search *search, const Game *game, const SearchLimits *limits, Error *error);

// The same on the caller's thread: returns when the answer was reported. For a search of one thread
// with limits that end it; many short searches need no hand-over from thread to thread.
bool search_run(Search *search, const Game *game, const SearchLimits *limits, Error *error);

// Whether the answer to the last search_start is still to come.
bool search_is_running(Search *search);

// Ends a search and waits for its answer; nothing if none runs.
void search_stop(Search *search);

// Waits for the answer, without asking for it.
void search_wait(Search *search);

// Starts the clock of a search that ponders; nothing otherwise.
void search_ponder_hit(Search *search);

// Positions searched by all threads in the last search.
uint64_t search_nodes(const Search *search);

#endif
