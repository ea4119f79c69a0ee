#include "frontend/solve_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "notation/fen.h"
#include "notation/movetext.h"
#include "search/score.h"

#define SOLVE_LINE_MAX 4096

typedef struct {
    ProblemList *list;
    int capacity;
    bool good;
    const char *path;
    int line;
    SolveComplain *complain;
    void *context;
} Reading;

static bool read_moves(Position p, char *text, MoveList *moves, Error *error) {
    char *word;
    while ((word = text_next_word(&text)) != NULL) {
        if (moves->count == MOVES_MAX) {
            return error_set(error, ERROR_INPUT, "too many moves");
        }
        if (!move_read(p, word, &moves->moves[moves->count], NULL, error)) {
            return false;
        }
        moves->count++;
    }
    return moves->count > 0 || error_set(error, ERROR_INPUT, "bm and am need a move");
}

static bool read_result(const char *text, SolveResult *result, Error *error) {
    static const char *const names[] = {"win", "draw", "loss"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(text, names[i]) == 0) {
            *result = (SolveResult)(EXPECT_WIN + i);
            return true;
        }
    }
    return error_set(error, ERROR_INPUT, "result '%.40s' is none of win, draw, loss", text);
}

static bool read_id(const char *text, char **id, Error *error) {
    free(*id);
    *id = strdup(text);
    return *id != NULL || error_set(error, ERROR_MEMORY, "no memory");
}

static bool read_field(Problem *problem, char *field, Error *error) {
    char *rest = field, *key = text_next_word(&rest);
    char *value = rest == NULL ? "" : text_trim(rest);
    if (key == NULL) {
        return true; // a semicolon too many
    }
    if (strcmp(key, "bm") == 0) {
        return read_moves(problem->position, value, &problem->best, error);
    }
    if (strcmp(key, "am") == 0) {
        return read_moves(problem->position, value, &problem->avoid, error);
    }
    if (strcmp(key, "result") == 0) {
        return read_result(value, &problem->result, error);
    }
    return strcmp(key, "id") == 0
               ? read_id(value, &problem->id, error)
               : error_set(error, ERROR_INPUT, "'%.40s' is none of bm, am, result, id", key);
}

static bool read_problem(Problem *problem, char *line, Error *error) {
    Error warning;
    char *next = strchr(line, ';');
    if (next != NULL) {
        *next++ = '\0';
    }
    if (!read_id("", &problem->id, error) ||
        !fen_read(text_trim(line), &problem->position, &warning, error)) {
        return false;
    }
    while (next != NULL) {
        char *field = next;
        next = strchr(field, ';');
        if (next != NULL) {
            *next++ = '\0';
        }
        if (!read_field(problem, field, error)) {
            return false;
        }
    }
    return true;
}

static Problem *add_problem(Reading *reading) {
    ProblemList *list = reading->list;
    if (list->count == reading->capacity) {
        int capacity = 2 * reading->capacity + 16;
        Problem *grown = realloc(list->problems, (size_t)capacity * sizeof *grown);
        if (grown == NULL) {
            return NULL;
        }
        list->problems = grown;
        reading->capacity = capacity;
    }
    Problem *problem = &list->problems[list->count++];
    memset(problem, 0, sizeof *problem);
    return problem;
}

static void complain(Reading *reading, const Error *reason) {
    Error error;
    error_set(&error, reason->code, "%.120s:%d: %.180s", reading->path, reading->line,
              reason->message);
    reading->complain(reading->context, &error);
    reading->good = false;
}

// The rest of a line that is too long.
static void skip_line(FILE *file) {
    int c;
    do {
        c = getc(file);
    } while (c != '\n' && c != EOF);
}

static void take_line(Reading *reading, FILE *file, char *line) {
    Error error;
    size_t length = strlen(line);
    if (length == SOLVE_LINE_MAX - 1 && line[length - 1] != '\n') {
        skip_line(file);
        error_set(&error, ERROR_INPUT, "the line is longer than %d bytes", SOLVE_LINE_MAX - 2);
        complain(reading, &error);
        return;
    }
    line[strcspn(line, "\r\n")] = '\0';
    char *text =
        text_trim(reading->line == 1 && strncmp(line, "\xEF\xBB\xBF", 3) == 0 ? line + 3 : line);
    if (*text == '\0' || *text == '#') {
        return;
    }
    Problem *problem = add_problem(reading);
    if (problem == NULL) {
        error_set(&error, ERROR_MEMORY, "no memory");
        complain(reading, &error);
    } else if (!read_problem(problem, text, &error)) {
        complain(reading, &error);
    }
}

bool problems_read(ProblemList *list, const char *path, SolveComplain *told, void *context) {
    Error error;
    char line[SOLVE_LINE_MAX];
    *list = (ProblemList){NULL, 0};
    Reading reading = {list, 0, true, path, 0, told, context};
    FILE *file = file_open(path, "r");
    if (file == NULL) {
        error_cannot(&error, "open", path);
        told(context, &error);
        return false;
    }
    while (reading.line < INT32_MAX && fgets(line, sizeof line, file) != NULL) {
        reading.line++;
        take_line(&reading, file, line);
    }
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed || (reading.good && list->count == 0)) {
        reading.good = failed ? error_cannot(&error, "read", path)
                              : error_set(&error, ERROR_INPUT, "%.200s holds no position", path);
        told(context, &error);
    }
    if (!reading.good) {
        problems_destroy(list);
    }
    return reading.good;
}

void problems_destroy(ProblemList *list) {
    for (int i = 0; i < list->count; i++) {
        free(list->problems[i].id);
    }
    free(list->problems);
    *list = (ProblemList){NULL, 0};
}

bool problem_is_judged(const Problem *problem) {
    return problem->best.count > 0 || problem->avoid.count > 0 || problem->result != EXPECT_NOTHING;
}

bool problem_is_solved(const Problem *problem, Move move, int score) {
    SolveResult result = !score_is_decided(score) ? EXPECT_DRAW
                         : score > 0              ? EXPECT_WIN
                                                  : EXPECT_LOSS;
    return (problem->best.count == 0 || moves_list_contains(&problem->best, move)) &&
           !moves_list_contains(&problem->avoid, move) &&
           (problem->result == EXPECT_NOTHING || problem->result == result);
}
