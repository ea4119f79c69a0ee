#include "frontend/solve_report.h"

#include <inttypes.h>

#include "notation/fen.h"
#include "notation/movetext.h"

static void write_score(FILE *out, int score) {
    if (score_is_known(score)) {
        fprintf(out, "%s %d", score > 0 ? "win" : "loss", score_plies(score));
    } else {
        fprintf(out, "cp %d", score);
    }
}

static void write_line(FILE *out, Position p, const Solution *solution) {
    for (int i = 0; i < solution->line_count; i++) {
        char text[MOVE_TEXT_MAX];
        move_write(p, solution->line[i], text);
        fprintf(out, "%s%s", i > 0 ? " " : "", text);
        p = position_play(p, solution->line[i]);
    }
}

static void write_json_text(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            fprintf(out, "\\%c", c);
        } else if (c < ' ') {
            fprintf(out, "\\u%04x", c);
        } else {
            fputc(c, out);
        }
    }
    fputc('"', out);
}

static void best_move(const Problem *problem, const Solution *solution, char text[MOVE_TEXT_MAX]) {
    snprintf(text, MOVE_TEXT_MAX, "none");
    if (solution->has_move) {
        move_write(problem->position, solution->move, text);
    }
}

static void write_json(FILE *out, int number, const Problem *problem, const Solution *solution) {
    char fen[FEN_MAX], best[MOVE_TEXT_MAX];
    fen_write(problem->position, fen);
    best_move(problem, solution, best);
    fprintf(out, "{\"type\":\"position\",\"number\":%d,\"id\":", number);
    write_json_text(out, problem->id);
    fprintf(out, ",\"fen\":\"%s\",\"solved\":%s,\"move\":\"%s\",\"score\":\"", fen,
            !problem_is_judged(problem) ? "null"
            : solution->solved          ? "true"
                                        : "false",
            best);
    write_score(out, solution->score);
    fprintf(out, "\",\"depth\":%d,\"nodes\":%" PRIu64 ",\"ms\":%" PRId64, solution->depth,
            solution->nodes, solution->ms);
    if (problem_is_judged(problem) && solution->solved && solution->since_ms >= 0) {
        fprintf(out, ",\"solved_ms\":%" PRId64 ",\"solved_nodes\":%" PRIu64, solution->since_ms,
                solution->since_nodes);
    }
    fputs(",\"pv\":\"", out);
    write_line(out, problem->position, solution);
    fputs("\"}\n", out);
}

void solve_report_position(FILE *out, bool json, int number, const Problem *problem,
                           const Solution *solution) {
    char best[MOVE_TEXT_MAX];
    if (json) {
        write_json(out, number, problem, solution);
        return;
    }
    best_move(problem, solution, best);
    fprintf(out, "%d %s%s%s ", number, problem->id, *problem->id != '\0' ? " " : "",
            !problem_is_judged(problem) ? "-"
            : solution->solved          ? "solved"
                                        : "failed");
    if (problem_is_judged(problem) && solution->solved && solution->since_ms >= 0) {
        fprintf(out, "since %" PRId64 " ms %" PRIu64 " nodes ", solution->since_ms,
                solution->since_nodes);
    }
    fprintf(out, "move %s score ", best);
    write_score(out, solution->score);
    fprintf(out, " depth %d nodes %" PRIu64 " ms %" PRId64 " pv ", solution->depth, solution->nodes,
            solution->ms);
    write_line(out, problem->position, solution);
    fputc('\n', out);
}

void solve_report_sums(FILE *out, bool json, const SolveSums *sums) {
    double nps = sums->seconds > 0 ? (double)sums->nodes / sums->seconds : 0;
    fprintf(out,
            json ? "{\"type\":\"summary\",\"positions\":%d,\"judged\":%d,\"solved\":%d,"
                   "\"nodes\":%" PRIu64 ",\"seconds\":%.3f,\"nps\":%.0f}\n"
                 : "%d positions, %d judged, %d solved, %" PRIu64 " nodes, %.3f s, %.0f nodes/s\n",
            sums->positions, sums->judged, sums->solved, sums->nodes, sums->seconds, nps);
}
