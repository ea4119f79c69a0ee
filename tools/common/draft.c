#include "common/draft.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/alloc.h"
#include "common/stream.h"

void draft_init(Draft *draft, const char *path) {
    struct stat about;
    char *target = realpath(path, NULL);
    *draft = (Draft){.target = target == NULL ? alloc_text(path) : target};
    bool is_file = lstat(draft->target, &about) != 0 || S_ISREG(about.st_mode);
    size_t size = strlen(draft->target) + 8;
    draft->path = alloc_zeroed(size, 1);
    snprintf(draft->path, size, "%s%s", draft->target, is_file ? ".part" : "");
}

static bool stands_beside(const Draft *draft) {
    return strcmp(draft->path, draft->target) != 0;
}

void draft_destroy(Draft *draft) {
    if (draft->file != NULL) {
        fclose(draft->file);
        if (stands_beside(draft)) {
            unlink(draft->path);
        }
    }
    free(draft->target);
    free(draft->path);
    *draft = (Draft){0};
}

bool draft_open(Draft *draft, Error *error) {
    draft->file = fopen(draft->path, "we");
    return draft->file != NULL || error_cannot(error, "open", draft->path);
}

static bool put_in_place(const Draft *draft, Error *error) {
    struct stat about;
    if (stat(draft->target, &about) == 0 && chmod(draft->path, about.st_mode & 07777) != 0) {
        return error_cannot(error, "write", draft->path);
    }
    return rename(draft->path, draft->target) == 0 || error_cannot(error, "replace", draft->target);
}

bool draft_finish(Draft *draft, Error *error) {
    bool good = stream_close(draft->file, draft->path, error);
    draft->file = NULL;
    if (stands_beside(draft)) {
        good = good && put_in_place(draft, error);
        if (!good) {
            unlink(draft->path);
        }
    }
    return good;
}
