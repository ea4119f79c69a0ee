// Reading numbers and words out of text that a user wrote.
#ifndef KELSO_BASE_TEXT_H
#define KELSO_BASE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { TEXT_NUMBER, TEXT_NO_NUMBER, TEXT_OUT_OF_RANGE } TextNumber;

// A whole decimal number from min to max and nothing else, with an optional sign. *value is
// unchanged unless it is one.
TextNumber text_to_int(const char *text, int64_t min, int64_t max, int64_t *value);

// A decimal number, with an exponent or without, and nothing else; *value is unchanged unless it is
// one, and finite.
bool text_to_real(const char *text, double *value);

// Takes the next word (a run without blanks or tabs) off the front of *rest, ends it with a NUL in
// place and returns it; NULL when there is none left.
char *text_next_word(char **rest);

// Ends the text in front of this word and returns what stands behind it; NULL, and the text as it
// was, if it has no such word.
char *text_cut_at_word(char *text, const char *word);

// The rest without blanks in front and behind, cut in place.
char *text_trim(char *text);

// Equal but for the case of ASCII letters, whatever the locale.
bool text_equal_nocase(const char *a, const char *b);

// Whether the bytes are well-formed UTF-8, without overlong forms and surrogates.
bool text_is_utf8(const char *text);

#endif
