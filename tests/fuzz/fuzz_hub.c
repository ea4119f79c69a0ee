// Lines of the Hub protocol. Whatever comes, every reply is a whole line of the protocol's grammar,
// a refused line gives nothing else, and a search that begins gives exactly one `done`.
#include "session.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "frontend/hub.h"
#include "notation/hub_text.h"

static Session session; // set up anew for each input

static void send(const char *line) {
    session_send(&session, line);
}

// The end of the session, numbers that would only cost time or memory, and files that are not ours.
static bool is_harmful(const char *line) {
    static const char *const words[] = {"quit", "terminate", "log-file", "tt-size"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(line, words[i]) != NULL) {
            return true;
        }
    }
    size_t digits = 0, most = 0;
    for (const char *c = line; *c != '\0'; c++) {
        digits = isdigit((unsigned char)*c) ? digits + 1 : 0;
        most = digits > most ? digits : most;
    }
    return strstr(line, "threads") != NULL && most > 1;
}

// Words of the reply that has begun: keys are plain, and no value holds what is written around one.
static void check_words(char *rest) {
    HubWord word;
    Error error;
    HubWordStatus status;
    while ((status = hub_next_word(&rest, &word, &error)) == HUB_WORD) {
        HOLDS(*word.key != '\0' && word.value != NULL);
        HOLDS(strpbrk(word.value, "\"=") == NULL);
    }
    HOLDS(status == HUB_WORDS_END);
}

static void check_replies(const char *line) {
    static const char *const names[] = {"id",   "param", "wait", "ready",
                                        "pong", "info",  "done", "error"};
    enum { INFO = 5, DONE, ERROR, NAMES };
    int count[NAMES] = {0};
    char *rest = session.text, *reply;
    HOLDS(session.size == 0 || session.text[session.size - 1] == '\n');
    HOLDS(memchr(session.text, '\0', session.size) == NULL);
    session.text[session.size > 0 ? session.size - 1 : 0] = '\0';
    while (session.size > 0 && (reply = strsep(&rest, "\n")) != NULL) {
        char *words = reply, *name = strsep(&words, " ");
        int kind = 0;
        while (kind < NAMES && strcmp(name, names[kind]) != 0) {
            kind++;
        }
        HOLDS(kind < NAMES);
        count[kind]++;
        if (words != NULL) {
            check_words(words);
        }
    }
    HOLDS(count[ERROR] + count[DONE] <= 1);
    HOLDS((count[INFO] > 0) == (count[DONE] > 0));
    HOLDS(count[DONE] == 0 || strstr(line, "go") != NULL);
}

static void set_up(void) {
    static const char *const lines[] = {
        "set-param name=threads value=1",      "set-param name=multi-pv value=1",
        "set-param name=rules value=wcdf",     "set-param name=variant value=english",
        "set-param name=contempt value=0",     "set-param name=move-overhead value=10",
        "set-param name=frame value=standard", "new-game"};
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
        session_init(&session, hub_create);
        send("set-param name=tt-size value=16");
    }
    set_up();
    for (int lines = 0; lines < 50 && (line = strsep(&rest, "\n")) != NULL; lines++) {
        if (!is_harmful(line)) {
            send(line);
            check_replies(line);
        }
    }
    free(text);
    return 0;
}
