#include "notation/pdn.h"

#include <string.h>

#include "base/text.h"
#include "notation/fen.h"
#include "notation/movetext.h"

#define LINE_WIDTH 90

static void write_tag(FILE *file, const char *name, const char *value) {
    fprintf(file, "[%s \"", name);
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\') {
            fputc('\\', file);
        }
        fputc(*value, file);
    }
    fputs("\"]\n", file);
}

static bool has_tag(const PdnGame *game, const char *name) {
    for (int i = 0; i < game->tag_count; i++) {
        if (text_equal_nocase(game->tags[i].name, name)) {
            return true;
        }
    }
    return false;
}

static void write_tags(FILE *file, const PdnGame *game) {
    Position start = game->game->plies[0].position;
    for (int i = 0; i < game->tag_count; i++) {
        write_tag(file, game->tags[i].name, game->tags[i].value);
    }
    if (!has_tag(game, "Result")) {
        write_tag(file, "Result", result_name(game->result));
    }
    if (!has_tag(game, "GameType")) {
        write_tag(file, "GameType", "21");
    }
    if (!position_equal(start, position_start()) && !has_tag(game, "FEN")) {
        char fen[FEN_MAX];
        fen_write(start, fen);
        write_tag(file, "SetUp", "1");
        write_tag(file, "FEN", fen);
    }
    fputc('\n', file);
}

// Goes on to a word of this length, on a new line where that keeps lines short: *column is where
// the line stands. A line does not begin with what looks like a tag.
static void begin_word(FILE *file, const char *word, int length, int *column) {
    if (*column > 0) {
        bool wrap = *column + 1 + length > LINE_WIDTH && *word != '[';
        fputc(wrap ? '\n' : ' ', file);
        *column = wrap ? 0 : *column + 1;
    }
    *column += length;
}

static void write_word(FILE *file, const char *word, int *column) {
    begin_word(file, word, (int)strlen(word), column);
    fputs(word, file);
}

// Of any length; lines break between its words.
static void write_comment(FILE *file, const char *comment, int *column) {
    const char *brace = "{";
    for (bool last = false; !last; brace = "") {
        comment += strspn(comment, " ");
        int length = (int)strcspn(comment, " ");
        last = comment[length + (int)strspn(comment + length, " ")] == '\0';
        begin_word(file, *brace != '\0' ? brace : comment, (int)strlen(brace) + length + last,
                   column);
        fprintf(file, "%s%.*s%s", brace, length, comment, last ? "}" : "");
        comment += length;
    }
}

static void write_move(FILE *file, const PdnGame *game, int index, int *column) {
    const GamePly *before = &game->game->plies[index];
    Side first = (Side)game->game->plies[0].position.side;
    int half = index + (first == WHITE); // half moves since Black's first
    char text[MOVE_TEXT_MAX], number[32];
    if (before->position.side == BLACK) {
        snprintf(number, sizeof number, "%d.", half / 2 + 1);
        write_word(file, number, column);
    } else if (index == 0) {
        snprintf(number, sizeof number, "%d...", half / 2 + 1);
        write_word(file, number, column);
    }
    if (game->paths != NULL) {
        move_path_write(&game->paths[index], text);
    } else {
        move_write(before->position, before[1].move, text);
    }
    write_word(file, text, column);
    if (game->annotations != NULL && game->annotations[index] != NULL) {
        write_word(file, game->annotations[index], column);
    }
    if (game->comments != NULL && game->comments[index] != NULL) {
        write_comment(file, game->comments[index], column);
    }
}

bool pdn_write(FILE *file, const PdnGame *game, Error *error) {
    int column = 0;
    write_tags(file, game);
    if (game->preface != NULL) {
        write_comment(file, game->preface, &column);
    }
    for (int i = 0; i + 1 < game->game->count; i++) {
        write_move(file, game, i, &column);
    }
    write_word(file, result_name(game->result), &column);
    fputs("\n\n", file);
    return !ferror(file) || error_set(error, ERROR_FILE, "cannot write the game record");
}
