/*
 * oracle-player [DEPTH [SEED [GAMES]]]: a plain opponent for the match manager and for tests.
 *
 * It speaks the part of the native protocol that a match needs (uci, isready, ucinewgame,
 * setoption, position, go, stop, quit) and plays a fixed-depth alpha-beta of DEPTH plies
 * (default 6) on the oracle's moves. Evaluation is material alone: man 100, king 140; captures
 * are followed until the position is quiet. It ignores the clock and every limit. Among root
 * moves of equal value it chooses by a generator seeded with the position and SEED (default 0):
 * the same position, depth and seed always give the same move. With GAMES it ends, like one that
 * crashed, at its first move in the game of this number.
 */
#include "oracle.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    DEFAULT_DEPTH = 6,
    MAX_DEPTH = 20,
    MAN_VALUE = 100,
    KING_VALUE = 140,
    WIN_VALUE = 30000, /* less one for each ply to the end of the game */
    INFINITE = 32000
};

typedef struct Player {
    int depth;
    uint64_t seed;
    OracleBoard board;
    uint64_t nodes;                      /* of the present search */
    unsigned long long games, last_game; /* begun; 0: it plays on */
} Player;

/* ---- Search --------------------------------------------------------------------------------- */

/* Material, from the side to move. */
static int evaluate(const OracleBoard *board) {
    int black = 0;
    for (int square = 1; square <= 32; square++) {
        switch (oracle_at(board, square)) {
        case 'b':
            black += MAN_VALUE;
            break;
        case 'B':
            black += KING_VALUE;
            break;
        case 'w':
            black -= MAN_VALUE;
            break;
        case 'W':
            black -= KING_VALUE;
            break;
        default:
            break;
        }
    }
    return board->side == ORACLE_BLACK ? black : -black;
}

/* The value for the side to move; exact when it lies between alpha and beta. */
static int search(Player *player, const OracleBoard *board, int depth, int ply, int alpha,
                  int beta) {
    OracleMoves moves;
    oracle_generate(board, &moves);
    player->nodes++;
    if (moves.count == 0) {
        return ply - WIN_VALUE;
    }
    if (depth <= 0 && moves.move[0].captured == 0) {
        return evaluate(board);
    }
    int best = -INFINITE;
    for (int i = 0; i < moves.count && alpha < beta; i++) {
        OracleBoard next = oracle_play(board, &moves.move[i]);
        int value = -search(player, &next, depth - 1, ply + 1, -beta, -alpha);
        best = value > best ? value : best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

/* FNV-1a over the board and the side, mixed with the seed. */
static uint64_t position_hash(const OracleBoard *board, uint64_t seed) {
    uint64_t hash = 14695981039346656037u ^ seed;
    for (int square = 1; square <= 32; square++) {
        hash = (hash ^ (unsigned char)oracle_at(board, square)) * 1099511628211u;
    }
    return (hash ^ (uint64_t)board->side) * 1099511628211u;
}

/* One number of the splitmix64 generator. */
static uint64_t scramble(uint64_t state) {
    state += 0x9e3779b97f4a7c15u;
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
    return state ^ (state >> 31);
}

/* Puts the move to play in *chosen and its value in *value; false when there is none. */
static bool choose_move(Player *player, OracleMove *chosen, int *value) {
    OracleMoves moves;
    int equal[ORACLE_MAX_MOVES]; /* the moves of the best value */
    int equal_count = 0;
    int best = -INFINITE;
    oracle_generate(&player->board, &moves);
    player->nodes = 1;
    for (int i = 0; i < moves.count; i++) {
        OracleBoard next = oracle_play(&player->board, &moves.move[i]);
        /* The window reaches one below the best, so that an equal value comes back exact. */
        int found = -search(player, &next, player->depth - 1, 1, -INFINITE, 1 - best);
        if (found > best) {
            best = found;
            equal_count = 0;
        }
        if (found == best) {
            equal[equal_count++] = i;
        }
    }
    if (equal_count == 0) {
        return false;
    }
    uint64_t number = scramble(position_hash(&player->board, player->seed));
    *chosen = moves.move[equal[number % (uint64_t)equal_count]];
    *value = best;
    return true;
}

/* ---- Protocol ------------------------------------------------------------------------------- */

static double now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void answer_go(Player *player) {
    OracleMove move;
    int value;
    double start_ms = now_ms();
    if (!choose_move(player, &move, &value)) {
        printf("bestmove none\n");
        return;
    }
    char text[ORACLE_TEXT_SIZE];
    oracle_move_text(&move, text);
    printf("info depth %d score cp %d nodes %llu time %.0f pv %s\n", player->depth, value,
           (unsigned long long)player->nodes, now_ms() - start_ms, text);
    printf("bestmove %s\n", text);
}

/* Reads the words behind "position"; on any error says so and keeps the board as it was. */
static void set_position(Player *player, char **rest) {
    OracleBoard board = oracle_start();
    const char *blank = " \t\r\n";
    const char *word = strtok_r(NULL, blank, rest);
    if (word != NULL && strcmp(word, "fen") == 0) {
        word = strtok_r(NULL, blank, rest);
        if (word == NULL || !oracle_read_fen(&board, word)) {
            printf("info string error: bad FEN %s\n", word == NULL ? "(none)" : word);
            return;
        }
    } else if (word == NULL || strcmp(word, "startpos") != 0) {
        printf("info string error: position needs startpos or fen\n");
        return;
    }
    word = strtok_r(NULL, blank, rest);
    if (word != NULL && strcmp(word, "moves") != 0) {
        printf("info string error: expected moves, not %s\n", word);
        return;
    }
    while (word != NULL && (word = strtok_r(NULL, blank, rest)) != NULL) {
        OracleMove move;
        if (!oracle_find_move(&board, word, &move)) {
            printf("info string error: illegal move %s\n", word);
            return;
        }
        board = oracle_play(&board, &move);
    }
    player->board = board;
}

/* Answers one line; false when it is the last one. */
static bool answer(Player *player, char *line) {
    char *rest;
    const char *word = strtok_r(line, " \t\r\n", &rest);
    if (word == NULL) {
        return true;
    }
    if (strcmp(word, "quit") == 0) {
        return false;
    }
    if (strcmp(word, "uci") == 0) {
        printf("id name OraclePlayer\nid author Kelso\nuciok\n");
    } else if (strcmp(word, "isready") == 0) {
        printf("readyok\n");
    } else if (strcmp(word, "ucinewgame") == 0) {
        player->board = oracle_start();
        player->games++;
    } else if (strcmp(word, "position") == 0) {
        set_position(player, &rest);
    } else if (strcmp(word, "go") == 0) {
        if (player->last_game > 0 && player->games >= player->last_game) {
            return false;
        }
        answer_go(player);
    } else if (strcmp(word, "setoption") != 0 && strcmp(word, "stop") != 0) {
        /* Options are ignored, and a stop finds no search running: both are silent. */
        printf("info string unknown command %s\n", word);
    }
    return true;
}

static bool read_number(const char *text, unsigned long long *number) {
    char *end;
    if (*text < '0' || *text > '9') {
        return false;
    }
    errno = 0;
    *number = strtoull(text, &end, 10);
    return *end == '\0' && errno == 0;
}

int main(int argc, char **argv) {
    unsigned long long depth = DEFAULT_DEPTH;
    unsigned long long seed = 0;
    unsigned long long games = 0;
    if (argc > 4 || (argc > 3 && !read_number(argv[3], &games)) ||
        (argc > 1 && !read_number(argv[1], &depth)) || depth < 1 || depth > MAX_DEPTH ||
        (argc > 2 && !read_number(argv[2], &seed))) {
        fprintf(stderr, "usage: oracle-player [DEPTH 1-%d [SEED [GAMES]]]\n", MAX_DEPTH);
        return 2;
    }
    Player player = {
        .depth = (int)depth, .seed = seed, .last_game = games, .board = oracle_start()};
    char *line = NULL;
    size_t size = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (ferror(stdout) == 0 && getline(&line, &size, stdin) >= 0 && answer(&player, line)) {
    }
    free(line);
    return 0;
}
