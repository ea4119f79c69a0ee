#include "common/engine_info.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

// ---- info

void search_info_clear(SearchInfo *info) {
    *info = (SearchInfo){SCORE_NONE, 0, -1, -1, -1};
}

static bool read_number(char **rest, int64_t *number) {
    char *word = text_next_word(rest);
    return word != NULL && text_to_int(word, INT64_MIN, INT64_MAX, number) == TEXT_NUMBER;
}

static void read_score(SearchInfo *info, char **rest) {
    static const struct {
        const char *name;
        ScoreKind kind;
    } kinds[] = {{"cp", SCORE_CP}, {"win", SCORE_WIN}, {"loss", SCORE_LOSS}};
    const char *word = text_next_word(rest);
    for (size_t i = 0; word != NULL && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(word, kinds[i].name) == 0 && read_number(rest, &info->score)) {
            info->score_kind = kinds[i].kind;
        }
    }
}

void search_info_read(SearchInfo *info, char *text) {
    SearchInfo read;
    int64_t line = 1;
    char *rest = text, *word;
    search_info_clear(&read);
    while ((word = text_next_word(&rest)) != NULL) {
        if (strcmp(word, "pv") == 0 || strcmp(word, "string") == 0) {
            break;
        }
        if (strcmp(word, "depth") == 0) {
            read_number(&rest, &read.depth);
        } else if (strcmp(word, "nodes") == 0) {
            read_number(&rest, &read.nodes);
        } else if (strcmp(word, "time") == 0) {
            read_number(&rest, &read.time_ms);
        } else if (strcmp(word, "multipv") == 0) {
            read_number(&rest, &line);
        } else if (strcmp(word, "score") == 0) {
            read_score(&read, &rest);
        }
    }
    if (read.score_kind != SCORE_NONE && line == 1) {
        *info = read;
    }
}

void search_info_text(const SearchInfo *info, char text[SEARCH_INFO_TEXT_MAX]) {
    text[0] = '\0';
    int length = 0;
    switch (info->score_kind) {
    case SCORE_NONE:
        return;
    case SCORE_CP:
        length = snprintf(text, SEARCH_INFO_TEXT_MAX, "%+.2f", (double)info->score / 100);
        break;
    case SCORE_WIN:
        length = snprintf(text, SEARCH_INFO_TEXT_MAX, "+W%" PRId64, info->score);
        break;
    case SCORE_LOSS:
        length = snprintf(text, SEARCH_INFO_TEXT_MAX, "-L%" PRId64, info->score);
        break;
    }
    if (info->depth >= 0) {
        snprintf(text + length, (size_t)(SEARCH_INFO_TEXT_MAX - length), "/%" PRId64, info->depth);
    }
}

// ---- option

static bool is_keyword(const char *word) {
    static const char *const words[] = {"type", "default", "min", "max", "var"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

// Appends to a growing text; NULL is the empty one.
static void append(char **text, const char *more) {
    size_t length = *text == NULL ? 0 : strlen(*text);
    char *longer = realloc(*text, length + strlen(more) + 1);
    if (longer != NULL) {
        strcpy(longer + length, more);
        *text = longer;
    }
}

// Names and values may hold blanks: all words up to the next keyword, one blank between them. *word
// is then that keyword, or NULL.
static void append_words(char **text, char **word, char **rest) {
    const char *separator = "";
    while ((*word = text_next_word(rest)) != NULL && !is_keyword(*word)) {
        append(text, separator);
        append(text, *word);
        separator = " ";
    }
}

static OptionType type_named(const char *name) {
    static const char *const names[] = {"string", "spin", "check", "combo", "button"};
    for (size_t i = 0; name != NULL && i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            return (OptionType)i;
        }
    }
    return OPTION_STRING; // takes anything
}

bool engine_option_read(EngineOption *option, char *text) {
    char *rest = text, *word = text_next_word(&rest);
    *option = (EngineOption){.min = INT64_MIN, .max = INT64_MAX};
    if (word == NULL || strcmp(word, "name") != 0) {
        return false;
    }
    append_words(&option->name, &word, &rest);
    while (word != NULL) {
        char *ignored = NULL;
        if (strcmp(word, "type") == 0) {
            option->type = type_named(text_next_word(&rest));
            word = text_next_word(&rest);
        } else if (strcmp(word, "min") == 0) {
            read_number(&rest, &option->min);
            word = text_next_word(&rest);
        } else if (strcmp(word, "max") == 0) {
            read_number(&rest, &option->max);
            word = text_next_word(&rest);
        } else if (strcmp(word, "var") == 0) {
            append(&option->values, "\n");
            append_words(&option->values, &word, &rest);
            append(&option->values, "\n");
        } else {
            append_words(&ignored, &word, &rest); // the default, or an unknown word
            free(ignored);
        }
    }
    return option->name != NULL;
}

void engine_option_destroy(EngineOption *option) {
    free(option->name);
    free(option->values);
    *option = (EngineOption){0};
}

// Case does not matter in values, as in names.
static bool combo_has(const char *values, const char *value) {
    size_t length = strlen(value);
    for (const char *at = values; at != NULL && (at = strchr(at, '\n')) != NULL; at++) {
        if (strncasecmp(at + 1, value, length) == 0 && at[1 + length] == '\n') {
            return true;
        }
    }
    return false;
}

bool engine_option_takes(const EngineOption *option, const char *value, Error *error) {
    int64_t number;
    if (option->type == OPTION_BUTTON) {
        return value == NULL ||
               error_set(error, ERROR_INPUT, "option %s takes no value", option->name);
    }
    if (value == NULL) {
        return error_set(error, ERROR_INPUT, "option %s needs a value", option->name);
    }
    if (option->type == OPTION_SPIN &&
        text_to_int(value, option->min, option->max, &number) != TEXT_NUMBER) {
        return error_set(error, ERROR_INPUT,
                         "option %s takes a number from %" PRId64 " to %" PRId64 ", not '%s'",
                         option->name, option->min, option->max, value);
    }
    if (option->type == OPTION_CHECK && !text_equal_nocase(value, "true") &&
        !text_equal_nocase(value, "false")) {
        return error_set(error, ERROR_INPUT, "option %s takes true or false, not '%s'",
                         option->name, value);
    }
    if (option->type == OPTION_COMBO && !combo_has(option->values, value)) {
        return error_set(error, ERROR_INPUT, "option %s does not take '%s'", option->name, value);
    }
    return true;
}
