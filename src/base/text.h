// Reading numbers and words out of text that a user wrote.
#ifndef KELSO_BASE_TEXT_H
#define KELSO_BASE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

// A whole decimal number and nothing else, with an optional sign; false if it is not one, and
// *value is then unchanged. One that does not fit gives INT64_MAX or INT64_MIN, so that a check of
// the range refuses it.
bool text_to_int(const char *text, int64_t *value);

// Takes the next word (a run without blanks or tabs) off the front of *rest, ends it with a NUL in
// place and returns it; NULL when there is none left.
char *text_next_word(char **rest);

// The rest without blanks in front and behind, cut in place.
char *text_trim(char *text);

// Equal but for the case of ASCII letters, whatever the locale.
bool text_equal_nocase(const char *a, const char *b);

// Whether the bytes are well-formed UTF-8, without overlong forms and surrogates.
bool text_is_utf8(const char *text);

#endif
