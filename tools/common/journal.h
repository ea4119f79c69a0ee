// An append-only file of checksummed records, which survives the end of the program at any moment:
// what was reported as synced is there afterwards, whole.
//
// The file is the text "KELSOJNL", a version (32 bits) and 4 zero bytes, then records: "KREC", the
// length of the content (32 bits), the content, and the XXH3 of all three. Numbers are
// little-endian. The first record, the head, says what the journal is about. Records are written
// and synced in groups by the thread pool of libuv, so that the loop never waits for a disk.
//
//     journal_open -> journal_read … -> journal_write -> journal_start -> journal_append …
//                  -> journal_finish -> journal_close
#ifndef KELSO_COMMON_JOURNAL_H
#define KELSO_COMMON_JOURNAL_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "base/error.h"

// How long the first record of a group waits for others.
#define JOURNAL_GROUP_MS 250

typedef struct Journal Journal;

// What journal_read met besides records.
typedef struct {
    uint64_t torn_bytes;    // behind the last record: the end of a write that was cut off
    uint64_t damaged_bytes; // before the last record
} JournalDamage;

// Takes one record; false, with an error, ends the reading.
typedef bool JournalReader(void *context, const char *content, size_t length, Error *error);

// Opens the file and locks it against other processes. writable: makes it if it does not exist, and
// a file that was cut within its first record counts as empty. NULL, with an error, if it cannot be
// opened, is no journal or is in use.
Journal *journal_open(const char *path, bool writable, Error *error);
void journal_close(Journal *journal);

const char *journal_path(const Journal *journal);

// The head as text; NULL if the journal is empty.
const char *journal_head(const Journal *journal);

// Reads all records but the head in their order, over what is damaged. NULL damage: of no interest.
bool journal_read(const Journal *journal, JournalReader *read, void *context, JournalDamage *damage,
                  Error *error);

// Cuts the torn end off, so that what is appended follows a whole record.
bool journal_cut(Journal *journal, const JournalDamage *damage, Error *error);

// Writes one record, the head if it is the first, and waits until it is synced.
bool journal_write(Journal *journal, const char *content, size_t length, Error *error);

// The same for many records but the head: they are synced by journal_flush.
bool journal_add(Journal *journal, const char *content, size_t length, Error *error);
bool journal_flush(Journal *journal, Error *error);

typedef struct {
    // A record is safe. In the order of journal_append.
    void (*synced)(void *context, const char *content, size_t length);
    // A group could not be written; nothing of it remains, and nothing can be appended any more.
    void (*failed)(void *context, const Error *error);
} JournalEvents;

// From now on records can be appended while the loop runs. Events must outlive the journal.
void journal_start(Journal *journal, uv_loop_t *loop, const JournalEvents *events, void *context);
void journal_append(Journal *journal, const char *content, size_t length);

// Syncs what waits, without delay, and lets go of the loop, which must run on for it.
void journal_finish(Journal *journal);

#endif
