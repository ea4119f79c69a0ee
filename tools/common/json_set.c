#include "common/json_set.h"

#include <math.h>

#include "common/alloc.h"

void json_set_text(json_t *object, const char *key, const char *text) {
    json_t *value = json_string(text);
    json_object_set_new(object, key, value == NULL ? json_null() : value);
}

void json_set_int(json_t *object, const char *key, int64_t value) {
    json_object_set_new(object, key, json_integer(value));
}

void json_set_real(json_t *object, const char *key, double value) {
    json_object_set_new(object, key, isfinite(value) ? json_real(value) : json_null());
}

json_t *json_counts(const int64_t *counts, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        json_array_append_new(list, json_integer(counts[i]));
    }
    return list;
}

char *json_text(json_t *object) {
    char *text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(object);
    return text == NULL ? alloc_text("") : text;
}
