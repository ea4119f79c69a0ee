/*
 * cb-gui LIBRARY: loads a CheckerBoard engine as a GUI does, and obeys lines:
 *
 *   load | unload             dlopen and dlclose, with what they say
 *   command TEXT              enginecommand: `RETURNED REPLY`
 *   getmove COLOR MAXTIME INFO MOREINFO PLAYNOW_MS CELL ... (64, board[0][0] board[0][1] ...)
 *                             `RESULT TEXTS MS` (texts: how often str changed; ms: how long it
 *                             took), the text, the board, the move's fields, a line each.
 *                             *playnow becomes 1 after PLAYNOW_MS; below 0: never
 *   during MS TEXT            while the next getmove runs, after so long, enginecommand(TEXT)
 *   both COUNT                so many threads at a time give commands and ask for moves
 *
 * It knows of the interface what its manual says, and shares no code with the library.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct coor {
    int x, y;
};

struct CBmove {
    int jumps;
    int newpiece, oldpiece;
    struct coor from, to;
    struct coor path[12];
    struct coor del[12];
    int delpiece[12];
};

typedef int GetMove(int board[8][8], int color, double maxtime, char str[1024], int *playnow,
                    int info, int moreinfo, struct CBmove *move);
typedef int EngineCommand(const char *command, char reply[1024]);

/* What a move that is being thought about shares with the watcher. */
typedef struct {
    char str[1024];
    _Atomic int playnow;
    atomic_bool done;
    long playnow_ms, during_ms;
    const char *during;
    char during_reply[1024];
    int during_known, texts;
} Watch;

static GetMove *getmove_entry;
static EngineCommand *enginecommand_entry;

static long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void copy_text(char copy[1024], const char *shown) {
    for (int i = 0; i < 1024; i++) {
        copy[i] = atomic_load_explicit((_Atomic char *)&shown[i], memory_order_relaxed);
    }
}

static void *watch_run(void *argument) {
    Watch *watch = argument;
    char last[1024], present[1024];
    long start = now_ms();
    const char *during = watch->during;
    copy_text(last, watch->str);
    while (!atomic_load(&watch->done)) {
        struct timespec pause = {.tv_nsec = 1000000};
        nanosleep(&pause, NULL);
        copy_text(present, watch->str);
        watch->texts += strcmp(last, present) != 0;
        strcpy(last, present);
        if (watch->playnow_ms >= 0 && now_ms() - start >= watch->playnow_ms) {
            atomic_store(&watch->playnow, 1);
        }
        if (during != NULL && now_ms() - start >= watch->during_ms) {
            watch->during_known = enginecommand_entry(during, watch->during_reply);
            during = NULL;
        }
    }
    return NULL;
}

static void show_squares(const char *name, const struct coor *squares, int count) {
    printf("%s", name);
    for (int i = 0; i < count; i++) {
        printf(" %d,%d", squares[i].x, squares[i].y);
    }
    putchar('\n');
}

static void show_move(const struct CBmove *move) {
    printf("jumps %d\nnewpiece %d\noldpiece %d\n", move->jumps, move->newpiece, move->oldpiece);
    show_squares("from", &move->from, 1);
    show_squares("to", &move->to, 1);
    show_squares("path", move->path, 12);
    show_squares("del", move->del, 12);
    printf("delpiece");
    for (int i = 0; i < 12; i++) {
        printf(" %d", move->delpiece[i]);
    }
    putchar('\n');
}

static void do_getmove(char *text, Watch *watch) {
    int board[8][8], color, info, moreinfo;
    double maxtime;
    struct CBmove move;
    pthread_t thread;
    memset(&move, 0x5a, sizeof move);
    color = (int)strtol(text, &text, 10);
    maxtime = strtod(text, &text);
    info = (int)strtol(text, &text, 10);
    moreinfo = (int)(unsigned)strtoul(text, &text, 10);
    watch->playnow_ms = strtol(text, &text, 10);
    for (int i = 0; i < 64; i++) {
        board[i / 8][i % 8] = (int)strtol(text, &text, 10);
    }
    strcpy(watch->str, "nothing yet");
    long start = now_ms();
    pthread_create(&thread, NULL, watch_run, watch);
    int result = getmove_entry(board, color, maxtime, watch->str, (int *)&watch->playnow, info,
                               moreinfo, &move);
    long took = now_ms() - start;
    atomic_store(&watch->done, true);
    pthread_join(thread, NULL);
    printf("%d %d %ld\n%s\n", result, watch->texts, took, watch->str);
    for (int i = 0; i < 64; i++) {
        printf("%s%d", i == 0 ? "" : " ", board[i / 8][i % 8]);
    }
    putchar('\n');
    show_move(&move);
    if (watch->during != NULL) {
        printf("%d %s\n", watch->during_known, watch->during_reply);
    }
}

static void start_board(int board[8][8]) {
    memset(board, 0, 64 * sizeof(int));
    for (int y = 0; y < 8; y++) {
        for (int x = y % 2; x < 8; x += 2) {
            board[x][y] = y < 3 ? 6 : y > 4 ? 5 : 0;
        }
    }
}

/* One of several callers; *failures counts what is not as it must be. */
static void *caller_run(void *failures) {
    static const char *const commands[] = {"name", "get hashsize", "set hashsize 2",
                                           "set gamehist B:W21-32:B1-12 11-15", "bad"};
    for (int i = 0; i < 10; i++) {
        char reply[1024] = "", str[1024] = "";
        int board[8][8], playnow = 0;
        struct CBmove move;
        for (int j = 0; j < 5; j++) {
            if (enginecommand_entry(commands[j], reply) != (j < 4) || reply[0] == '\0') {
                atomic_fetch_add((atomic_int *)failures, 1);
            }
        }
        start_board(board);
        getmove_entry(board, 2, 0.005, str, &playnow, 0, 0, &move);
        if (move.oldpiece != 6 || board[move.from.x][move.from.y] != 0) {
            atomic_fetch_add((atomic_int *)failures, 1);
        }
    }
    return NULL;
}

static void do_both(int count) {
    pthread_t threads[16];
    atomic_int failures = 0;
    count = count > 16 ? 16 : count;
    for (int i = 0; i < count; i++) {
        pthread_create(&threads[i], NULL, caller_run, &failures);
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
    printf("%d failures\n", atomic_load(&failures));
}

static void *do_load(const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        printf("%s\n", dlerror());
        exit(1);
    }
    *(void **)&getmove_entry = dlsym(handle, "getmove");
    *(void **)&enginecommand_entry = dlsym(handle, "enginecommand");
    puts(getmove_entry != NULL && enginecommand_entry != NULL ? "loaded" : "entries are missing");
    return handle;
}

int main(int count, char **arguments) {
    static char line[100000], during[2000];
    void *handle = NULL;
    long during_ms = -1;
    if (count != 2) {
        fputs("cb-gui LIBRARY\n", stderr);
        return 2;
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *rest = line + strcspn(line, " ");
        rest += *rest == ' ';
        if (strcmp(line, "load") == 0) {
            handle = do_load(arguments[1]);
        } else if (strcmp(line, "unload") == 0) {
            printf("%d\n", dlclose(handle));
        } else if (strncmp(line, "command ", 8) == 0) {
            char reply[1024] = "no reply";
            int known = enginecommand_entry(rest, reply);
            printf("%d %s\n", known, reply);
        } else if (strncmp(line, "getmove ", 8) == 0) {
            Watch watch = {.during_ms = during_ms, .during = during_ms >= 0 ? during : NULL};
            do_getmove(rest, &watch);
            during_ms = -1;
        } else if (strncmp(line, "during ", 7) == 0) {
            during_ms = strtol(rest, &rest, 10);
            snprintf(during, sizeof during, "%s", rest + 1);
        } else if (strncmp(line, "both ", 5) == 0) {
            do_both(atoi(rest));
        }
        fflush(stdout);
    }
    return 0;
}
