#include "common/words.h"

#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r\n"

// Copies one word from *text to *out, quotes resolved, and moves both behind it.
static bool copy_word(const char **text, char **out, Error *error) {
    char quote = '\0'; // the quote that is open
    const char *in = *text;
    for (; *in != '\0' && (quote != '\0' || strchr(BLANKS, *in) == NULL); in++) {
        if (*in == quote) {
            quote = '\0';
        } else if (quote == '\0' && (*in == '\'' || *in == '"')) {
            quote = *in;
        } else if (*in == '\\' && in[1] != '\0' &&
                   (quote == '\0' || (quote == '"' && strchr("\"\\$`", in[1]) != NULL))) {
            *(*out)++ = *++in;
        } else {
            *(*out)++ = *in;
        }
    }
    if (quote != '\0') {
        return error_set(error, ERROR_INPUT, "the quote %c is not closed", quote);
    }
    *(*out)++ = '\0';
    *text = in;
    return true;
}

char **words_split(const char *text, Error *error) {
    // One block: room for a pointer to every second character and one more, then the words.
    size_t length = strlen(text), pointers = length / 2 + 2;
    char **words = malloc(pointers * sizeof *words + length + 2);
    if (words == NULL) {
        error_set(error, ERROR_MEMORY, "no memory to split a command line");
        return NULL;
    }
    char *out = (char *)(words + pointers);
    size_t count = 0;
    for (text += strspn(text, BLANKS); *text != '\0'; text += strspn(text, BLANKS)) {
        words[count++] = out;
        if (!copy_word(&text, &out, error)) {
            free(words);
            return NULL;
        }
    }
    if (count == 0) {
        error_set(error, ERROR_INPUT, "the command is empty");
        free(words);
        return NULL;
    }
    words[count] = NULL;
    return words;
}

void words_free(char **words) {
    free(words);
}

char *words_quote(const char *text) {
    char *quoted = malloc(2 * strlen(text) + 1), *out = quoted;
    for (; quoted != NULL && *text != '\0'; text++) {
        *out++ = '\\';
        *out++ = *text;
    }
    if (quoted != NULL) {
        *out = '\0';
    }
    return quoted;
}
