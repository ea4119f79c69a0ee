#include "frontend/hub_out.h"

#include <inttypes.h>
#include <string.h>

#include "notation/hub_text.h"
#include "search/score.h"

// No value may hold quotes, and clients look for `=` without regard to them.
void hub_out_error_line(const char *message, char line[OUTPUT_LINE_MAX]) {
    char clean[ERROR_MESSAGE_MAX];
    snprintf(clean, sizeof clean, "%s", message);
    for (char *c = clean; *c != '\0'; c++) {
        *c = *c == '"' ? '\'' : *c == '=' ? ':' : *c;
    }
    snprintf(line, OUTPUT_LINE_MAX, "error message=\"%s\"", clean);
}

static void add_word(OutputText *text, const char *key, const char *value) {
    text->length = hub_add_word(text->bytes, sizeof text->bytes, text->length, key, value);
}

static void add_number(OutputText *text, const char *key, int64_t number) {
    output_add(text, " %s=%" PRId64, key, number);
}

void hub_out_param(Output *out, const OptionSpec *spec) {
    static const char *const types[] = {"int", "bool", "enum", "string", "bool"};
    OutputText text = {.length = 0}, choices = {.length = 0};
    output_add(&text, "param");
    add_word(&text, "name", spec->name);
    add_word(&text, "value", spec->initial);
    add_word(&text, "type", types[spec->type]);
    if (spec->type == OPTION_SPIN) {
        add_number(&text, "min", spec->min);
        add_number(&text, "max", spec->max);
    } else if (spec->type == OPTION_COMBO) {
        for (int i = 0; spec->choices[i] != NULL; i++) {
            output_add(&choices, i == 0 ? "%s" : " %s", spec->choices[i]);
        }
        add_word(&text, "values", choices.bytes);
    }
    output_line(out, "%s", text.bytes);
}

// In men; beyond 90 the game is won, and a known length of n plies is 100 - n / 100.
static double score_in_men(int score) {
    if (!score_is_known(score)) {
        return score / 100.0;
    }
    double men = 100 - score_plies(score) / 100.0;
    return score > 0 ? men : -men;
}

void hub_out_info(Output *out, const SearchInfo *info) {
    OutputText text = {.length = 0}, line = {.length = 0};
    double seconds = (double)info->time_us / 1e6;
    if (!info->has_score) {
        return; // there is no line for it
    }
    output_add(&text, "info depth=%d mean-depth=%.1f score=%.2f nodes=%" PRIu64 " time=%.3f",
               info->depth, info->mean_depth, score_in_men(info->score), info->nodes, seconds);
    output_add(&text, " nps=%.3f", info->time_us > 0 ? (double)info->nodes / seconds / 1e6 : 0);
    for (int i = 0; i < info->line_count; i++) {
        char move[HUB_MOVE_MAX];
        hub_move_write(info->line[i], move);
        output_add(&line, i == 0 ? "%s" : " %s", move);
    }
    if (info->line_count > 0) {
        add_word(&text, "pv", line.bytes);
    }
    if (info->multipv > 1) { // clients that never asked for more than one line never see it
        add_number(&text, "multi-pv", info->multipv);
    }
    output_line(out, "%s", text.bytes);
}

void hub_out_answer(Output *out, const SearchAnswer *answer) {
    OutputText text = {.length = 0};
    char move[HUB_MOVE_MAX] = "none";
    output_add(&text, "done");
    if (answer->count > 0) {
        hub_move_write(answer->moves[0], move);
    }
    add_word(&text, "move", move);
    if (answer->count > 1) {
        hub_move_write(answer->moves[1], move);
        add_word(&text, "ponder", move);
    }
    output_line(out, "%s", text.bytes);
}
