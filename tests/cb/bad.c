/*
 * A library with the CheckerBoard interface that plays badly: what getmove does is said by the
 * environment variable KELSO_BAD. Of the commands it knows `name` alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENTRY __attribute__((visibility("default")))

ENTRY int enginecommand(const char *command, char reply[1024]);
ENTRY int getmove(int board[8][8], int color, double maxtime, char str[1024], int *playnow,
                  int info, int moreinfo, void *move);

int enginecommand(const char *command, char reply[1024]) {
    int known = strcmp(command, "name") == 0;
    strcpy(reply, known ? "Bad \"and = worse\"" : "?");
    return known;
}

int getmove(int board[8][8], int color, double maxtime, char str[1024], int *playnow, int info,
            int moreinfo, void *move) {
    const char *bad = getenv("KELSO_BAD");
    (void)color, (void)maxtime, (void)playnow, (void)info, (void)moreinfo, (void)move;
    strcpy(str, "I am bad");
    printf("done move=11-15\n"); /* not for the match manager's ears */
    fflush(stdout);
    if (strcmp(bad, "crash") == 0) {
        abort();
    } else if (strcmp(bad, "exit") == 0) {
        exit(0);
    } else if (strcmp(bad, "hang") == 0) {
        for (;;) {
            pause();
        }
    } else if (strcmp(bad, "scribble") == 0) {
        memset(board, 0x77, 64 * sizeof(int));
    }
    return 3; /* the board as it was */
}
