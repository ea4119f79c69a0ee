// What the native protocol writes. Private to src/frontend.
#ifndef KELSO_FRONTEND_NATIVE_OUT_H
#define KELSO_FRONTEND_NATIVE_OUT_H

#include "frontend/output.h"
#include "search/search.h"

void native_out_error_line(const char *message, char line[OUTPUT_LINE_MAX]);
void native_out_option(Output *out, const OptionSpec *spec);
void native_out_info(Output *out, const SearchInfo *info, bool show_wdl);
void native_out_answer(Output *out, const SearchAnswer *answer);

#endif
