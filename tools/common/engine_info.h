// What an engine says about itself and its search in lines of the native protocol: `option` and
// `info`.
#ifndef KELSO_COMMON_ENGINE_INFO_H
#define KELSO_COMMON_ENGINE_INFO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

typedef enum { SCORE_NONE, SCORE_CP, SCORE_WIN, SCORE_LOSS } ScoreKind;

// The latest `info` of the best line. A number that was not said is -1.
typedef struct {
    ScoreKind score_kind;
    int64_t score; // hundredths of a man, or plies to the end; from the side to move
    int64_t depth, nodes, time_ms;
} SearchInfo;

void search_info_clear(SearchInfo *info);

// Reads the words behind `info`, cutting the text. A line without a score, or of another line of
// play than the first (multipv), changes nothing.
void search_info_read(SearchInfo *info, char *text);

// "+0.12/17", "+W14/21" (wins in 14 plies), "-L9" (loses in 9, no depth said); empty if the
// engine gave no score.
#define SEARCH_INFO_TEXT_MAX 64
void search_info_text(const SearchInfo *info, char text[SEARCH_INFO_TEXT_MAX]);

typedef enum { OPTION_STRING, OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_BUTTON } OptionType;

typedef struct {
    char *name; // owned
    OptionType type;
    int64_t min, max; // of a spin
    char *values;     // of a combo: each value between newlines; owned
} EngineOption;

// Reads the words behind `option`, cutting the text; false if they are none. To be destroyed.
bool engine_option_read(EngineOption *option, char *text);
void engine_option_destroy(EngineOption *option);

// Whether the option takes this value (NULL: none, for a button); the error names the option and
// what it takes.
bool engine_option_takes(const EngineOption *option, const char *value, Error *error);

#endif
