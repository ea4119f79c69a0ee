// The program that runs: what its start needs of the system, where it lies, what it runs on.
#ifndef KELSO_BASE_PROGRAM_H
#define KELSO_BASE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

// To be called first: standard input and output carry bytes as they are, a closed output is an
// error of writing, and arguments are UTF-8. They live as long as the process; NULL if there is no
// memory.
char **program_start(int *count, char **arguments);

// The path of the program, or of the library that this code is in, with slashes; false if it is
// not known or longer than that.
bool program_path(char *path, size_t size);

// Processors to run on; 1 where the system does not say.
int program_cores(void);

#endif
