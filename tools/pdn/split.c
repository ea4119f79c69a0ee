// split: files of so many games each, named PREFIX-0001.pdn and so on.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/alloc.h"
#include "common/stream.h"
#include "pdn/run.h"

typedef struct {
    FILE *file; // NULL: none is open
    char *path;
    int64_t files, games; // files so far; games in the open one
} Split;

static bool begin(Run *run, Error *error) {
    (void)error;
    run->state = alloc_zeroed(1, sizeof(Split));
    return true;
}

// One that could not be written whole is removed: its games are still where they came from.
static bool close_file(Split *split, Error *error) {
    if (split->file == NULL) {
        return true;
    }
    bool good = stream_close(split->file, split->path, error);
    split->file = NULL;
    if (!good) {
        unlink(split->path);
    }
    return good;
}

// A file that is there already is not replaced.
static bool open_next(Split *split, const char *prefix, Error *error) {
    size_t size = strlen(prefix) + 32;
    free(split->path);
    split->path = alloc_zeroed(size, 1);
    snprintf(split->path, size, "%s-%04" PRId64 ".pdn", prefix, ++split->files);
    split->games = 0;
    split->file = fopen(split->path, "wxe");
    return split->file != NULL || error_cannot(error, "open", split->path);
}

static bool take(Run *run, const PdnRead *read, Error *error) {
    Split *split = run->state;
    if (split->file != NULL && split->games == run->config->split_games &&
        !close_file(split, error)) {
        return false;
    }
    if (split->file == NULL && !open_next(split, run->config->split_prefix, error)) {
        return false;
    }
    split->games++;
    return pdn_write(split->file, &read->pdn, error) || error_cannot(error, "write", split->path);
}

static bool end(Run *run, Error *error) {
    Split *split = run->state;
    if (!close_file(split, error)) {
        return false;
    }
    fprintf(stderr, "games %" PRId64 ", files %" PRId64 "\n", run->taken, split->files);
    return true;
}

static void destroy(Run *run) {
    Split *split = run->state;
    Error ignored;
    close_file(split, &ignored);
    free(split->path);
    free(split);
}

const Command command_split = {begin, take, end, destroy};
