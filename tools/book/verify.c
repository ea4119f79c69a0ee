#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "book/ballots.h"
#include "book/book.h"
#include "book/graph.h"
#include "book/inspect.h"
#include "book/judge.h"
#include "common/progress.h"
#include "notation/fen.h"
#include "notation/movetext.h"

#define RESEARCH_TIMES  10
#define RESEARCH_DIFFER 30 // hundredths of a man
#define RESEARCH_MOST   5  // per cent of the positions searched again that may differ by more
#define TABLE_MIB       64

static int complain(Position p, const char *what) {
    char fen[FEN_MAX];
    fen_write(p, fen);
    printf("%s: %s\n", fen, what);
    return 1;
}

// Whether the scores of the moves are those of the positions behind them.
static int check_children(const Book *book, const BookEntry *entry) {
    int errors = 0;
    for (int i = 0; entry->expanded && i < entry->count; i++) {
        BookEntry child;
        if (book_find(book, graph_behind(entry->position, entry->moves[i].move), &child) &&
            entry->moves[i].score != graph_score_before(child.score)) {
            char move[MOVE_TEXT_MAX], text[128];
            move_write(entry->position, entry->moves[i].move, move);
            snprintf(text, sizeof text, "%s has the score %d, the position behind it %d", move,
                     entry->moves[i].score, child.score);
            errors += complain(entry->position, text);
        }
    }
    return errors;
}

static int check_entries(const Book *book) {
    int errors = 0;
    for (uint32_t i = 0; i < book->count; i++) {
        BookEntry entry;
        Error error;
        book_entry(book, i, &entry);
        if (!book_entry_check(&entry, &error)) {
            printf("%s\n", error.message);
            errors++;
        } else {
            errors += check_children(book, &entry);
        }
    }
    return errors;
}

static int check_ballots(const Book *book) {
    BallotTable table = ballots_three_move();
    int errors = 0;
    for (int i = 0; i < table.count; i++) {
        BookEntry entry;
        if (!book_find(book, ballot_position(&table.ballots[i]), &entry)) {
            printf("ballot %d is not there\n", table.ballots[i].number);
            errors++;
        }
    }
    return errors;
}

// Searches random positions for longer and counts those that turn out otherwise.
static bool research(const Book *book, const BookConfig *config, Judge *judge, int *differ,
                     Error *error) {
    Random random = {(uint64_t)config->seed};
    Progress progress;
    bool good = true;
    progress_init(&progress, stderr, config->quiet);
    for (int64_t i = 0; i < config->research && good; i++) {
        BookEntry entry;
        Finding found;
        char status[64];
        book_entry(book, (uint32_t)random_below(&random, book->count), &entry);
        good = judge_search(judge, entry.position, (uint64_t)config->nodes * RESEARCH_TIMES, &found,
                            error);
        if (good && abs(found.score - entry.score) > RESEARCH_DIFFER) {
            char text[96];
            snprintf(text, sizeof text, "has the score %d, searched for longer %d", entry.score,
                     found.score);
            *differ += complain(entry.position, text);
        }
        snprintf(status, sizeof status, "%lld of %lld searched again, %d differ", (long long)i + 1,
                 (long long)config->research, *differ);
        progress_status(&progress, status);
    }
    progress_destroy(&progress);
    return good;
}

// *errors: 1 if too many differ.
static bool check_by_search(const Book *book, const BookConfig *config, int *errors, Error *error) {
    Judge judge;
    Egdb *egdb;
    int differ = 0;
    if (config->research == 0 || book->count == 0) {
        return true;
    }
    if (!judge_open_egdb(config->egdb, &egdb, error)) {
        return false;
    }
    bool good = judge_init(&judge, TABLE_MIB, egdb, error) &&
                research(book, config, &judge, &differ, error);
    judge_destroy(&judge);
    egdb_close(egdb);
    if (good) {
        printf("%d of %lld positions searched again differ by more than 0.%d\n", differ,
               (long long)config->research, RESEARCH_DIFFER);
        *errors += 100 * differ > RESEARCH_MOST * config->research;
    }
    return good;
}

bool inspect_verify(const BookConfig *config, Error *error) {
    Book book;
    int errors = 1;
    if (!book_open(&book, config->words[0], error)) {
        printf("%s\n0 positions, 1 errors\n", error->message);
        return false;
    }
    errors = check_entries(&book) + check_ballots(&book);
    bool good = check_by_search(&book, config, &errors, error);
    printf("%u positions, %d errors\n", book.count, errors);
    book_close(&book);
    return good && (errors == 0 ||
                    error_set(error, ERROR_INPUT, "%.200s: there are errors", config->words[0]));
}
