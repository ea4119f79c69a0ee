// Lines of the native protocol. Whatever comes, every reply is whole lines of plain text, a refused
// line leaves the position as it was, and a search that begins gives exactly one bestmove.
#include "session.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "frontend/native.h"

static Session session; // set up anew for each input

static void send(const char *line) {
    session_send(&session, line);
}

// The end of the session, which would cost a new one.
static bool is_quit(const char *line) {
    const char *word = line + strspn(line, " \t\r\v\f");
    return strncmp(word, "quit", 4) == 0 && word[4 + strspn(word + 4, " \t\r\v\f")] == '\0';
}

// Numbers that would only cost time or memory, and files that are not ours.
static bool is_harmful(const char *line) {
    char lower[4096];
    size_t length = 0, digits = 0, most = 0;
    for (; line[length] != '\0' && length + 1 < sizeof lower; length++) {
        lower[length] = (char)tolower((unsigned char)line[length]);
        digits = isdigit((unsigned char)line[length]) ? digits + 1 : 0;
        most = digits > most ? digits : most;
    }
    lower[length] = '\0';
    return strstr(lower, "logfile") != NULL || strstr(lower, "bench") != NULL ||
           (strstr(lower, "perft") != NULL && strpbrk(lower, "456789") != NULL) ||
           (strstr(lower, "perft") != NULL && most > 1) ||
           (strstr(lower, "hash") != NULL && most > 1) ||
           (strstr(lower, "threads") != NULL && most > 1);
}

static int count_lines(const char *begin) {
    int count = 0;
    for (const char *at = session.text; at < session.text + session.size; at++) {
        bool starts = at == session.text || at[-1] == '\n';
        count += starts && strncmp(at, begin, strlen(begin)) == 0;
    }
    return count;
}

static void check_replies(void) {
    HOLDS(session.size == 0 || session.text[session.size - 1] == '\n');
    HOLDS(memchr(session.text, '\0', session.size) == NULL);
    for (size_t i = 0; i < session.size; i++) {
        HOLDS(session.text[i] == '\n' || !iscntrl((unsigned char)session.text[i]));
    }
}

// The board as `d` shows it, to be freed.
static char *board(void) {
    send("d");
    return strndup(session.text, session.size);
}

static void check_line(const char *line) {
    char *before = board();
    send(line);
    check_replies();
    int errors = count_lines("info string error: "), answers = count_lines("bestmove ");
    HOLDS(errors <= 1 && answers <= 1);
    HOLDS(errors + answers <= 1);
    HOLDS((count_lines("info depth") > 0) == (answers > 0));
    if (errors > 0) {
        char *after = board();
        HOLDS(strcmp(before, after) == 0);
        free(after);
    }
    free(before);
}

static void set_up(void) {
    static const char *const lines[] = {"setoption name Hash value 1",
                                        "setoption name Threads value 1",
                                        "setoption name MultiPV value 1",
                                        "setoption name Rules value wcdf",
                                        "setoption name Variant value english",
                                        "setoption name Contempt value 0",
                                        "setoption name UCI_ShowWDL value false",
                                        "setoption name MoveOverhead value 10",
                                        "ucinewgame"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        send(lines[i]);
        HOLDS(session.size == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1), *rest = text, *line;
    memcpy(text, data, size);
    text[size] = '\0';
    if (session.front == NULL) {
        session_init(&session, native_create);
    }
    set_up();
    for (int lines = 0; lines < 50 && (line = strsep(&rest, "\n")) != NULL; lines++) {
        if (!is_quit(line) && !is_harmful(line)) {
            check_line(line);
        }
    }
    free(text);
    return 0;
}
