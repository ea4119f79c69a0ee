/*
 * Endings solved by the plainest means: all positions of some pieces with all their moves, and
 * passes over them until nothing changes. No symmetry, no index, no fixed men; each side to move
 * and each colour stands for itself.
 */
#ifndef KELSO_TESTS_ORACLE_ENDINGS_H
#define KELSO_TESTS_ORACLE_ENDINGS_H

#include "oracle.h"

enum { ORACLE_ENDING_PIECES = 4 };

typedef struct OracleEnding {
    char value;   /* 'w', 'd' or 'l', for the side to move, by best play without draw rules */
    int progress; /* of 'w' and 'l': plies to the next capture or man's move, and to the end of the
                   */
    int end;      /* game; the winner goes the shortest way that wins, the loser the longest */
} OracleEnding;

typedef struct OracleEndings OracleEndings;

/* Holds up to 2^log2_positions positions; running out of memory aborts. */
OracleEndings *oracle_endings_create(int log2_positions);
void oracle_endings_destroy(OracleEndings *endings);

/* Solves all positions with these pieces ("wWB"), both sides to move. All that captures and
 * crownings lead to must have been solved. Pieces of one colour only are lost for the other. */
void oracle_endings_solve(OracleEndings *endings, const char *pieces);

/* All endings with two up to so many pieces. */
void oracle_endings_solve_all(OracleEndings *endings, int pieces);

/* False if it was not solved. */
bool oracle_endings_look_up(const OracleEndings *endings, const OracleBoard *board,
                            OracleEnding *ending);

#endif
