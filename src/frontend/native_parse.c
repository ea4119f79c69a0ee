#include "frontend/native_parse.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "book/ballots.h"
#include "frontend/front.h"
#include "notation/fen.h"
#include "notation/movetext.h"

// position ----------------------------------------------------------------------------------------

static bool no_more(char *rest, const char *what, Error *error) {
    char *word = text_next_word(&rest);
    return word == NULL ||
           error_set(error, ERROR_INPUT, "unexpected '%.40s' behind %s", word, what);
}

static bool start_ballot(char *rest, Rules rules, Game *game, Error *error) {
    BallotTable table = ballots_three_move();
    char *word = text_next_word(&rest);
    int64_t number;
    TextNumber read = word == NULL ? TEXT_NO_NUMBER : text_to_int(word, 1, table.count, &number);
    if (read == TEXT_NO_NUMBER) {
        return error_set(error, ERROR_INPUT, "ballot needs a number from 1 to %d", table.count);
    }
    if (read == TEXT_OUT_OF_RANGE) {
        return error_set(error, ERROR_INPUT, "ballot %.40s is out of range (1 to %d)", word,
                         table.count);
    }
    if (!no_more(rest, "the ballot", error) || !game_init(game, position_start(), rules, error)) {
        return false;
    }
    if (!ballot_play(ballot_numbered(table, (int)number), game, error)) {
        game_destroy(game);
        return false;
    }
    return true;
}

static bool start_game(char *text, Rules rules, Game *game, Error *warning, Error *error) {
    Position start = position_start();
    char *rest = text, *kind = text_next_word(&rest);
    *warning = (Error){.code = ERROR_NONE};
    if (kind == NULL) {
        return error_set(error, ERROR_INPUT, "position needs startpos, fen or ballot");
    }
    if (strcmp(kind, "ballot") == 0) {
        return start_ballot(rest, rules, game, error);
    }
    if (strcmp(kind, "fen") == 0) {
        if (!fen_read(text_trim(rest), &start, warning, error)) {
            return false;
        }
    } else if (strcmp(kind, "startpos") != 0) {
        return error_set(error, ERROR_INPUT, "position: '%.40s' is none of startpos, fen, ballot",
                         kind);
    } else if (!no_more(rest, "startpos", error)) {
        return false;
    }
    return game_init(game, start, rules, error);
}

static bool read_move(Position position, const char *text, Move *move, Error *error) {
    return move_read(position, text, move, NULL, error);
}

bool native_parse_position(char *text, Rules rules, Game *game, Error *warning, Error *error) {
    char *moves = text_cut_at_word(text, "moves");
    if (!start_game(text, rules, game, warning, error)) {
        return false;
    }
    if (moves != NULL && !front_play(game, moves, read_move, error)) {
        game_destroy(game);
        return false;
    }
    return true;
}

// go ----------------------------------------------------------------------------------------------

typedef struct {
    NativeGo *go;
    Position position;
    char *rest;
    bool has_clock; // of either side
    unsigned seen;  // words of the table, by bit
} GoParse;

typedef struct {
    const char *name;
    int64_t min, max; // of the number that follows; max 0: none follows
    void (*set)(GoParse *parse, int64_t number);
} GoWord;

#define TIME_MS_MAX 1000000000000 // some 30 years

static void set_clock(GoParse *parse, Side side, int64_t ms) {
    parse->has_clock = true;
    if (parse->position.side == (uint32_t)side) {
        parse->go->limits.time_ms = ms;
    }
}

static void set_increment(GoParse *parse, Side side, int64_t ms) {
    if (parse->position.side == (uint32_t)side) {
        parse->go->limits.increment_ms = ms;
    }
}

static void set_wtime(GoParse *parse, int64_t ms) {
    set_clock(parse, WHITE, ms);
}

static void set_btime(GoParse *parse, int64_t ms) {
    set_clock(parse, BLACK, ms);
}

static void set_winc(GoParse *parse, int64_t ms) {
    set_increment(parse, WHITE, ms);
}

static void set_binc(GoParse *parse, int64_t ms) {
    set_increment(parse, BLACK, ms);
}

static void set_movestogo(GoParse *parse, int64_t moves) {
    parse->go->limits.moves_to_go = (int)moves;
}

static void set_movetime(GoParse *parse, int64_t ms) {
    parse->go->limits.movetime_ms = ms;
}

static void set_depth(GoParse *parse, int64_t depth) {
    parse->go->limits.depth = (int)depth;
}

static void set_nodes(GoParse *parse, int64_t nodes) {
    parse->go->limits.nodes = (uint64_t)nodes;
}

static void set_perft(GoParse *parse, int64_t depth) {
    parse->go->perft = (int)depth;
}

static void set_infinite(GoParse *parse, int64_t unused) {
    (void)unused;
    parse->go->limits.infinite = true;
}

static void set_ponder(GoParse *parse, int64_t unused) {
    (void)unused;
    parse->go->limits.ponder = true;
}

static const GoWord go_words[] = {
    {"wtime", -TIME_MS_MAX, TIME_MS_MAX, set_wtime},
    {"btime", -TIME_MS_MAX, TIME_MS_MAX, set_btime},
    {"winc", 0, TIME_MS_MAX, set_winc},
    {"binc", 0, TIME_MS_MAX, set_binc},
    {"movestogo", 0, 10000, set_movestogo},
    {"movetime", 0, TIME_MS_MAX, set_movetime},
    {"depth", 1, DEPTH_MAX, set_depth},
    {"nodes", 1, INT64_MAX, set_nodes},
    {"perft", 0, 40, set_perft},
    {"infinite", 0, 0, set_infinite},
    {"ponder", 0, 0, set_ponder},
};

#define GO_WORDS (sizeof go_words / sizeof *go_words)

static const GoWord *find_word(const char *name) {
    for (size_t i = 0; i < GO_WORDS; i++) {
        if (strcmp(go_words[i].name, name) == 0) {
            return &go_words[i];
        }
    }
    return NULL;
}

static bool parse_number(GoParse *parse, const GoWord *word, int64_t *number, Error *error) {
    char *text = text_next_word(&parse->rest);
    if (text == NULL) {
        return error_set(error, ERROR_INPUT, "%s needs a number", word->name);
    }
    TextNumber read = text_to_int(text, word->min, word->max, number);
    if (read == TEXT_NO_NUMBER) {
        return error_set(error, ERROR_INPUT, "%s: '%.40s' is not a whole number", word->name, text);
    }
    if (read == TEXT_OUT_OF_RANGE) {
        return error_set(error, ERROR_INPUT,
                         "%s %.40s is out of range (%" PRId64 " to %" PRId64 ")", word->name, text,
                         word->min, word->max);
    }
    return true;
}

static bool add_only(GoParse *parse, const char *text, Error *error) {
    MoveList *only = &parse->go->limits.only;
    Move move;
    Error wrong;
    if (!move_read(parse->position, text, &move, NULL, &wrong)) {
        return error_set(error, wrong.code, "searchmoves: %.280s", wrong.message);
    }
    for (int i = 0; i < only->count; i++) {
        if (move_equal(only->moves[i], move)) {
            return true;
        }
    }
    only->moves[only->count++] = move;
    return true;
}

static bool parse_word(GoParse *parse, const GoWord *word, Error *error) {
    unsigned bit = 1U << (word - go_words);
    int64_t number = 0;
    if (parse->seen & bit) {
        return error_set(error, ERROR_INPUT, "go: %s is given twice", word->name);
    }
    if (word->max > 0 && !parse_number(parse, word, &number, error)) {
        return false;
    }
    parse->seen |= bit;
    word->set(parse, number);
    return true;
}

// What only the whole of it shows.
static bool check_go(const GoParse *parse, bool names_moves, Error *error) {
    NativeGo *go = parse->go;
    SearchLimits *limits = &go->limits;
    unsigned perft = 1U << (find_word("perft") - go_words);
    if (go->perft >= 0 && (parse->seen != perft || names_moves)) {
        return error_set(error, ERROR_INPUT, "go: perft stands alone");
    }
    if (names_moves && limits->only.count == 0) {
        return error_set(error, ERROR_INPUT, "go: searchmoves needs a move");
    }
    if (parse->has_clock && limits->time_ms == CLOCK_NONE) { // it would think for ever
        return error_set(error, ERROR_INPUT, "go: the clock of the side to move, %s, is missing",
                         parse->position.side == BLACK ? "btime" : "wtime");
    }
    limits->infinite |= search_limits_are_none(limits);
    return true;
}

bool native_parse_go(char *text, Position position, NativeGo *go, Error *error) {
    GoParse parse = {.go = go, .position = position, .rest = text};
    bool in_moves = false, names_moves = false;
    char *name;
    *go = (NativeGo){.limits = search_limits_none(), .perft = -1};
    while ((name = text_next_word(&parse.rest)) != NULL) {
        const GoWord *word = find_word(name);
        if (word != NULL) {
            in_moves = false;
            if (!parse_word(&parse, word, error)) {
                return false;
            }
        } else if (strcmp(name, "searchmoves") == 0) {
            in_moves = names_moves = true;
        } else if (!in_moves) {
            return error_set(error, ERROR_INPUT, "go: unknown word '%.40s'", name);
        } else if (!add_only(&parse, name, error)) {
            return false;
        }
    }
    return check_go(&parse, names_moves, error);
}
