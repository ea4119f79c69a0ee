// Arguments and wiring.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/program.h"
#include "base/text.h"
#include "engine/version.h"
#include "frontend/bench.h"
#include "frontend/front.h"
#include "frontend/play.h"
#include "frontend/solve.h"
#include "notation/fen.h"
#include "rules/perft.h"

#define USAGE                                                                                      \
    "kelso                          speaks the protocol on standard input and output\n"            \
    "kelso hub                      speaks Hub instead\n"                                          \
    "kelso play [OPTION ...]        a person plays at a terminal; kelso play --help\n"             \
    "kelso solve [OPTION ...] FILE  searches the positions of a file; kelso solve --help\n"        \
    "kelso bench [DEPTH]            searches fixed positions; ends with a signature\n"             \
    "kelso bench --depth-table      the depth reached in 1 s and 10 s\n"                           \
    "kelso bench --smp              two threads against one\n"                                     \
    "kelso perft [--merged] N [FEN] counts the leaves of the move tree\n"                          \
    "kelso --version                version, commit, compiler, SIMD path\n"                        \
    "kelso --help                   this list\n"                                                   \
    "protocol.md describes the protocol.\n"

static int wrong(const char *message) {
    fprintf(stderr, "kelso: %s (kelso --help lists the calls)\n", message);
    return 2;
}

static int finish(bool good, const Error *error) {
    if (!good) {
        fprintf(stderr, "kelso: %s\n", error->message);
    }
    return good ? 0 : 1;
}

static int run_bench(int count, char **arguments) {
    Error error;
    int depth = BENCH_DEPTH;
    if (count > 1) {
        return wrong("bench takes one argument at most");
    }
    if (count == 1 && strcmp(arguments[0], "--depth-table") == 0) {
        return finish(bench_depth_table(stdout, &error), &error);
    }
    if (count == 1 && strcmp(arguments[0], "--smp") == 0) {
        return finish(bench_smp(stdout, &error), &error);
    }
    if (count == 1 && !bench_read_depth(arguments[0], &depth, &error)) {
        return wrong(error.message);
    }
    uint64_t signature;
    bool good = bench_run(stdout, depth, NULL, &signature, &error);
    if (good) {
        printf("signature %" PRIu64 "\n", signature);
    }
    return finish(good, &error);
}

static int run_perft(int count, char **arguments) {
    Position p = position_start();
    Error warning, error;
    int64_t depth;
    bool merged = count > 0 && strcmp(arguments[0], "--merged") == 0;
    count -= merged;
    arguments += merged;
    if (count < 1 || count > 2 || text_to_int(arguments[0], 0, 40, &depth) != TEXT_NUMBER) {
        return wrong("perft needs a depth from 0 to 40 and, if wanted, a FEN in quotes");
    }
    if (count == 2 && !fen_read(arguments[1], &p, &warning, &error)) {
        return wrong(error.message);
    }
    int64_t start = clock_now_us();
    uint64_t leaves = merged ? perft_merged(p, (int)depth) : perft_paths(p, (int)depth);
    double seconds = (double)(clock_now_us() - start) / 1e6;
    printf("%" PRIu64 " leaves, %.3f s, %.1f M leaves/s\n", leaves, seconds,
           seconds > 0 ? (double)leaves / seconds / 1e6 : 0);
    return 0;
}

static int print_version(void) {
    printf("Kelso %s, commit %s, %s, SIMD %s\n", version_number(), version_commit(),
           version_compiler(), version_simd());
    return 0;
}

static int run(int count, char **arguments) {
    if (count == 0) {
        return front_run(STDIN_FILENO, stdout, false, isatty(STDIN_FILENO));
    }
    if (strcmp(arguments[0], "hub") == 0 && count == 1) {
        return front_run(STDIN_FILENO, stdout, true, false);
    }
    if (strcmp(arguments[0], "bench") == 0) {
        return run_bench(count - 1, arguments + 1);
    }
    if (strcmp(arguments[0], "perft") == 0) {
        return run_perft(count - 1, arguments + 1);
    }
    if (strcmp(arguments[0], "play") == 0) {
        return play_run(count - 1, arguments + 1, STDIN_FILENO, stdout);
    }
    if (strcmp(arguments[0], "solve") == 0) {
        return solve_run(count - 1, arguments + 1, stdout);
    }
    if (strcmp(arguments[0], "--version") == 0 && count == 1) {
        return print_version();
    }
    if (strcmp(arguments[0], "--help") == 0 && count == 1) {
        fputs(USAGE, stdout);
        return 0;
    }
    return wrong("unknown arguments");
}

int main(int count, char **arguments) {
    arguments = program_start(&count, arguments);
    if (arguments == NULL) {
        return wrong("no memory");
    }
    int status = run(count - 1, arguments + 1);
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == 0 && count > 1) {
        fputs("kelso: standard output cannot be written\n", stderr);
        return 1;
    }
    return status;
}
