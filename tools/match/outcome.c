#include "match/outcome.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "common/alloc.h"

void outcome_init(Outcome *outcome, const ScheduledGame *game, const Referee *referee,
                  int opening_number, const char *const names[2], char *pdn) {
    const Verdict *verdict = &referee->verdict;
    *outcome = (Outcome){.number = game->number,
                         .opening = game->opening,
                         .opening_number = opening_number,
                         .result = verdict->result,
                         .guilty = verdict->guilty,
                         .names = {alloc_text(names[BLACK]), alloc_text(names[WHITE])},
                         .position = alloc_text(referee_position(referee)),
                         .pdn = pdn};
    snprintf(outcome->reason, sizeof outcome->reason, "%s", verdict->reason);
    snprintf(outcome->detail, sizeof outcome->detail, "%s", verdict->detail);
    memcpy(outcome->times, referee->times, sizeof outcome->times);
}

void outcome_destroy(Outcome *outcome) {
    free(outcome->names[BLACK]);
    free(outcome->names[WHITE]);
    free(outcome->position);
    free(outcome->pdn);
    *outcome = (Outcome){0};
}

// ---- writing

static void write_times(FILE *file, const MoveTimes times[2]) {
    for (int side = BLACK; side <= WHITE; side++) {
        fprintf(file, "%s %" PRId64 "\n", side == BLACK ? "black-ns" : "white-ns",
                times[side].used_ns);
        if (times[side].timed) {
            fprintf(file, "%s %" PRId64 "\n", side == BLACK ? "black-late-ns" : "white-late-ns",
                    times[side].lateness_ns);
        }
    }
}

char *outcome_write(const Outcome *outcome, size_t *length) {
    char *text = NULL;
    FILE *file = open_memstream(&text, length);
    if (file == NULL) {
        return alloc_text(""); // as no memory anywhere else
    }
    fprintf(file, "game %" PRId64 "\nopening %d %d\nblack %s\nwhite %s\nresult %s\nreason %s\n",
            outcome->number, outcome->opening, outcome->opening_number, outcome->names[BLACK],
            outcome->names[WHITE], result_name(outcome->result), outcome->reason);
    if (outcome->guilty >= 0) {
        fprintf(file, "guilty %s\ndetail %s\n", outcome->guilty == BLACK ? "black" : "white",
                outcome->detail);
    }
    write_times(file, outcome->times);
    fprintf(file, "position %s\n\n%s", outcome->position, outcome->pdn);
    fclose(file);
    return text;
}

// ---- reading

static bool read_result(const char *text, Result *result) {
    static const Result results[] = {RESULT_BLACK_WINS, RESULT_WHITE_WINS, RESULT_DRAW};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (strcmp(text, result_name(results[i])) == 0) {
            *result = results[i];
            return true;
        }
    }
    return false;
}

static bool read_number(const char *text, int64_t min, int64_t *number) {
    return text_to_int(text, min, INT64_MAX, number) == TEXT_NUMBER;
}

static bool read_time(MoveTimes *times, const char *key, const char *value) {
    if (strcmp(key, "ns") == 0) {
        return read_number(value, 0, &times->used_ns);
    }
    times->timed = true;
    return strcmp(key, "late-ns") == 0 && read_number(value, INT64_MIN, &times->lateness_ns);
}

static void set_text(char **text, const char *value) {
    free(*text);
    *text = alloc_text(value);
}

static bool read_line(Outcome *outcome, const char *key, const char *value) {
    if (strcmp(key, "game") == 0) {
        return read_number(value, 0, &outcome->number);
    }
    if (strcmp(key, "opening") == 0) {
        return sscanf(value, "%d %d", &outcome->opening, &outcome->opening_number) == 2 &&
               outcome->opening >= 0;
    }
    if (strcmp(key, "result") == 0) {
        return read_result(value, &outcome->result);
    }
    if (strcmp(key, "reason") == 0) {
        snprintf(outcome->reason, sizeof outcome->reason, "%s", value);
        return true;
    }
    if (strcmp(key, "guilty") == 0) {
        outcome->guilty = strcmp(value, "black") == 0 ? BLACK : WHITE;
        return true;
    }
    if (strcmp(key, "detail") == 0) {
        snprintf(outcome->detail, sizeof outcome->detail, "%s", value);
        return true;
    }
    if (strcmp(key, "position") == 0) {
        set_text(&outcome->position, value);
        return true;
    }
    if (strcmp(key, "black") == 0 || strcmp(key, "white") == 0) {
        set_text(&outcome->names[*key == 'b' ? BLACK : WHITE], value);
        return true;
    }
    if (strncmp(key, "black-", 6) == 0 || strncmp(key, "white-", 6) == 0) {
        return read_time(&outcome->times[*key == 'b' ? BLACK : WHITE], key + 6, value);
    }
    return true; // of a later version
}

bool outcome_is_game(const char *record, size_t length) {
    return length > 5 && memcmp(record, "game ", 5) == 0;
}

bool outcome_read(Outcome *outcome, const char *text, size_t length, Error *error) {
    char *copy = alloc_zeroed(length + 1, 1), *line = copy;
    memcpy(copy, text, length);
    *outcome = (Outcome){.number = -1, .guilty = -1};
    bool good = true;
    while (good && *line != '\0' && *line != '\n') {
        char *end = line + strcspn(line, "\n"), *next = *end == '\0' ? end : end + 1;
        *end = '\0';
        char *value = strchr(line, ' ');
        good = value != NULL;
        if (good) {
            *value = '\0';
            good = read_line(outcome, line, value + 1);
        }
        line = next;
    }
    good = good && *line == '\n' && outcome->number >= 0 && outcome->result != RESULT_NONE &&
           outcome->position != NULL && outcome->names[BLACK] != NULL &&
           outcome->names[WHITE] != NULL;
    if (good) {
        outcome->pdn = alloc_text(line + 1);
    } else {
        outcome_destroy(outcome);
        error_set(error, ERROR_INPUT, "a record that is no game");
    }
    free(copy);
    return good;
}
