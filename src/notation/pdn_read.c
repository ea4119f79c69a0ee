#include "notation/pdn_read.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "notation/fen.h"
#include "notation/pdn_lexer.h"
#include "notation/pdn_replay.h"

// All memory but the Game's is here from the beginning: what does not fit makes a game bad. Pages
// that no game needs are never touched.
struct PdnReader {
    PdnRead read;
    Game game;
    // Of the game that is collected.
    bool begun;        // something of it was there
    bool has_body;     // a move or what else can only stand behind the tags
    bool ended;        // by a result
    int64_t end_line;  // of that
    bool has_star;     // a star behind the last move, whose meaning the next token tells
    bool has_result;   // behind the moves
    bool faulty;       // read.fault is filled
    bool in_words;     // the latest token was a word
    int64_t depth;     // of variations
    Result result;     // behind the moves
    size_t used;       // of text
    char *latest_text; // the latest that was put there
    bool said_cr_lf;   // the warning of the file
    bool has_token;    // token is the first of the next game
    PdnToken token;
    PdnTag tags[PDN_TAGS_MAX];
    const char *moves[PDN_PLIES_MAX];
    int64_t lines[PDN_PLIES_MAX]; // of the moves
    MovePath paths[PDN_PLIES_MAX];
    char *comments[PDN_PLIES_MAX], *annotations[PDN_PLIES_MAX], *preface;
    char text[PDN_TEXT_MAX];
    PdnLexer lexer;
};

// ---- notes

static void __attribute__((format(printf, 3, 4)))
warn(PdnReader *reader, int64_t line, const char *format, ...) {
    PdnRead *read = &reader->read;
    if (read->warning_count == PDN_WARNINGS_MAX) {
        read->warnings_lost++;
        return;
    }
    char message[ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    PdnNote *note = &read->warnings[read->warning_count++];
    note->line = line;
    note->ply = read->plies;
    error_set(&note->error, ERROR_INPUT, "%s", message);
}

// Only the first fault of a game is kept.
static void fault(PdnReader *reader, int64_t line, int ply, const char *message) {
    PdnNote *note = &reader->read.fault;
    if (!reader->faulty) {
        reader->faulty = true;
        note->line = line;
        note->ply = ply;
        error_set(&note->error, ERROR_INPUT, "%s", message);
    }
}

// ---- texts

// Goes on with the latest text if `before` is that, else begins a new one with it. NULL if there is
// no room, which is a fault.
static char *add_text(PdnReader *reader, char *before, const char *text) {
    size_t length = strlen(text);
    bool in_place = before != NULL && before == reader->latest_text;
    size_t copied = before == NULL || in_place ? 0 : strlen(before);
    if (reader->used + copied + length + 2 > PDN_TEXT_MAX) {
        fault(reader, reader->token.line, reader->read.plies,
              "a game of more than 4 MiB of tags, moves and comments");
        return NULL;
    }
    if (!in_place) {
        reader->latest_text = reader->text + reader->used;
        memcpy(reader->latest_text, before == NULL ? "" : before, copied);
        reader->used += copied;
    } else {
        reader->used--; // its NUL
    }
    char *to = reader->text + reader->used;
    if (to > reader->latest_text && length > 0) {
        *to++ = ' ';
    }
    memcpy(to, text, length + 1);
    reader->used = (size_t)(to - reader->text) + length + 1;
    return reader->latest_text;
}

static void append_to(PdnReader *reader, char **place, const char *text) {
    char *joined = add_text(reader, *place, text);
    if (joined != NULL) {
        *place = joined;
    }
}

// ---- tags

const char *pdn_tag(const PdnGame *game, const char *name) {
    for (int i = 0; i < game->tag_count; i++) {
        if (text_equal_nocase(game->tags[i].name, name)) {
            return game->tags[i].value;
        }
    }
    return NULL;
}

static void take_tag(PdnReader *reader, const PdnToken *token) {
    PdnGame *pdn = &reader->read.pdn;
    if (token->error.code != ERROR_NONE) {
        warn(reader, token->line, "%s", token->error.message);
    }
    if (pdn_tag(pdn, token->name) != NULL) {
        warn(reader, token->line, "tag %s stands twice; the first counts", token->name);
    }
    if (pdn->tag_count == PDN_TAGS_MAX) {
        fault(reader, token->line, 0, "a game of more than 256 tags");
        return;
    }
    const char *name = add_text(reader, NULL, token->name);
    const char *value = add_text(reader, NULL, token->text);
    if (name != NULL && value != NULL) {
        reader->tags[pdn->tag_count++] = (PdnTag){name, value};
    }
}

// A header without moves has come to its end where its first tag comes again behind an empty line.
static bool begins_next_header(const PdnReader *reader, const PdnToken *token) {
    return reader->has_body || (token->behind_blank && reader->read.pdn.tag_count > 0 &&
                                text_equal_nocase(reader->tags[0].name, token->name));
}

// ---- tokens

static void take_move(PdnReader *reader, const PdnToken *token) {
    int ply = reader->read.plies;
    if (ply == PDN_PLIES_MAX) {
        fault(reader, token->line, ply, "a game of more than 20000 half-moves");
        return;
    }
    const char *text = add_text(reader, NULL, token->text);
    if (text != NULL) {
        reader->moves[ply] = text;
        reader->lines[ply] = token->line;
        reader->comments[ply] = reader->annotations[ply] = NULL;
        reader->read.plies++;
    }
}

static void take_comment(PdnReader *reader, const PdnToken *token) {
    int plies = reader->read.plies;
    append_to(reader, plies > 0 ? &reader->comments[plies - 1] : &reader->preface, token->text);
}

static void take_word(PdnReader *reader, const PdnToken *token) {
    if (!reader->in_words) {
        warn(reader, token->line, "words outside of a comment are taken as one");
    }
    take_comment(reader, token);
}

static void take_annotation(PdnReader *reader, int64_t line, const char *text) {
    int plies = reader->read.plies;
    if (plies == 0) {
        warn(reader, line, "%.4s before the first move is passed over", text);
    } else {
        append_to(reader, &reader->annotations[plies - 1], text);
    }
}

static void take_result(PdnReader *reader, int64_t line, Result result) {
    if (reader->ended) {
        warn(reader, line, "a second result is passed over");
        return;
    }
    reader->ended = reader->has_result = true;
    reader->end_line = line;
    reader->result = result;
}

// What belongs to a variation is passed over. false: the token belongs to the next game.
static bool pass_over(PdnReader *reader, const PdnToken *token) {
    if (token->kind == TOKEN_END || token->kind == TOKEN_TAG) {
        fault(reader, token->line, reader->read.plies, "a variation without an end");
        return false;
    }
    if (token->kind == TOKEN_BAD) {
        fault(reader, token->line, reader->read.plies, token->error.message);
    }
    reader->depth += (token->kind == TOKEN_OPEN) - (token->kind == TOKEN_CLOSE);
    return true;
}

// The star behind a move, now that it is known what follows.
static void decide_star(PdnReader *reader, const PdnToken *next) {
    bool end = next->kind == TOKEN_END || next->kind == TOKEN_TAG;
    reader->has_star = false;
    if (end) {
        take_result(reader, next->line, RESULT_NONE);
    } else {
        take_annotation(reader, next->line, "$7");
    }
}

// Whether the token belongs to the game that is collected. Behind the result that is only what
// stands on its line.
static bool belongs(const PdnReader *reader, const PdnToken *token) {
    switch (token->kind) {
    case TOKEN_END:
        return false;
    case TOKEN_TAG:
        return !reader->ended && !begins_next_header(reader, token);
    case TOKEN_NOISE:
    case TOKEN_RESULT:
        return true;
    case TOKEN_COMMENT:
    case TOKEN_WORD:
    case TOKEN_ANNOTATION:
        return !reader->ended || token->line == reader->end_line;
    default:
        return !reader->ended;
    }
}

static void take_token(PdnReader *reader, const PdnToken *token) {
    switch (token->kind) {
    case TOKEN_TAG:
        take_tag(reader, token);
        break;
    case TOKEN_MOVE:
        take_move(reader, token);
        break;
    case TOKEN_RESULT:
        take_result(reader, token->line, token->result);
        break;
    case TOKEN_COMMENT:
        take_comment(reader, token);
        break;
    case TOKEN_WORD:
        take_word(reader, token);
        break;
    case TOKEN_ANNOTATION:
        take_annotation(reader, token->line, token->text);
        break;
    case TOKEN_STAR:
        reader->has_star = true;
        break;
    case TOKEN_OPEN:
        reader->depth = 1;
        reader->read.variations++;
        break;
    case TOKEN_CLOSE:
        fault(reader, token->line, reader->read.plies, "a ) without a (");
        break;
    case TOKEN_NOISE:
        warn(reader, token->line, "%s is passed over", token->error.message);
        break;
    default:
        fault(reader, token->line, reader->read.plies, token->error.message);
    }
}

// Notes that the game has begun, and that its tags are over.
static void mark(PdnReader *reader, const PdnToken *token) {
    bool loose = token->kind == TOKEN_COMMENT || token->kind == TOKEN_WORD ||
                 token->kind == TOKEN_NOISE || token->kind == TOKEN_ANNOTATION;
    bool tag = token->kind == TOKEN_TAG || token->name[0] != '\0';
    if (!loose && !reader->begun) {
        reader->begun = true;
        reader->read.line = token->line;
    }
    reader->has_body |= !loose && !tag;
}

static void begin_game(PdnReader *reader) {
    PdnRead *read = &reader->read;
    read->number++;
    read->plies = read->variations = read->warning_count = read->warnings_lost = 0;
    read->pdn = (PdnGame){.tags = reader->tags, .paths = reader->paths};
    read->fault.error.code = ERROR_NONE;
    reader->begun = reader->has_body = reader->ended = reader->has_star = false;
    reader->has_result = reader->faulty = reader->in_words = false;
    reader->depth = 0;
    reader->result = RESULT_NONE;
    reader->used = 0;
    reader->latest_text = reader->preface = NULL;
}

static void warn_of_file(PdnReader *reader) {
    const PdnBytes *bytes = &reader->lexer.bytes;
    if (bytes->has_cr_lf && !reader->said_cr_lf) {
        reader->said_cr_lf = true;
        warn(reader, reader->read.line, "lines end with CR LF; not said again");
    }
    bool ended = bytes->last == '\n' || bytes->last == '\r' || bytes->last == 0x1A; // Ctrl-Z
    if (reader->token.kind == TOKEN_END && !ended) {
        warn(reader, bytes->line, "the last line has no end");
    }
}

// Collects the tokens of the next game; false if there is none.
static bool collect(PdnReader *reader) {
    PdnToken *token = &reader->token;
    begin_game(reader);
    for (;;) {
        if (!reader->has_token) {
            pdn_lexer_next(&reader->lexer, token);
        }
        reader->has_token = true;
        if (reader->has_star) {
            decide_star(reader, token);
        }
        if (reader->depth > 0) {
            if (!pass_over(reader, token)) {
                break;
            }
        } else if (belongs(reader, token)) {
            mark(reader, token);
            take_token(reader, token);
        } else {
            break;
        }
        reader->in_words = token->kind == TOKEN_WORD;
        reader->has_token = false;
    }
    return reader->begun;
}

// ---- the whole game

static void check_tags(PdnReader *reader) {
    static const char *const names[] = {"Event", "Black", "White", "Result"};
    char missing[64] = "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (pdn_tag(&reader->read.pdn, names[i]) == NULL) {
            strcat(strcat(missing, " "), names[i]);
        }
    }
    if (missing[0] != '\0') {
        warn(reader, reader->read.line, "missing tags:%s", missing);
    }
    const char *type = pdn_tag(&reader->read.pdn, "GameType");
    if (type != NULL && (strncmp(type, "21", 2) != 0 || (type[2] != '\0' && type[2] != ','))) {
        fault(reader, reader->read.line, 0, "the tag GameType does not name 21, this game");
    }
}

// What stands behind the moves counts; where that is nothing or *, the tag does.
static void decide_result(PdnReader *reader) {
    const char *tag = pdn_tag(&reader->read.pdn, "Result");
    Result tagged = RESULT_NONE;
    bool empty = tag == NULL || *tag == '\0' || strcmp(tag, "?") == 0;
    if (!empty && !pdn_result_named(tag, &tagged)) {
        warn(reader, reader->read.line, "the tag Result is not a result");
    }
    if (!reader->has_result && !reader->faulty) {
        warn(reader, reader->read.line, "no result behind the moves");
    } else if (reader->has_result && tagged != reader->result && tagged != RESULT_NONE) {
        warn(reader, reader->read.line, "the tag Result is %s, but %s stands behind the moves",
             result_name(tagged), result_name(reader->result));
    }
    reader->read.pdn.result = reader->result != RESULT_NONE ? reader->result : tagged;
}

static void find_start(PdnReader *reader, Position *start) {
    const char *fen = pdn_tag(&reader->read.pdn, "FEN");
    Error warning, error;
    *start = position_start();
    if (fen == NULL || *fen == '\0') {
        return;
    }
    if (!fen_read(fen, start, &warning, &error)) {
        fault(reader, reader->read.line, 0, error.message);
    } else if (warning.code != ERROR_NONE) {
        warn(reader, reader->read.line, "%s", warning.message);
    }
}

// As kelso-match writes them into tags.
static Rules find_rules(const PdnReader *reader) {
    const char *set = pdn_tag(&reader->read.pdn, "Rules");
    const char *variant = pdn_tag(&reader->read.pdn, "Variant");
    Rules rules = {rule_set_default(), VARIANT_ENGLISH};
    if (set != NULL && rule_set_named(set) != NULL) {
        rules.set = rule_set_named(set);
    }
    if (variant != NULL) {
        variant_named(variant, &rules.variant);
    }
    return rules;
}

// false, with an error, if there is no memory.
static bool replay(PdnReader *reader, Error *error) {
    PdnRead *read = &reader->read;
    Position start;
    Error reason;
    int bad;
    find_start(reader, &start);
    game_destroy(&reader->game);
    if (!game_init(&reader->game, start, find_rules(reader), error)) {
        return false;
    }
    if (!reader->faulty &&
        !pdn_replay(&reader->game, reader->moves, read->plies, reader->paths, &bad, &reason)) {
        if (reason.code == ERROR_MEMORY) {
            *error = reason;
            return false;
        }
        fault(reader, reader->lines[bad], bad + 1, reason.message);
    }
    read->plies = reader->game.count - 1;
    read->pdn.game = &reader->game;
    read->pdn.preface = reader->preface;
    read->pdn.annotations = reader->annotations;
    read->pdn.comments = reader->comments;
    return true;
}

// ---- the reader

int64_t pdn_source_file(void *file, char *buffer, size_t size, Error *error) {
    size_t got = fread(buffer, 1, size, file);
    if (got == 0 && ferror((FILE *)file)) {
        error_set(error, ERROR_FILE, "cannot read: %s", strerror(errno));
        return -1;
    }
    return (int64_t)got;
}

PdnReader *pdn_reader_open(PdnSource *source, void *context, Error *error) {
    PdnReader *reader = malloc(sizeof *reader);
    if (reader == NULL) {
        error_set(error, ERROR_MEMORY, "no memory to read games");
        return NULL;
    }
    reader->game = (Game){0};
    pdn_reader_restart(reader, source, context);
    return reader;
}

void pdn_reader_restart(PdnReader *reader, PdnSource *source, void *context) {
    reader->read.number = 0;
    reader->said_cr_lf = reader->has_token = false;
    pdn_lexer_init(&reader->lexer, source, context);
}

void pdn_reader_close(PdnReader *reader) {
    if (reader != NULL) {
        game_destroy(&reader->game);
        free(reader);
    }
}

PdnStatus pdn_reader_next(PdnReader *reader, const PdnRead **read, Error *error) {
    bool found = collect(reader);
    if (reader->lexer.bytes.failed) {
        *error = reader->lexer.bytes.error;
        return PDN_FAILED;
    }
    if (!found) {
        return PDN_END;
    }
    check_tags(reader);
    decide_result(reader);
    if (reader->read.variations > 0) {
        warn(reader, reader->read.line, "variations passed over: %d", reader->read.variations);
    }
    warn_of_file(reader);
    if (!replay(reader, error)) {
        return PDN_FAILED;
    }
    *read = &reader->read;
    return reader->faulty ? PDN_BAD : PDN_GAME;
}
