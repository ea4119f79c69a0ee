#include "notation/pdn_lexer.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_blank(int c) {
    return (c >= 0 && c <= ' ') || c == 127;
}

static bool is_line_end(int c) {
    return c == '\n' || c == '\r';
}

static bool is_one_of(int c, const char *set) {
    return c > 0 && strchr(set, c) != NULL;
}

// ---- bytes

static inline int peek_at(PdnLexer *lexer, size_t ahead) {
    return pdn_bytes_peek(&lexer->bytes, ahead);
}

static inline int peek(PdnLexer *lexer) {
    return pdn_bytes_peek(&lexer->bytes, 0);
}

static inline int take(PdnLexer *lexer) {
    return pdn_bytes_take(&lexer->bytes);
}

// Whether a tag begins here, at the beginning of a line: [Name "
static bool at_tag_line(PdnLexer *lexer) {
    size_t ahead = 1;
    if (!is_line_end(lexer->bytes.last) || peek(lexer) != '[' || !is_letter(peek_at(lexer, 1))) {
        return false;
    }
    while (ahead < PDN_TAG_NAME_MAX &&
           (is_letter(peek_at(lexer, ahead)) || is_digit(peek_at(lexer, ahead)) ||
            peek_at(lexer, ahead) == '_')) {
        ahead++;
    }
    while (ahead < PDN_LOOK_AHEAD_MAX && peek_at(lexer, ahead) == ' ') {
        ahead++;
    }
    return ahead < PDN_LOOK_AHEAD_MAX && peek_at(lexer, ahead) == '"';
}

static void bad(PdnToken *token, const char *reason) {
    token->kind = TOKEN_BAD;
    error_set(&token->error, ERROR_INPUT, "%s", reason);
}

static void noise(PdnToken *token, const char *what) {
    token->kind = TOKEN_NOISE;
    error_set(&token->error, ERROR_INPUT, "%s", what);
}

// ---- the text of a token

static void begin_text(PdnLexer *lexer) {
    lexer->length = 0;
    lexer->too_long = false;
}

static inline void add(PdnLexer *lexer, int c) {
    if (lexer->length + 1 < sizeof lexer->text) {
        lexer->text[lexer->length++] = (char)c;
    } else {
        lexer->too_long = true;
    }
}

static void latin1_to_utf8(PdnLexer *lexer) {
    size_t high = 0;
    for (size_t i = 0; i < lexer->length; i++) {
        high += (unsigned char)lexer->text[i] >= 0x80;
    }
    if (lexer->length + high >= sizeof lexer->text) {
        lexer->too_long = true;
        return;
    }
    size_t to = lexer->length + high;
    lexer->text[to] = '\0';
    for (size_t from = lexer->length; from > 0; from--) {
        unsigned char c = (unsigned char)lexer->text[from - 1];
        if (c >= 0x80) {
            lexer->text[--to] = (char)(0x80 | (c & 0x3F));
            c = 0xC0 | c >> 6;
        }
        lexer->text[--to] = (char)c;
    }
    lexer->length += high;
}

static void end_text(PdnLexer *lexer, PdnToken *token) {
    lexer->text[lexer->length] = '\0';
    if (!text_is_utf8(lexer->text)) {
        latin1_to_utf8(lexer);
    }
    token->text = lexer->text;
    if (lexer->too_long) {
        bad(token, "a text of more than 1 MiB");
    }
}

// ---- comments

// Adds a byte of a comment: runs of blanks become one, none stands at the front.
static void add_comment(PdnLexer *lexer, int c) {
    if (!is_blank(c)) {
        add(lexer, c);
    } else if (lexer->length > 0 && lexer->text[lexer->length - 1] != ' ') {
        add(lexer, ' ');
    }
}

static void end_comment(PdnLexer *lexer, PdnToken *token) {
    lexer->length -= lexer->length > 0 && lexer->text[lexer->length - 1] == ' ';
    token->kind = TOKEN_COMMENT;
    end_text(lexer, token);
}

// A comment in a comment is passed over up to the brace that closes the outer one. Where a tag
// begins a line the comment has no end, so that the games behind it are not lost.
static void read_brace_comment(PdnLexer *lexer, PdnToken *token) {
    int64_t depth = 1;
    bool nested = false, nul = false;
    begin_text(lexer);
    take(lexer);
    for (;;) {
        int c = at_tag_line(lexer) ? EOF : peek(lexer);
        if (c == EOF) {
            break;
        }
        take(lexer);
        nested |= c == '{';
        nul |= c == '\0';
        depth += (c == '{') - (c == '}');
        if (depth == 0) {
            break;
        }
        add_comment(lexer, c);
    }
    end_comment(lexer, token);
    if (nested) {
        bad(token, "a comment inside a comment");
    } else if (depth > 0) {
        bad(token, "a comment without an end");
    } else if (nul) {
        bad(token, "a NUL byte");
    }
}

static void read_line_comment(PdnLexer *lexer, PdnToken *token) {
    bool nul = false;
    begin_text(lexer);
    take(lexer);
    for (int c; (c = peek(lexer)) != EOF && !is_line_end(c); take(lexer)) {
        nul |= c == '\0';
        add_comment(lexer, c == '{' ? '(' : c == '}' ? ')' : c);
    }
    end_comment(lexer, token);
    if (nul) {
        bad(token, "a NUL byte");
    }
}

// ---- tags

static void loose_tag(PdnToken *token, const char *what) {
    if (token->error.code == ERROR_NONE) {
        error_set(&token->error, ERROR_INPUT, "tag %s: %s", token->name, what);
    }
}

static void skip_in_line(PdnLexer *lexer) {
    while (is_blank(peek(lexer)) && !is_line_end(peek(lexer))) {
        take(lexer);
    }
}

static void read_tag_name(PdnLexer *lexer, PdnToken *token) {
    size_t length = 0;
    while (length + 1 < sizeof token->name &&
           (is_letter(peek(lexer)) || is_digit(peek(lexer)) || peek(lexer) == '_')) {
        token->name[length++] = (char)take(lexer);
    }
    token->name[length] = '\0';
}

// Whether a quote, which was taken, closes the value: a bracket follows.
static bool is_closing_quote(PdnLexer *lexer) {
    size_t ahead = 0;
    while (ahead < PDN_LOOK_AHEAD_MAX && is_one_of(peek_at(lexer, ahead), " \t")) {
        ahead++;
    }
    return ahead < PDN_LOOK_AHEAD_MAX && peek_at(lexer, ahead) == ']';
}

// The closing quote or bracket is missing: what there is of them at the end is not the value's.
static void trim_open_value(PdnLexer *lexer) {
    while (lexer->length > 0 && is_one_of(lexer->text[lexer->length - 1], " ]")) {
        lexer->length--;
    }
    lexer->length -= lexer->length > 0 && lexer->text[lexer->length - 1] == '"';
}

static void read_tag_value(PdnLexer *lexer, PdnToken *token) {
    take(lexer);
    begin_text(lexer);
    for (;;) {
        int c = peek(lexer);
        if (c == EOF || is_line_end(c)) {
            loose_tag(token, "no quote and bracket at its end");
            trim_open_value(lexer);
            break;
        }
        take(lexer);
        if (c == '"' && is_closing_quote(lexer)) {
            skip_in_line(lexer);
            take(lexer);
            break;
        }
        if (c == '"') {
            loose_tag(token, "a quote inside its value");
        } else if (c == '\\' && is_one_of(peek(lexer), "\"\\")) {
            c = take(lexer);
        }
        add(lexer, is_blank(c) ? ' ' : c);
    }
    token->kind = TOKEN_TAG;
    end_text(lexer, token);
}

static void read_tag(PdnLexer *lexer, PdnToken *token) {
    take(lexer);
    skip_in_line(lexer);
    read_tag_name(lexer, token);
    skip_in_line(lexer);
    if (token->name[0] != '\0' && peek(lexer) == '"') {
        read_tag_value(lexer, token);
        return;
    }
    for (int c; (c = peek(lexer)) != EOF && !is_line_end(c);) {
        take(lexer);
        if (c == ']') {
            break;
        }
    }
    noise(token, "what stands in brackets is no tag");
}

// ---- words

static bool ends_word(int c) {
    return c == EOF || is_blank(c) || is_one_of(c, "{}()[];");
}

// Goes on to the end of a word that is neither move nor number nor result.
static void read_word(PdnLexer *lexer, PdnToken *token) {
    while (!ends_word(peek(lexer))) {
        add(lexer, take(lexer));
    }
    token->kind = TOKEN_WORD;
    end_text(lexer, token);
}

// x15 or -15: the rest of a move
static bool is_half_a_move(const char *c) {
    return is_one_of(c[0], "-xX:") && is_digit(c[1]);
}

// e3-f4
static bool is_move_of_letters(const char *c) {
    return c[0] >= 'a' && c[0] <= 'h' && is_digit(c[1]) && is_one_of(c[2], "-x:") && c[3] >= 'a' &&
           c[3] <= 'h' && is_digit(c[4]);
}

static void bad_move(PdnToken *token, const char *text) {
    token->kind = TOKEN_BAD;
    error_set(&token->error, ERROR_INPUT, "move '%.*s' is not of the form 11-15, 22x15 or 27x18x9",
              (int)strspn(text, "0123456789-xX:/"), text);
}

static void read_plain_word(PdnLexer *lexer, PdnToken *token) {
    begin_text(lexer);
    read_word(lexer, token);
    if (lexer->length >= 5 && is_move_of_letters(lexer->text)) {
        token->kind = TOKEN_BAD;
        error_set(&token->error, ERROR_INPUT,
                  "move '%.5s': squares are numbers here, letters are not read", lexer->text);
    } else if (is_half_a_move(lexer->text)) {
        bad_move(token, lexer->text);
    } else if (lexer->length >= 2 && strspn(lexer->text, "-=_*#~+") == lexer->length) {
        noise(token, "a separator line");
    }
}

bool pdn_result_named(const char *text, Result *result) {
    static const struct {
        const char *text;
        Result result;
    } results[] = {
        {"1-0", RESULT_BLACK_WINS}, {"2-0", RESULT_BLACK_WINS}, {"0-1", RESULT_WHITE_WINS},
        {"0-2", RESULT_WHITE_WINS}, {"1/2-1/2", RESULT_DRAW},   {"1-1", RESULT_DRAW},
        {"1/2", RESULT_DRAW},       {"0-0", RESULT_NONE},       {"*", RESULT_NONE},
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (strcmp(text, results[i].text) == 0) {
            *result = results[i].result;
            return true;
        }
    }
    return false;
}

// Digits, and groups of digits with a separator between: 12 11-15 27x18x9 1/2-1/2.
static int read_groups(PdnLexer *lexer) {
    int groups = 1;
    for (;;) {
        while (is_digit(peek(lexer))) {
            add(lexer, take(lexer));
        }
        if (!is_one_of(peek(lexer), "-xX:/") || !is_digit(peek_at(lexer, 1))) {
            return groups;
        }
        add(lexer, take(lexer));
        groups++;
    }
}

// A move, its number or a result. false: a move number was passed over. What is glued to a move or
// a result is a word of its own.
static bool read_number(PdnLexer *lexer, PdnToken *token) {
    begin_text(lexer);
    int groups = read_groups(lexer), next = peek(lexer);
    if (groups == 1 && is_one_of(next, "-xX:/")) {
        read_word(lexer, token);
        bad_move(token, lexer->text);
        return true;
    }
    if (groups == 1 && (next == '.' || ends_word(next) || is_one_of(next, "!?$*"))) {
        return false;
    }
    if (groups == 1) { // 2nd
        read_word(lexer, token);
        return true;
    }
    end_text(lexer, token);
    token->kind = pdn_result_named(token->text, &token->result) ? TOKEN_RESULT : TOKEN_MOVE;
    return true;
}

// A star behind a move without a blank is the printed sign for an only move.
static void read_star(PdnLexer *lexer, PdnToken *token) {
    bool glued = is_digit(lexer->bytes.last);
    begin_text(lexer);
    read_word(lexer, token);
    token->result = RESULT_NONE;
    if (lexer->length == 1) {
        token->kind = glued ? TOKEN_STAR : TOKEN_RESULT;
    } else if (strspn(lexer->text, "-=_*#~+") == lexer->length) {
        noise(token, "a separator line");
    }
}

// ---- annotations

// ! ? and their combinations, as the numbers that stand for them.
static void read_strength(PdnLexer *lexer, PdnToken *token) {
    static const char *const signs[] = {"!", "?", "!!", "??", "!?", "?!"};
    begin_text(lexer);
    while (is_one_of(peek(lexer), "!?")) {
        int c = take(lexer);
        if (lexer->length < 2) {
            add(lexer, c);
        }
    }
    lexer->text[lexer->length] = '\0';
    for (int i = 0; i < 6; i++) {
        if (strcmp(lexer->text, signs[i]) == 0) {
            lexer->length = (size_t)sprintf(lexer->text, "$%d", i + 1);
            break;
        }
    }
    token->kind = TOKEN_ANNOTATION;
    end_text(lexer, token);
}

static void read_annotation(PdnLexer *lexer, PdnToken *token) {
    begin_text(lexer);
    add(lexer, take(lexer));
    while (is_digit(peek(lexer)) && lexer->length < 4) {
        add(lexer, take(lexer));
    }
    if (lexer->length == 1) {
        read_word(lexer, token);
        return;
    }
    token->kind = TOKEN_ANNOTATION;
    end_text(lexer, token);
}

// ( of a variation, or (!) and the like.
static void read_parenthesis(PdnLexer *lexer, PdnToken *token) {
    size_t ahead = 1;
    while (ahead < 4 && is_one_of(peek_at(lexer, ahead), "!?")) {
        ahead++;
    }
    take(lexer);
    if (ahead > 1 && peek_at(lexer, ahead - 1) == ')') {
        read_strength(lexer, token);
        take(lexer);
    } else {
        token->kind = TOKEN_OPEN;
    }
}

// ---- all

static void skip_line(PdnLexer *lexer) {
    while (peek(lexer) != EOF && !is_line_end(peek(lexer))) {
        take(lexer);
    }
}

// A blank that is none of ASCII: no-break space, in UTF-8 or Latin-1.
static size_t foreign_blank(PdnLexer *lexer) {
    if (peek(lexer) == 0xC2 && peek_at(lexer, 1) == 0xA0) {
        return 2;
    }
    return peek(lexer) == 0xA0;
}

static void skip_blanks(PdnLexer *lexer, PdnToken *token) {
    int64_t line = lexer->bytes.line;
    for (;;) {
        int c = peek(lexer);
        bool line_begins = lexer->bytes.last == EOF || is_line_end(lexer->bytes.last);
        size_t foreign = foreign_blank(lexer);
        if (line_begins && c == '%') {
            skip_line(lexer);
            line = lexer->bytes.line;
        } else if (c != '\0' && is_blank(c)) {
            take(lexer);
            token->behind_blank |= lexer->bytes.line >= line + 2;
        } else if (foreign > 0) {
            take(lexer);
            if (foreign == 2) {
                take(lexer);
            }
        } else {
            return;
        }
    }
}

// Reads what begins here; false if it is nothing.
static bool read_token(PdnLexer *lexer, PdnToken *token) {
    int c = peek(lexer);
    switch (c) {
    case EOF:
        token->kind = TOKEN_END;
        return true;
    case '[':
        read_tag(lexer, token);
        return true;
    case '{':
        read_brace_comment(lexer, token);
        return true;
    case ';':
        read_line_comment(lexer, token);
        return true;
    case '(':
        read_parenthesis(lexer, token);
        return true;
    case ')':
        take(lexer);
        token->kind = TOKEN_CLOSE;
        return true;
    case '$':
        read_annotation(lexer, token);
        return true;
    case '!':
    case '?':
        read_strength(lexer, token);
        return true;
    case '*':
        read_star(lexer, token);
        return true;
    case '.': // of a move number
        take(lexer);
        return false;
    case ']':
        take(lexer);
        noise(token, "a ] without a [");
        return true;
    case '}':
        take(lexer);
        bad(token, "a } without a {");
        return true;
    case '\0':
        take(lexer);
        bad(token, "a NUL byte");
        return true;
    case '/':
        read_plain_word(lexer, token);
        bad(token, "a position inside a game is not read");
        return true;
    default:
        if (is_digit(c)) {
            return read_number(lexer, token);
        }
        read_plain_word(lexer, token);
        return true;
    }
}

void pdn_lexer_init(PdnLexer *lexer, PdnSource *source, void *context) {
    pdn_bytes_init(&lexer->bytes, source, context);
}

void pdn_lexer_next(PdnLexer *lexer, PdnToken *token) {
    token->behind_blank = false;
    token->result = RESULT_NONE;
    token->name[0] = '\0';
    token->text = "";
    token->error.code = ERROR_NONE;
    do {
        skip_blanks(lexer, token);
        token->line = lexer->bytes.line;
    } while (!read_token(lexer, token));
}
