/*
 * oracle-perft TSV [LIMIT]: checks the oracle against a table of perft numbers.
 *
 * Columns, separated by tabs: id, fen, depth, nodes_paths, nodes_unique (may be empty), and more
 * that are not read. Lines that begin with '#' and the heading are skipped. Rows with nodes_paths
 * above LIMIT (default 300000) are left out. Exit status 0 when at least one row was checked and
 * all agree, 1 when not, 2 for wrong arguments.
 */
#include "oracle.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 5, DEFAULT_LIMIT = 300000, MAX_DEPTH = 100 };

typedef struct Tally {
    uint64_t limit;
    long checked;
    long bad;
} Tally;

static bool read_number(const char *text, uint64_t *number) {
    char *end;
    if (!isdigit((unsigned char)*text)) {
        return false;
    }
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    *number = value;
    return *end == '\0' && errno == 0;
}

/* Cuts the line at its tabs; columns that are absent are empty. */
static void split(char *line, char *column[COLUMNS]) {
    line[strcspn(line, "\r\n")] = '\0';
    for (int i = 0; i < COLUMNS; i++) {
        column[i] = line;
        line += strcspn(line, "\t");
        if (*line == '\t') {
            *line++ = '\0';
        }
    }
}

static void compare(Tally *tally, long number, const char *what, uint64_t wanted, uint64_t found) {
    if (wanted != found) {
        printf("line %ld: %s is %" PRIu64 ", the table has %" PRIu64 "\n", number, what, found,
               wanted);
        tally->bad++;
    }
}

static void check_line(Tally *tally, long number, char *line) {
    char *column[COLUMNS];
    split(line, column);
    if (column[0][0] == '\0' || column[0][0] == '#' || strcmp(column[0], "id") == 0) {
        return;
    }
    OracleBoard board;
    uint64_t depth;
    uint64_t paths;
    uint64_t unique = 0;
    bool has_unique = column[4][0] != '\0';
    if (!oracle_read_fen(&board, column[1]) || !read_number(column[2], &depth) ||
        !read_number(column[3], &paths) || (has_unique && !read_number(column[4], &unique)) ||
        depth > MAX_DEPTH) {
        printf("line %ld: not a row of a perft table\n", number);
        tally->bad++;
        return;
    }
    if (paths > tally->limit) {
        return;
    }
    tally->checked++;
    compare(tally, number, "nodes_paths", paths, oracle_perft_paths(&board, (int)depth));
    if (has_unique) {
        compare(tally, number, "nodes_unique", unique, oracle_perft_merged(&board, (int)depth));
    }
}

int main(int argc, char **argv) {
    Tally tally = {.limit = DEFAULT_LIMIT};
    if (argc < 2 || argc > 3 || (argc == 3 && !read_number(argv[2], &tally.limit))) {
        fprintf(stderr, "usage: oracle-perft TSV [LIMIT]\n");
        return 2;
    }
    FILE *file = fopen(argv[1], "r");
    if (file == NULL) {
        fprintf(stderr, "oracle-perft: %s: %s\n", argv[1], strerror(errno));
        return 1;
    }
    char *line = NULL;
    size_t size = 0;
    for (long number = 1; getline(&line, &size, file) >= 0; number++) {
        check_line(&tally, number, line);
    }
    bool whole = ferror(file) == 0;
    free(line);
    fclose(file);
    if (!whole) {
        fprintf(stderr, "oracle-perft: %s: cannot be read\n", argv[1]);
    }
    printf("rows checked %ld, bad %ld\n", tally.checked, tally.bad);
    return whole && tally.checked > 0 && tally.bad == 0 ? 0 : 1;
}
