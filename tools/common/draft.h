// A file that is put in its place when it is whole: until then, and if something fails, what stood
// there stays. It is written beside its place, as PATH.part.
#ifndef KELSO_COMMON_DRAFT_H
#define KELSO_COMMON_DRAFT_H

#include <stdio.h>

#include "base/error.h"

typedef struct {
    char *target; // behind links, so that what they point to is replaced and not they; owned
    char *path;   // that is written: the target itself if there is no file but a device, a pipe, or
                  // a link to nothing; owned
    FILE *file;   // NULL: not open
} Draft;

// Touches nothing on the disk.
void draft_init(Draft *draft, const char *path);

// Removes what was opened and not finished.
void draft_destroy(Draft *draft);

// Opens it for writing. One that was left by a program that was killed is overwritten.
bool draft_open(Draft *draft, Error *error);

// Closes it and puts it in its place, with the mode of what is there.
bool draft_finish(Draft *draft, Error *error);

#endif
