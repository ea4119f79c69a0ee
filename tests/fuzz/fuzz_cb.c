// The CheckerBoard interface: lines of commands, behind them a board of 64 bytes. Whatever comes,
// every reply fits, what is not known is answered by "?", and a move leads to the board it leaves.
#include "fuzz.h"

#include <string.h>

#include "frontend/cb_commands.h"

// Files that are not ours, and numbers that would only cost time or memory.
static bool is_harmful(const char *line) {
    static const char *const words[] = {"path", "file", "hashsize", "dbmbytes", "searchthreads"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(line, words[i]) != NULL && strstr(line, "set") != NULL) {
            return true;
        }
    }
    return false;
}

static void command(CbSession *session, const char *line) {
    char *text = strdup(line), reply[CB_TEXT_MAX];
    memset(reply, 0x5A, sizeof reply);
    bool known = cb_command(session, text, reply);
    HOLDS(memchr(reply, '\0', CB_REPLY_MAX) != NULL);
    HOLDS(known || strcmp(reply, "?") == 0);
    free(text);
}

static void move(CbSession *session, const uint8_t *bytes, int color) {
    int board[8][8], before[8][8];
    SearchLimits limits = search_limits_none();
    Position p, next;
    CbMove cb = {0};
    Error error;
    limits.depth = 1;
    for (int i = 0; i < 64; i++) {
        board[i / 8][i % 8] = before[i / 8][i % 8] = (int8_t)bytes[i];
    }
    bool good = cb_board_read(before, color, &p, &error);
    HOLDS(cb_session_begin(session, board, color, limits, false, &error) == good);
    if (!good) {
        HOLDS(memcmp(board, before, sizeof board) == 0);
        return;
    }
    cb_session_stop(session);
    CbResult result = cb_session_end(session, board, &cb);
    HOLDS((result == CB_LOSS) == !moves_exist(p));
    if (result != CB_LOSS) {
        HOLDS(cb_board_read(board, cb_color(side_other((Side)p.side)), &next, &error));
        HOLDS(board[cb.to.x][cb.to.y] == cb.newpiece);
        HOLDS(before[cb.from.x][cb.from.y] == cb.oldpiece);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static CbSession *session;
    Error error;
    size_t board = size > 65 ? 65 : 0, rest = size - board;
    char *text = malloc(rest + 1), *at = text, *line;
    memcpy(text, data, rest);
    text[rest] = '\0';
    if (session == NULL) {
        session = cb_session_create(&error);
        HOLDS(session != NULL);
        command(session, "set hashsize 1");
        command(session, "set enable_wld 0");
    }
    for (int lines = 0; lines < 20 && (line = strsep(&at, "\n")) != NULL; lines++) {
        if (!is_harmful(line)) {
            command(session, line);
        }
    }
    if (board > 0) {
        move(session, data + rest + 1, data[rest] % 4);
    }
    free(text);
    return 0;
}
