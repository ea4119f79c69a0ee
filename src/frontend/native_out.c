#include "frontend/native_out.h"

#include <inttypes.h>

#include "eval/chances.h"
#include "notation/movetext.h"
#include "search/score.h"

void native_out_error_line(const char *message, char line[OUTPUT_LINE_MAX]) {
    snprintf(line, OUTPUT_LINE_MAX, "info string error: %s", message);
}

void native_out_option(Output *out, const OptionSpec *spec) {
    static const char *const types[] = {"spin", "check", "combo", "string", "button"};
    char text[256];
    int length =
        snprintf(text, sizeof text, "option name %s type %s", spec->name, types[spec->type]);
    if (spec->type != OPTION_BUTTON) {
        length += snprintf(text + length, sizeof text - (size_t)length, " default %s",
                           *spec->initial == '\0' ? "<empty>" : spec->initial);
    }
    if (spec->type == OPTION_SPIN) {
        snprintf(text + length, sizeof text - (size_t)length, " min %" PRId64 " max %" PRId64,
                 spec->min, spec->max);
    }
    for (int i = 0; spec->type == OPTION_COMBO && spec->choices[i] != NULL; i++) {
        length +=
            snprintf(text + length, sizeof text - (size_t)length, " var %s", spec->choices[i]);
    }
    output_line(out, "%s", text);
}

static void add_score(OutputText *text, const SearchInfo *info, bool show_wdl) {
    if (score_is_known(info->score)) {
        output_add(text, " score %s %d", info->score > 0 ? "win" : "loss",
                   score_plies(info->score));
    } else {
        output_add(text, " score cp %d", info->score);
    }
    if (info->bound == BOUND_LOWER || info->bound == BOUND_UPPER) {
        output_add(text, info->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    }
    if (show_wdl) {
        Chances chances = chances_at(&chance_curve, info->score);
        output_add(text, " wdl %d %d %d", chances.win, chances.draw, chances.loss);
    }
}

static void add_line(OutputText *text, Position p, const Move *line, int count) {
    char move[MOVE_TEXT_MAX];
    for (int i = 0; i < count; i++) {
        move_write(p, line[i], move);
        output_add(text, "%s%s", i == 0 ? " pv " : " ", move);
        p = position_play(p, line[i]);
    }
}

void native_out_info(Output *out, const SearchInfo *info, bool show_wdl) {
    OutputText text = {.length = 0};
    double seconds = (double)info->time_us / 1e6;
    output_add(&text, "info");
    if (info->has_score) {
        output_add(&text, " depth %d seldepth %d multipv %d", info->depth, info->selective_depth,
                   info->multipv);
        add_score(&text, info, show_wdl);
    }
    output_add(&text, " nodes %" PRIu64 " nps %.0f hashfull %d tbhits %" PRIu64 " time %" PRId64,
               info->nodes, seconds > 0 ? (double)info->nodes / seconds : 0, info->hash_fill,
               info->table_hits, info->time_us / 1000);
    add_line(&text, info->position, info->line, info->line_count);
    output_line(out, "%s", text.bytes);
}

void native_out_answer(Output *out, const SearchAnswer *answer) {
    char best[MOVE_TEXT_MAX] = "none", ponder[MOVE_TEXT_MAX];
    Position p = answer->position;
    if (answer->count > 0) {
        move_write(p, answer->moves[0], best);
    }
    if (answer->count < 2) {
        output_line(out, "bestmove %s", best);
        return;
    }
    move_write(position_play(p, answer->moves[0]), answer->moves[1], ponder);
    output_line(out, "bestmove %s ponder %s", best, ponder);
}
