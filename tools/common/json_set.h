// Values of JSON objects as the tools write them.
#ifndef KELSO_COMMON_JSON_SET_H
#define KELSO_COMMON_JSON_SET_H

#include <jansson.h>
#include <stdint.h>

// null for text that is not UTF-8, as the name of a file may be.
void json_set_text(json_t *object, const char *key, const char *text);

void json_set_int(json_t *object, const char *key, int64_t value);

// null for a value without meaning.
void json_set_real(json_t *object, const char *key, double value);

// A list of whole numbers; the caller's.
json_t *json_counts(const int64_t *counts, int count);

// The object as compact text, to be freed; it is released.
char *json_text(json_t *object);

#endif
