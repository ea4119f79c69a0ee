// Splitting a command line into words as a POSIX shell does: blanks separate, single quotes keep
// everything, double quotes keep all but a backslash in front of " \ $ and `, a backslash elsewhere
// keeps the next character. Nothing is expanded: no variables, patterns or home directories.
#ifndef KELSO_COMMON_WORDS_H
#define KELSO_COMMON_WORDS_H

#include "base/error.h"

// A NULL-terminated array, to be freed with words_free. NULL, with an error, if a quote is not
// closed or there is no word at all.
char **words_split(const char *text, Error *error);
void words_free(char **words);

// The text as a word that is split into just this, to be freed; NULL if there is no memory.
char *words_quote(const char *text);

#endif
