#include "common/named_egdb.h"

#include <stdio.h>

static void warn(void *context, const Error *error) {
    const char *program = context;
    fprintf(stderr, "%s: %s\n", program, error->message);
}

bool named_egdb_open(const char *program, const char *folders, int cache_mebibytes, Egdb **egdb,
                     Error *error) {
    *egdb = NULL;
    if (folders == NULL) {
        return true;
    }
    *egdb = egdb_open(folders, SLICE_PIECES_MAX, cache_mebibytes, warn, (void *)program, error);
    if (*egdb != NULL && egdb_pieces(*egdb) == 0) {
        error_set(error, ERROR_INPUT, "%.200s: there are no endgame tables", folders);
        egdb_close(*egdb);
        *egdb = NULL;
    }
    return *egdb != NULL;
}
