// `kelso play`: a person plays at a terminal.
#ifndef KELSO_FRONTEND_PLAY_H
#define KELSO_FRONTEND_PLAY_H

#include <stdbool.h>
#include <stdio.h>

// Plays games until the person leaves or the input ends. `arguments` are those behind `play`. The
// exit status: 0; 1 if the output fails or there is no memory; 2 for wrong arguments, which are
// named on standard error. --help lists arguments and commands.
int play_run(int count, char **arguments, int fd, FILE *out);

#endif
