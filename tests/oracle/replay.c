/*
 * oracle-replay FILE: replays the games of a PDN file as a match manager writes it, by the
 * oracle's rules.
 *
 * Of each game it asks that
 *   - all moves are legal, written with all their landing squares;
 *   - the game does not go on after it has ended by the rules;
 *   - with Termination "no moves", "no pieces", "repetition" or "no progress", the last position
 *     has ended for just that reason, and the Result is the oracle's;
 *   - with any other Termination, the last position has not ended by the rules;
 *   - the word behind the last move equals the Result.
 * Result and Termination must be there; Rules (default wcdf), Variant (default english) and FEN
 * (default: the start position) may be.
 *
 * The first fault of a game is printed as "game N ply P: what", where P counts the plies played
 * so far, and the rest of that game is passed over. The last line is "games N, good N, bad N".
 * Exit status 0 when there is a game and all are good, 1 when not, 2 for wrong arguments.
 */
#include "oracle.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tokens --------------------------------------------------------------------------------- */

enum { VALUE_SIZE = 256 };

typedef enum TokenKind { TOKEN_END, TOKEN_TAG, TOKEN_WORD, TOKEN_RESULT, TOKEN_BAD } TokenKind;

/* name and value of a tag; a word, a result or the reason of a bad token stands in value. What is
 * longer than the array is cut: no tag or move that is looked at can be so long and be right. */
typedef struct Token {
    TokenKind kind;
    char name[VALUE_SIZE];
    char value[VALUE_SIZE];
} Token;

static void append(char text[VALUE_SIZE], char c) {
    size_t length = strlen(text);
    if (length + 1 < VALUE_SIZE) {
        text[length] = c;
        text[length + 1] = '\0';
    }
}

static void skip_blanks(const char **text) {
    while (isspace((unsigned char)**text)) {
        (*text)++;
    }
}

static Token bad_token(const char *reason) {
    Token token = {.kind = TOKEN_BAD};
    snprintf(token.value, sizeof token.value, "%s", reason);
    return token;
}

/* Reads [Name "value"]; a backslash in the value makes the next character plain. A tag that is
 * not well formed is passed over to the end of its line. */
static Token read_tag(const char **text) {
    Token token = {.kind = TOKEN_TAG};
    (*text)++;
    skip_blanks(text);
    while (isalnum((unsigned char)**text) || **text == '_') {
        append(token.name, *(*text)++);
    }
    skip_blanks(text);
    if (**text == '"') {
        (*text)++;
        while (**text != '"' && **text != '\n' && **text != '\0') {
            if (**text == '\\' && ((*text)[1] == '"' || (*text)[1] == '\\')) {
                (*text)++;
            }
            append(token.value, *(*text)++);
        }
        if (**text == '"') {
            (*text)++;
            skip_blanks(text);
            if (**text == ']') {
                (*text)++;
                return token;
            }
        }
    }
    *text += strcspn(*text, "\n");
    return bad_token("a tag that is not well formed");
}

static bool is_result(const char *word) {
    return strcmp(word, "1-0") == 0 || strcmp(word, "0-1") == 0 || strcmp(word, "1/2-1/2") == 0 ||
           strcmp(word, "*") == 0;
}

/* Steps over blanks, comments and move numbers ("12." or "12..."). False: a comment has no end. */
static bool skip_noise(const char **text) {
    for (;;) {
        skip_blanks(text);
        size_t digits = strspn(*text, "0123456789");
        if (**text == '{') {
            *text += strcspn(*text, "}");
            if (**text == '\0') {
                return false;
            }
            (*text)++;
        } else if (digits > 0 && (*text)[digits] == '.') {
            *text += digits;
            *text += strspn(*text, ".");
        } else {
            return true;
        }
    }
}

static Token next_token(const char **text) {
    if (!skip_noise(text)) {
        return bad_token("a comment without end");
    }
    if (**text == '[') {
        return read_tag(text);
    }
    Token token = {.kind = TOKEN_WORD};
    if (**text == '\0') {
        token.kind = TOKEN_END;
        return token;
    }
    do {
        append(token.value, *(*text)++);
    } while (**text != '\0' && !isspace((unsigned char)**text) && strchr("{[", **text) == NULL);
    if (is_result(token.value)) {
        token.kind = TOKEN_RESULT;
    }
    return token;
}

/* ---- Games ---------------------------------------------------------------------------------- */

typedef struct Tags {
    char result[VALUE_SIZE];
    char termination[VALUE_SIZE];
    char rules[VALUE_SIZE];
    char variant[VALUE_SIZE];
    char fen[VALUE_SIZE];
} Tags;

typedef struct Replay {
    long number; /* of the game in the file, from 1 */
    long ply;    /* plies played so far */
    bool bad;
    bool playing; /* tags are read, game is set up */
    Tags tags;
    OracleGame game;
} Replay;

/* Prints the first fault of a game. */
__attribute__((format(printf, 2, 3))) static void fail(Replay *replay, const char *format, ...) {
    if (replay->bad) {
        return;
    }
    replay->bad = true;
    printf("game %ld ply %ld: ", replay->number, replay->ply);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

static void take_tag(Replay *replay, const Token *token) {
    Tags *tags = &replay->tags;
    struct {
        const char *name;
        char *value;
    } known[] = {{"Result", tags->result},
                 {"Termination", tags->termination},
                 {"Rules", tags->rules},
                 {"Variant", tags->variant},
                 {"FEN", tags->fen}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(token->name, known[i].name) != 0) {
            continue;
        }
        if (known[i].value[0] != '\0') {
            fail(replay, "tag %s stands twice", token->name);
        } else if (token->value[0] == '\0') {
            fail(replay, "tag %s is empty", token->name);
        }
        memcpy(known[i].value, token->value, VALUE_SIZE);
    }
}

/* Sets up the game that the tags describe. */
static void begin(Replay *replay) {
    const Tags *tags = &replay->tags;
    OracleRules rules = ORACLE_WCDF;
    OracleVariant variant = ORACLE_ENGLISH;
    OracleBoard start = oracle_start();
    if (tags->rules[0] != '\0' && !oracle_read_rules(tags->rules, &rules)) {
        fail(replay, "unknown rules \"%s\"", tags->rules);
    }
    if (tags->variant[0] != '\0' && !oracle_read_variant(tags->variant, &variant)) {
        fail(replay, "unknown variant \"%s\"", tags->variant);
    }
    if (tags->fen[0] != '\0' && !oracle_read_fen(&start, tags->fen)) {
        fail(replay, "bad FEN \"%s\"", tags->fen);
    }
    if (!is_result(tags->result)) {
        fail(replay, "no tag Result, or none of 1-0, 0-1, 1/2-1/2, *");
    }
    if (tags->termination[0] == '\0') {
        fail(replay, "no tag Termination");
    }
    oracle_game_init(&replay->game, &start, rules, variant);
    replay->playing = true;
}

static void play(Replay *replay, const char *text) {
    OracleVerdict verdict = oracle_game_verdict(&replay->game);
    OracleMove move;
    if (verdict.reason != ORACLE_NOT_ENDED) {
        fail(replay, "the game goes on with %s after its end by %s", text,
             oracle_reason_text(verdict.reason));
    } else if (!oracle_find_move(oracle_game_board(&replay->game), text, &move)) {
        fail(replay, "illegal move %s", text);
    } else {
        oracle_game_play(&replay->game, &move);
        replay->ply++;
    }
}

static bool is_end_by_rules(const char *termination) {
    for (OracleReason reason = ORACLE_NO_MOVES; reason <= ORACLE_NO_PROGRESS; reason++) {
        if (strcmp(termination, oracle_reason_text(reason)) == 0) {
            return true;
        }
    }
    return false;
}

/* Compares the end that the file states with the oracle's. */
static void finish(Replay *replay, const char *last_word) {
    const Tags *tags = &replay->tags;
    OracleVerdict verdict = oracle_game_verdict(&replay->game);
    const char *reason = oracle_reason_text(verdict.reason);
    const char *result = oracle_result_text(verdict.result);
    if (strcmp(last_word, tags->result) != 0) {
        fail(replay, "result %s behind the moves, %s in the tag", last_word, tags->result);
    }
    if (is_end_by_rules(tags->termination)) {
        if (strcmp(tags->termination, reason) != 0 || strcmp(tags->result, result) != 0) {
            fail(replay, "the file says %s by %s, the oracle %s by %s", tags->result,
                 tags->termination, result, reason);
        }
    } else if (verdict.reason != ORACLE_NOT_ENDED) {
        fail(replay, "the file says %s by %s, but the game has ended: %s by %s", tags->result,
             tags->termination, result, reason);
    }
}

/* Replays the game at *text and steps behind it. False when there was none, only the file's end. */
static bool replay_game(const char **text, long number, bool *good) {
    Replay replay = {.number = number};
    bool anything = false;
    for (bool open = true; open;) {
        const char *before = *text;
        Token token = next_token(text);
        anything = anything || token.kind != TOKEN_END;
        if ((token.kind == TOKEN_WORD || token.kind == TOKEN_RESULT) && !replay.playing) {
            begin(&replay);
        }
        switch (token.kind) {
        case TOKEN_TAG:
            if (replay.playing) {
                /* The next game begins; read its first tag again then. */
                fail(&replay, "no result behind the moves");
                *text = before;
                open = false;
            } else {
                take_tag(&replay, &token);
            }
            break;
        case TOKEN_WORD:
            if (!replay.bad) {
                play(&replay, token.value);
            }
            break;
        case TOKEN_RESULT:
            if (!replay.bad) {
                finish(&replay, token.value);
            }
            open = false;
            break;
        case TOKEN_BAD:
            fail(&replay, "%s", token.value);
            break;
        case TOKEN_END:
            if (anything) {
                fail(&replay, "the file ends before the game's result");
            }
            open = false;
            break;
        }
    }
    if (replay.playing) {
        oracle_game_destroy(&replay.game);
    }
    *good = !replay.bad;
    return anything;
}

/* ---- File ----------------------------------------------------------------------------------- */

/* The whole file as a string to be freed by the caller; NULL, with a message, when it fails. */
static char *read_file(const char *name) {
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        fprintf(stderr, "oracle-replay: %s: %s\n", name, strerror(errno));
        return NULL;
    }
    char *text = NULL;
    size_t size = 0;
    ssize_t length = getdelim(&text, &size, '\0', file);
    bool failed = ferror(file) != 0;
    bool has_zero = length > 0 && text[length - 1] == '\0';
    fclose(file);
    if (length <= 0 || failed || has_zero) {
        fprintf(stderr, "oracle-replay: %s: %s\n", name,
                failed     ? "cannot be read"
                : has_zero ? "holds a zero byte"
                           : "is empty");
        free(text);
        return NULL;
    }
    return text;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: oracle-replay FILE\n");
        return 2;
    }
    char *text = read_file(argv[1]);
    if (text == NULL) {
        return 1;
    }
    long games = 0;
    long bad = 0;
    const char *rest = text;
    bool good = false;
    while (replay_game(&rest, games + 1, &good)) {
        games++;
        bad += good ? 0 : 1;
    }
    free(text);
    printf("games %ld, good %ld, bad %ld\n", games, games - bad, bad);
    return games > 0 && bad == 0 ? 0 : 1;
}
