#include "egdb/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "egdb/table_writer.h"

TableStatus folder_head(const char *folder, Slice s, EgdbKind kind, TableHead *head, Error *error) {
    char name[TABLE_NAME_MAX], path[PATH_MAX];
    FileMap map;
    TableFile file;
    table_file_name(s, kind, name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FileStatus status = file_map(&map, path, error);
    if (status != FILE_MAPPED) {
        return status == FILE_MISSING ? TABLE_MISSING : TABLE_BAD;
    }
    bool good = table_file_read(&file, path, s, kind, map.bytes, map.size, error);
    if (good) {
        *head = file.head;
    }
    file_unmap(&map);
    return good ? TABLE_THERE : TABLE_BAD;
}

bool folder_lock(const char *folder, bool shared, int *lock, Error *error) {
    *lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock < 0) {
        return error_cannot(error, "read the folder", folder);
    }
    if (flock(*lock, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
        return true;
    }
    close(*lock);
    return error_set(error, ERROR_STATE, "%.200s: another build is at work there", folder);
}

bool folder_clean(const char *folder, Error *error) {
    DIR *directory = opendir(folder);
    if (directory == NULL) {
        return error_cannot(error, "read the folder", folder);
    }
    bool good = true;
    const struct dirent *entry;
    while (good && (entry = readdir(directory)) != NULL) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (table_is_unfinished(entry->d_name) && unlink(path) != 0 && errno != ENOENT) {
            good = error_cannot(error, "remove", path);
        }
    }
    closedir(directory);
    return good;
}

// What is read of one slice.
typedef struct {
    TableHead heads[EGDB_KINDS];
    bool there[EGDB_KINDS];
} Heads;

typedef void WriteLine(Slice s, const Heads *heads, FILE *out);

typedef struct {
    const char *folder;
    FILE *out;
    WriteLine *write;
    bool kinds[EGDB_KINDS]; // those that are read
    int found;
    bool bad;
} Listing;

static void list_slice(Listing *listing, Slice s, Error *error) {
    Heads heads = {0};
    bool any = false;
    for (int kind = 0; kind < EGDB_KINDS; kind++) {
        Error reason;
        if (!listing->kinds[kind]) {
            continue;
        }
        TableStatus status =
            folder_head(listing->folder, s, (EgdbKind)kind, &heads.heads[kind], &reason);
        if (status == TABLE_BAD && !listing->bad) { // the first is told
            *error = reason;
            listing->bad = true;
        }
        heads.there[kind] = status == TABLE_THERE;
        any |= heads.there[kind];
    }
    if (any) {
        listing->write(s, &heads, listing->out);
        listing->found++;
    }
}

static bool list(Listing *listing, Error *error) {
    if (access(listing->folder, R_OK | X_OK) != 0) {
        return error_cannot(error, "read the folder", listing->folder);
    }
    for (int pieces = 2; pieces <= BUILD_PIECES_MAX; pieces++) {
        Slice slices[SLICE_LIST_MAX];
        int count = slice_list(pieces, slices);
        for (int i = 0; i < count; i++) {
            list_slice(listing, slices[i], error);
        }
    }
    if (listing->found == 0 && !listing->bad) {
        return error_set(error, ERROR_FILE, "%.200s holds no such tables", listing->folder);
    }
    return !listing->bad;
}

static void write_slice(Slice s, FILE *out) {
    fprintf(out, "%d\t%d\t%d\t%d", s.own_men, s.own_kings, s.opp_men, s.opp_kings);
}

void folder_write_counts(const TableHead *head, FILE *out) {
    write_slice(head->slice, out);
    fprintf(out, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", head->positions,
            head->won, head->lost, head->positions - head->won - head->lost);
}

static void write_stats(Slice s, const Heads *heads, FILE *out) {
    (void)s;
    folder_write_counts(&heads->heads[EGDB_WLD], out);
}

bool folder_stats(const EgdbConfig *config, FILE *out, Error *error) {
    Listing listing = {
        .folder = config->folder, .out = out, .write = write_stats, .kinds = {[EGDB_WLD] = true}};
    return list(&listing, error);
}

static void write_longest(Slice s, const Heads *heads, FILE *out) {
    write_slice(s, out);
    for (int kind = EGDB_PROGRESS; kind < EGDB_KINDS; kind++) {
        if (heads->there[kind]) {
            fprintf(out, "\t%" PRIu32, heads->heads[kind].longest);
        } else {
            fputs("\t-", out);
        }
    }
    fputc('\n', out);
}

bool folder_longest(const EgdbConfig *config, FILE *out, Error *error) {
    Listing listing = {
        .folder = config->folder,
        .out = out,
        .write = write_longest,
        .kinds = {[EGDB_PROGRESS] = true, [EGDB_END] = true, [EGDB_CROWNING] = true}};
    return list(&listing, error);
}
