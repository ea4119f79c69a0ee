// First line: a FEN; the rest: a move text. It is refused with a reason, or names a legal path that
// is written and read back as the same. All moves of the position are written and read back too.
#include "fuzz.h"

#include <string.h>

#include "notation/fen.h"
#include "notation/movetext.h"

static void check_path(Position p, const MovePath *path) {
    char text[MOVE_TEXT_MAX];
    Move move;
    MovePath again;
    Error error;
    HOLDS(moves_contain(p, path->move));
    move_path_write(path, text);
    HOLDS(strlen(text) < MOVE_TEXT_MAX - 1);
    HOLDS(move_read(p, text, &move, &again, &error));
    HOLDS(move_equal(move, path->move));
    HOLDS(again.count == path->count);
    HOLDS(memcmp(again.squares, path->squares, (size_t)path->count) == 0);
}

static void check_all_moves(Position p) {
    MovePathList paths;
    MoveList moves;
    moves_generate_paths(p, &paths);
    HOLDS(paths.count == moves_count_paths(p));
    for (int i = 0; i < paths.count; i++) {
        Error error;
        check_path(p, &paths.paths[i]);
        HOLDS(position_check(position_play(p, paths.paths[i].move), &error) ||
              p.pieces[side_other((Side)p.side)] == paths.paths[i].move.captured);
    }
    moves_generate(p, &moves);
    for (int i = 0; i < moves.count; i++) {
        char text[MOVE_TEXT_MAX];
        Move again;
        Error error;
        move_write(p, moves.moves[i], text);
        HOLDS(move_read(p, text, &again, NULL, &error));
        HOLDS(move_equal(again, moves.moves[i]));
    }
}

static void check_text(Position p, const char *text) {
    Move move = {0}, before = move;
    MovePath path;
    Error error = {.code = ERROR_NONE};
    if (move_read(p, text, &move, &path, &error)) {
        HOLDS(move_equal(move, path.move));
        check_path(p, &path);
    } else {
        HOLDS(error.code == ERROR_INPUT && error.message[0] != '\0');
        HOLDS(strpbrk(error.message, "\n\r\t") == NULL);
        HOLDS(move_equal(move, before));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1), *line_end;
    Position position;
    Error warning, error;
    memcpy(text, data, size);
    text[size] = '\0';
    line_end = strchr(text, '\n');
    if (line_end != NULL) {
        *line_end = '\0';
        if (fen_read(text, &position, &warning, &error)) {
            check_all_moves(position);
            check_text(position, line_end + 1);
        }
    }
    free(text);
    return 0;
}
