// What the native protocol writes: whole lines, from several threads, each flushed. Private to
// src/frontend.
#ifndef KELSO_FRONTEND_NATIVE_OUT_H
#define KELSO_FRONTEND_NATIVE_OUT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "engine/options.h"
#include "search/search.h"

typedef struct {
    FILE *file;
    FILE *log; // NULL: none
    int64_t log_start_us;
    pthread_mutex_t mutex;
    atomic_bool failed;   // nobody reads
    atomic_bool silent;   // nothing more is written: after quit
    atomic_bool show_wdl; // in info lines
} NativeOut;

void native_out_init(NativeOut *out, FILE *file);
void native_out_destroy(NativeOut *out);

// Appends to this file from now on; "" ends it. false, with an error, if it cannot be opened.
bool native_out_set_log(NativeOut *out, const char *path, Error *error);

// Notes a line that came in.
void native_out_log_input(NativeOut *out, const char *line);

// One line; the text has no line end. May hold several lines where they belong together.
void native_out_line(NativeOut *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

void native_out_error(NativeOut *out, const Error *error);
void native_out_option(NativeOut *out, const OptionSpec *spec);
void native_out_info(NativeOut *out, const SearchInfo *info);
void native_out_answer(NativeOut *out, const SearchAnswer *answer);

#endif
