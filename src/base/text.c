#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r\n\v\f"

TextNumber text_to_int(const char *text, int64_t min, int64_t max, int64_t *value) {
    const char *digits = text + (*text == '-' || *text == '+');
    if (*digits == '\0' || strspn(digits, "0123456789") != strlen(digits)) {
        return TEXT_NO_NUMBER;
    }
    errno = 0;
    int64_t number = strtoll(text, NULL, 10);
    if (errno == ERANGE || number < min || number > max) {
        return TEXT_OUT_OF_RANGE;
    }
    *value = number;
    return TEXT_NUMBER;
}

bool text_to_real(const char *text, double *value) {
    char *end;
    if (*text == '\0' || strspn(text, "0123456789.+-eE") != strlen(text)) { // no inf, no 0x1p3
        return false;
    }
    double number = strtod(text, &end);
    if (*end != '\0' || !isfinite(number)) {
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

char *text_cut_at_word(char *text, const char *word) {
    char *found = text;
    while ((found = strstr(found, word)) != NULL) {
        char *behind = found + strlen(word);
        bool starts = found == text || strchr(BLANKS, found[-1]) != NULL;
        if (starts && strchr(BLANKS, *behind) != NULL) { // the NUL is found too
            *found = '\0';
            return behind;
        }
        found = behind;
    }
    return NULL;
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

// Bytes of the character that begins here, by the table of well-formed sequences in the Unicode
// standard; 0 if it is none.
static int utf8_length(const unsigned char *c) {
    int more = c[0] < 0x80 ? 0 : c[0] < 0xC2 ? -1 : c[0] < 0xE0 ? 1 : c[0] < 0xF0 ? 2 : 3;
    if (more <= 0 || c[0] > 0xF4) {
        return more == 0;
    }
    unsigned char least = c[0] == 0xE0 ? 0xA0 : c[0] == 0xF0 ? 0x90 : 0x80;
    unsigned char most = c[0] == 0xED ? 0x9F : c[0] == 0xF4 ? 0x8F : 0xBF;
    for (int i = 1; i <= more; i++) {
        if (c[i] < least || c[i] > most) {
            return 0;
        }
        least = 0x80;
        most = 0xBF;
    }
    return more + 1;
}

bool text_is_utf8(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    while (*c != '\0') {
        int length = utf8_length(c);
        if (length == 0) {
            return false;
        }
        c += length;
    }
    return true;
}
