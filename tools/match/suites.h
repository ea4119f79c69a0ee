// The opening suites of books/, compiled in.
#ifndef KELSO_MATCH_SUITES_H
#define KELSO_MATCH_SUITES_H

// Its openings, a line each as in a file, and their number; NULL if there is no such suite.
const char *const *suite_named(const char *name, int *count);

#endif
