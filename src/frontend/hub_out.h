// What the Hub protocol writes. Private to src/frontend.
#ifndef KELSO_FRONTEND_HUB_OUT_H
#define KELSO_FRONTEND_HUB_OUT_H

#include "frontend/output.h"
#include "search/search.h"

void hub_out_error_line(const char *message, char line[OUTPUT_LINE_MAX]);
void hub_out_param(Output *out, const OptionSpec *spec);
void hub_out_info(Output *out, const SearchInfo *info);
void hub_out_answer(Output *out, const SearchAnswer *answer);

#endif
