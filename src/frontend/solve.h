// `kelso solve FILE`: searches the positions of a file and says which were solved.
#ifndef KELSO_FRONTEND_SOLVE_H
#define KELSO_FRONTEND_SOLVE_H

#include <stdio.h>

// The arguments behind `solve`. Returns the exit status: 0 all that was expected was found, 1 not
// all, or something failed; 2 a mistake in the arguments or the file.
int solve_run(int count, char **arguments, FILE *out);

#endif
