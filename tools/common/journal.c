#include "common/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "common/alloc.h"
#include "common/append.h"

#define VERSION     1
#define PREFIX_SIZE 8 // of a record: the mark and the length
#define SUM_SIZE    8

static const char file_mark[16] = {'K', 'E', 'L', 'S', 'O', 'J', 'N', 'L', VERSION};
static const char record_mark[4] = {'K', 'R', 'E', 'C'};

typedef struct {
    char *bytes; // owned
    int size, capacity;
} Buffer;

struct Journal {
    char *path, *head;
    int file;
    const JournalEvents *events; // NULL before journal_start
    void *context;
    uv_timer_t timer;
    uv_work_t work;
    Buffer waiting, writing; // whole records
    bool busy, finishing, broken;
    int reason; // errno of the work, 0: it went well
};

// ---- bytes

static void put_number(char *bytes, int size, uint64_t number) {
    for (int i = 0; i < size; i++) {
        bytes[i] = (char)(number >> 8 * i & 0xFF);
    }
}

static uint64_t get_number(const char *bytes, int size) {
    uint64_t number = 0;
    for (int i = size - 1; i >= 0; i--) {
        number = number << 8 | (unsigned char)bytes[i];
    }
    return number;
}

static void add_record(Buffer *buffer, const char *content, size_t length) {
    size_t size = PREFIX_SIZE + length + SUM_SIZE;
    if (size > (size_t)(INT_MAX - buffer->size)) {
        abort(); // two gigabytes wait for the disk
    }
    buffer->bytes = alloc_grow(buffer->bytes, &buffer->capacity, buffer->size + (int)size, 1);
    char *record = buffer->bytes + buffer->size;
    memcpy(record, record_mark, sizeof record_mark);
    put_number(record + sizeof record_mark, 4, length);
    memcpy(record + PREFIX_SIZE, content, length);
    put_number(record + PREFIX_SIZE + length, SUM_SIZE, XXH3_64bits(record, PREFIX_SIZE + length));
    buffer->size += (int)size;
}

// The size of the whole record that begins here; 0: there is none.
static size_t record_size(const char *bytes, size_t left) {
    if (left < PREFIX_SIZE + SUM_SIZE || memcmp(bytes, record_mark, sizeof record_mark) != 0) {
        return 0;
    }
    size_t length = (size_t)get_number(bytes + sizeof record_mark, 4);
    if (length > left - PREFIX_SIZE - SUM_SIZE) {
        return 0;
    }
    uint64_t sum = get_number(bytes + PREFIX_SIZE + length, SUM_SIZE);
    bool whole = sum == XXH3_64bits(bytes, PREFIX_SIZE + length);
    return whole ? PREFIX_SIZE + length + SUM_SIZE : 0;
}

// ---- reading

typedef struct {
    const char *bytes; // NULL for an empty file
    size_t size;
} View;

static bool view_open(View *view, const Journal *journal, Error *error) {
    struct stat about;
    *view = (View){0};
    if (fstat(journal->file, &about) != 0) {
        return error_cannot(error, "read", journal->path);
    }
    if (about.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, journal->file, 0);
        if (bytes == MAP_FAILED) {
            return error_cannot(error, "read", journal->path);
        }
        *view = (View){bytes, (size_t)about.st_size};
    }
    return true;
}

static void view_close(View *view) {
    if (view->bytes != NULL) {
        munmap((void *)view->bytes, view->size);
    }
}

// The next record at or behind `at`, the end of the file if there is none.
static size_t next_record(const View *view, size_t at, size_t *size) {
    *size = 0;
    while (at < view->size) {
        *size = record_size(view->bytes + at, view->size - at);
        if (*size > 0) {
            return at;
        }
        const char *mark =
            memmem(view->bytes + at + 1, view->size - at - 1, record_mark, sizeof record_mark);
        at = mark == NULL ? view->size : (size_t)(mark - view->bytes);
    }
    return view->size;
}

bool journal_read(const Journal *journal, JournalReader *read, void *context, JournalDamage *damage,
                  Error *error) {
    View view;
    JournalDamage met = {0};
    bool good = true;
    size_t size, end = sizeof file_mark; // of the last record
    if (!view_open(&view, journal, error)) {
        return false;
    }
    for (size_t at = end; good && (at = next_record(&view, at, &size)) < view.size; at = end) {
        bool head = end == sizeof file_mark;
        met.damaged_bytes += at - end;
        end = at + size;
        good = head ||
               read(context, view.bytes + at + PREFIX_SIZE, size - PREFIX_SIZE - SUM_SIZE, error);
    }
    met.torn_bytes = view.size > end ? view.size - end : 0;
    if (damage != NULL) {
        *damage = met;
    }
    view_close(&view);
    return good;
}

// ---- opening

// Looks at the first record. Sets *empty if there is none because the file is new or was cut there.
static bool read_head(Journal *journal, bool *empty, Error *error) {
    View view;
    if (!view_open(&view, journal, error)) {
        return false;
    }
    size_t marked = view.size < sizeof file_mark ? view.size : sizeof file_mark, size = 0;
    bool good = marked == 0 || memcmp(view.bytes, file_mark, marked) == 0 ||
                error_set(error, ERROR_INPUT, "%s is no journal of this version", journal->path);
    if (good && view.size > sizeof file_mark) {
        size = record_size(view.bytes + sizeof file_mark, view.size - sizeof file_mark);
        size_t next_size;
        if (size == 0 && next_record(&view, sizeof file_mark, &next_size) < view.size) {
            good = error_set(error, ERROR_INPUT, "%s: the head is damaged", journal->path);
        }
    }
    if (size > 0) {
        size_t length = size - PREFIX_SIZE - SUM_SIZE;
        journal->head = alloc_zeroed(length + 1, 1);
        memcpy(journal->head, view.bytes + sizeof file_mark + PREFIX_SIZE, length);
    }
    *empty = size == 0;
    view_close(&view);
    return good;
}

static bool lock(const Journal *journal, Error *error) {
    if (flock(journal->file, LOCK_EX | LOCK_NB) == 0) {
        return true;
    }
    return errno == EWOULDBLOCK
               ? error_set(error, ERROR_STATE, "%s is in use by another process", journal->path)
               : error_cannot(error, "lock", journal->path);
}

static bool open_file(Journal *journal, bool writable, Error *error) {
    int flags = writable ? O_RDWR | O_CREAT | O_APPEND : O_RDONLY;
    bool empty;
    journal->file = open(journal->path, flags | O_CLOEXEC, 0666);
    if (journal->file < 0) {
        return error_cannot(error, "open", journal->path);
    }
    if ((writable && !lock(journal, error)) || !read_head(journal, &empty, error)) {
        return false;
    }
    if (!writable && empty) {
        return error_set(error, ERROR_INPUT, "%s holds nothing", journal->path);
    }
    bool torn = empty && lseek(journal->file, 0, SEEK_END) > 0;
    return !torn || ftruncate(journal->file, 0) == 0 || error_cannot(error, "write", journal->path);
}

Journal *journal_open(const char *path, bool writable, Error *error) {
    Journal *journal = alloc_zeroed(1, sizeof *journal);
    journal->path = alloc_text(path);
    if (!open_file(journal, writable, error)) {
        journal_close(journal);
        return NULL;
    }
    return journal;
}

void journal_close(Journal *journal) {
    if (journal->file >= 0) {
        close(journal->file);
    }
    free(journal->waiting.bytes);
    free(journal->writing.bytes);
    free(journal->path);
    free(journal->head);
    free(journal);
}

const char *journal_path(const Journal *journal) {
    return journal->path;
}

const char *journal_head(const Journal *journal) {
    return journal->head;
}

bool journal_cut(Journal *journal, const JournalDamage *damage, Error *error) {
    off_t size = lseek(journal->file, 0, SEEK_END);
    return damage->torn_bytes == 0 ||
           (size >= 0 && ftruncate(journal->file, size - (off_t)damage->torn_bytes) == 0) ||
           error_cannot(error, "cut", journal->path);
}

// ---- writing

// So that the name of a new file is on the disk, too.
static void sync_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? alloc_text(".") : strndup(path, (size_t)(slash - path) + 1);
    int file = folder == NULL ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    free(folder);
}

bool journal_write(Journal *journal, const char *content, size_t length, Error *error) {
    Buffer buffer = {0};
    bool first = journal->head == NULL;
    if (first) {
        buffer.bytes = alloc_grow(NULL, &buffer.capacity, sizeof file_mark, 1);
        memcpy(buffer.bytes, file_mark, sizeof file_mark);
        buffer.size = sizeof file_mark;
        journal->head = alloc_zeroed(length + 1, 1);
        memcpy(journal->head, content, length);
    }
    add_record(&buffer, content, length);
    errno = append_whole(journal->file, buffer.bytes, (size_t)buffer.size, true);
    free(buffer.bytes);
    if (errno != 0) {
        return error_cannot(error, "write", journal->path);
    }
    if (first) {
        sync_folder(journal->path);
    }
    return true;
}

#define FLUSH_SIZE (1 << 20)

bool journal_flush(Journal *journal, Error *error) {
    Buffer *waiting = &journal->waiting;
    errno = append_whole(journal->file, waiting->bytes, (size_t)waiting->size, true);
    waiting->size = 0;
    return errno == 0 || error_cannot(error, "write", journal->path);
}

bool journal_add(Journal *journal, const char *content, size_t length, Error *error) {
    add_record(&journal->waiting, content, length);
    return journal->waiting.size < FLUSH_SIZE || journal_flush(journal, error);
}

// ---- groups

static void write_group(uv_work_t *work) {
    Journal *journal = work->data;
    journal->reason =
        append_whole(journal->file, journal->writing.bytes, (size_t)journal->writing.size, true);
}

static void group_written(uv_work_t *work, int status);

// Hands what waits to the thread pool, or lets go of the loop if nothing is left to do.
static void go_on(Journal *journal) {
    if (journal->busy) {
        return;
    }
    if (journal->waiting.size > 0 && !journal->broken) {
        Buffer free_again = journal->writing;
        journal->writing = journal->waiting;
        journal->waiting = free_again;
        journal->waiting.size = 0;
        journal->busy = true;
        uv_timer_stop(&journal->timer);
        uv_queue_work(journal->timer.loop, &journal->work, write_group, group_written);
    } else if (journal->finishing && !uv_is_closing((uv_handle_t *)&journal->timer)) {
        uv_close((uv_handle_t *)&journal->timer, NULL);
    }
}

static void group_is_due(uv_timer_t *timer) {
    go_on(timer->data);
}

static void wait_for_group(Journal *journal) {
    if (!journal->finishing && !journal->busy && !uv_is_active((uv_handle_t *)&journal->timer)) {
        uv_timer_start(&journal->timer, group_is_due, JOURNAL_GROUP_MS, 0);
    }
}

static void report_group(Journal *journal) {
    const Buffer *group = &journal->writing;
    for (int at = 0; at < group->size;) {
        size_t length = (size_t)get_number(group->bytes + at + sizeof record_mark, 4);
        journal->events->synced(journal->context, group->bytes + at + PREFIX_SIZE, length);
        at += (int)(PREFIX_SIZE + length + SUM_SIZE);
    }
}

static void group_written(uv_work_t *work, int status) {
    Journal *journal = work->data;
    (void)status;
    if (journal->reason == 0) {
        report_group(journal);
    } else {
        Error error;
        errno = journal->reason;
        error_cannot(&error, "write", journal->path);
        journal->broken = true;
        journal->events->failed(journal->context, &error);
    }
    journal->busy = false;
    if (journal->finishing || journal->broken) {
        go_on(journal);
    } else if (journal->waiting.size > 0) {
        wait_for_group(journal);
    }
}

void journal_start(Journal *journal, uv_loop_t *loop, const JournalEvents *events, void *context) {
    journal->events = events;
    journal->context = context;
    uv_timer_init(loop, &journal->timer);
    journal->timer.data = journal;
    journal->work.data = journal;
}

void journal_append(Journal *journal, const char *content, size_t length) {
    if (!journal->broken) {
        add_record(&journal->waiting, content, length);
        wait_for_group(journal);
    }
}

void journal_finish(Journal *journal) {
    journal->finishing = true;
    go_on(journal);
}
