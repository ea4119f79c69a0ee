// What a person reads: the status line, and the header and table on standard output.
#ifndef KELSO_MATCH_REPORT_H
#define KELSO_MATCH_REPORT_H

#include <stdio.h>

#include "match/openings.h"
#include "match/options.h"
#include "match/tally.h"

#define STATUS_MAX 400

// Games, score, Elo, the LLR between its bounds, and the time left by the pace so far.
void report_status(const MatchConfig *config, const Tally *tally, double seconds,
                   char status[STATUS_MAX]);

// The conditions of the match.
void report_header(const MatchConfig *config, const OpeningList *openings, int64_t rounds,
                   FILE *file);

// The schedule, a line a game.
void report_schedule(const MatchConfig *config, const OpeningList *openings, Schedule *schedule,
                     FILE *file);

// Results, lateness and faults by engine, and the verdict of the sequential test. seconds NAN: they
// are not known.
void report_table(const MatchConfig *config, const Tally *tally, double seconds, FILE *file);

// The figures that --stats wants: lines `key value`, six decimals each.
void report_stats(const MatchConfig *config, FILE *file);

#endif
