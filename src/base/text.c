#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r\n\v\f"

bool text_to_int(const char *text, int64_t *value) {
    const char *digits = text + (*text == '-' || *text == '+');
    if (*digits == '\0' || strspn(digits, "0123456789") != strlen(digits)) {
        return false;
    }
    errno = 0;
    long long number = strtoll(text, NULL, 10);
    if (errno != 0) {
        return false;
    }
    *value = number;
    return true;
}

char *text_next_word(char **rest) {
    char *word = *rest + strspn(*rest, BLANKS);
    if (*word == '\0') {
        *rest = word;
        return NULL;
    }
    char *end = word + strcspn(word, BLANKS);
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word;
}

char *text_trim(char *text) {
    text += strspn(text, BLANKS);
    size_t length = strlen(text);
    while (length > 0 && strchr(BLANKS, text[length - 1]) != NULL) {
        length--;
    }
    text[length] = '\0';
    return text;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

bool text_equal_nocase(const char *a, const char *b) {
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
}
