#include "frontend/play.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/line_reader.h"
#include "base/text.h"
#include "engine/version.h"
#include "frontend/play_commands.h"
#include "frontend/play_record.h"
#include "notation/movetext.h"

#define MINUTES_MAX   600
#define INCREMENT_MAX 600 // seconds

static const char usage[] =
    "kelso play [OPTION ...]        play against Kelso at a terminal\n"
    "  --side black|white           the side that you have; black by default, which moves first\n"
    "  --level 1-10                 how strong Kelso plays, 6 by default\n"
    "  --ballot N|random            begin with this three-move ballot, 1-174\n"
    "  --clock MINUTES[+SECONDS]    clocks, with an increment; none by default\n"
    "  --load FILE                  go on with the first game of a PDN file\n"
    "  --plain                      no colours\n";

// Moves. ------------------------------------------------------------------------------------------

static bool persons_move(PlayTable *table, char *text, Error *error) {
    Move move;
    for (char *c = text; *c != '\0'; c++) { // 11 15 is as good as 11-15
        *c = isspace((unsigned char)*c) ? '-' : *c;
    }
    return play_refuse_if_over(table, error) &&
           move_read(play_position(table), text, &move, NULL, error) &&
           play_move(table, move, error);
}

static bool engines_move(PlayTable *table, Error *error) {
    char text[MOVE_TEXT_MAX];
    Position p = play_position(table);
    if (!play_think(table, false, error)) {
        return false;
    }
    if (play_is_late(table)) {
        return true;
    }
    move_write(p, table->answer.moves[0], text);
    play_say(table, "Kelso plays %s.\n", text);
    return play_move(table, table->answer.moves[0], error);
}

static void take_line(PlayTable *table, char *line) {
    Error error;
    char *text = text_trim(line);
    if (*text == '\0' || play_is_late(table)) {
        return;
    }
    bool good = isdigit((unsigned char)*text) ? persons_move(table, text, &error)
                                              : play_command(table, text, &error);
    if (!good) {
        play_say(table, "Not done: %s.\n", error.message);
    }
}

static void prompt(PlayTable *table) {
    if (table->why != NULL) {
        play_say(table, "> ");
    } else {
        play_say(table, "You (%s)> ", play_side_name(table->person));
    }
    fflush(table->out);
}

// What comes while the engine thinks waits for its move.
static int play(PlayTable *table, LineReader *reader) {
    Error error;
    char *line;
    while (!table->leaving && !ferror(table->out)) {
        if (table->why == NULL && !play_is_persons_turn(table)) {
            if (!engines_move(table, &error)) {
                play_say(table, "Kelso cannot play on: %s.\n", error.message);
                return 1;
            }
            continue;
        }
        prompt(table);
        LineStatus status = line_reader_next(reader, &line);
        if (status == LINE_READ) {
            take_line(table, line);
        } else if (status == LINE_END || status == LINE_NO_READER) {
            play_say(table, "\n");
            break;
        } else {
            play_say(table, "Not done: a line that is too long, or has a NUL.\n");
        }
    }
    return ferror(table->out) ? 1 : 0;
}

// Arguments. --------------------------------------------------------------------------------------

typedef struct {
    int ballot;
    const char *load;
} Wishes;

static bool read_clock(const char *text, PlayClocks *clocks, Error *error) {
    char *end, *last;
    double minutes = strtod(text, &end), seconds = *end == '+' ? strtod(end + 1, &last) : 0;
    if (end == text || !(minutes > 0 && minutes <= MINUTES_MAX) ||
        (*end != '\0' && (*end != '+' || last == end + 1 || *last != '\0')) ||
        !(seconds >= 0 && seconds <= INCREMENT_MAX)) {
        return error_set(error, ERROR_INPUT,
                         "--clock needs minutes up to %d and, if wanted, + seconds: 5 or 5+3",
                         MINUTES_MAX);
    }
    clocks->start_ms = (int64_t)(minutes * 60000);
    clocks->increment_ms = (int64_t)(seconds * 1000);
    return true;
}

static bool read_argument(PlayTable *table, Wishes *wishes, const char *name, const char *value,
                          Error *error) {
    if (strcmp(name, "--side") == 0) {
        return play_read_side(value, &table->person, error);
    }
    if (strcmp(name, "--level") == 0) {
        return play_read_level(value, &table->level, error);
    }
    if (strcmp(name, "--ballot") == 0) {
        return play_read_ballot(value, &wishes->ballot, error);
    }
    if (strcmp(name, "--clock") == 0) {
        return read_clock(value, &table->clocks, error);
    }
    wishes->load = value;
    return strcmp(name, "--load") == 0 ||
           error_set(error, ERROR_INPUT, "unknown argument '%.40s'", name);
}

static bool read_arguments(PlayTable *table, Wishes *wishes, int count, char **arguments,
                           Error *error) {
    for (int i = 0; i < count; i++) {
        if (strcmp(arguments[i], "--plain") == 0) {
            table->coloured = false;
        } else if (i + 1 == count) {
            return error_set(error, ERROR_INPUT, "'%.40s' is unknown, or lacks its value",
                             arguments[i]);
        } else if (!read_argument(table, wishes, arguments[i], arguments[i + 1], error)) {
            return false;
        } else {
            i++;
        }
    }
    return true;
}

static bool wants_colour(FILE *out) {
    const char *terminal = getenv("TERM"), *without = getenv("NO_COLOR"); // no-color.org
    return isatty(fileno(out)) && terminal != NULL && strcmp(terminal, "dumb") != 0 &&
           (without == NULL || *without == '\0');
}

static int play_at(PlayTable *table, LineReader *reader, const Wishes *wishes) {
    Error error;
    play_say(table, "Kelso %s. Type a move, as 11-15, or `help`.\n", version_number());
    bool good = wishes->load != NULL ? play_load(table, wishes->load, 1, &error)
                                     : play_begin(table, wishes->ballot, &error);
    if (!good) {
        fprintf(stderr, "kelso: %s\n", error.message);
        return 1;
    }
    return play(table, reader);
}

int play_run(int count, char **arguments, int fd, FILE *out) {
    Error error;
    if (count == 1 && strcmp(arguments[0], "--help") == 0) {
        fputs(usage, out);
        fputs("At the board:\n", out);
        play_write_help(out);
        return 0;
    }
    PlayTable table;
    Wishes wishes = {0};
    LineReader *reader = malloc(sizeof *reader);
    int status = 1;
    if (!play_table_init(&table, out, &error) || reader == NULL) {
        fprintf(stderr, "kelso: %s\n", reader == NULL ? "no memory" : error.message);
    } else {
        table.coloured = wants_colour(out);
        line_reader_init(reader, fd, fileno(out));
        if (read_arguments(&table, &wishes, count, arguments, &error)) {
            status = play_at(&table, reader, &wishes);
        } else {
            fprintf(stderr, "kelso: %s (kelso --help lists the calls)\n", error.message);
            status = 2;
        }
    }
    play_table_destroy(&table);
    free(reader);
    return status;
}
