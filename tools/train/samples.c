#include "train/samples.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"
#include "common/journal.h"
#include "train/record.h"

typedef struct {
    SampleSet *set;
    GameRecord record;
    const char *path;
    uint32_t held_out; // one game in so many
} Reading;

static bool add(SampleList *list, Sample sample, Error *error) {
    if (list->count == list->capacity) {
        int64_t capacity = list->capacity == 0 ? 1 << 16 : list->capacity + list->capacity / 2;
        Sample *samples = realloc(list->samples, (size_t)capacity * sizeof *samples);
        if (samples == NULL) {
            return error_set(error, ERROR_MEMORY, "no memory for %" PRId64 " positions", capacity);
        }
        list->samples = samples;
        list->capacity = capacity;
    }
    list->samples[list->count++] = sample;
    return true;
}

static Sample sample_of(const ScoredPosition *scored, Result result) {
    Position p = scored->position;
    Side mover = (Side)p.side;
    if (mover == WHITE) {
        p = position_flip(p);
    }
    uint8_t points = result == RESULT_DRAW ? 1 : result == result_won_by(mover) ? 2 : 0;
    return (Sample){p.pieces[BLACK], p.pieces[WHITE], p.kings, (int16_t)scored->score, points};
}

static bool take_game(void *context, const char *content, size_t length, Error *error) {
    Reading *reading = context;
    Error reason;
    if (!record_read(&reading->record, (const uint8_t *)content, length, &reason)) {
        return error_set(error, reason.code, "%s: %s", reading->path, reason.message);
    }
    SampleSet *set = reading->set;
    bool last = reading->record.number % reading->held_out == reading->held_out - 1;
    SampleList *list = last ? &set->validation : &set->training;
    for (int i = 0; i < reading->record.count; i++) {
        if (!add(list, sample_of(&reading->record.positions[i], reading->record.result), error)) {
            return false;
        }
    }
    set->games++;
    return true;
}

bool samples_read(SampleSet *set, const char *path, int held_out, Error *error) {
    Journal *journal = journal_open(path, false, error);
    JournalDamage damage;
    if (journal == NULL) {
        return false;
    }
    Reading *reading = alloc_zeroed(1, sizeof *reading);
    reading->set = set;
    reading->path = path;
    reading->held_out = (uint32_t)held_out;
    bool good = strncmp(journal_head(journal), "self-play\n", 10) == 0
                    ? journal_read(journal, take_game, reading, &damage, error)
                    : error_set(error, ERROR_INPUT, "%s holds no games of self-play", path);
    if (good && damage.damaged_bytes > 0) {
        good = error_set(error, ERROR_INPUT, "%s: %" PRIu64 " bytes in its midst are damaged", path,
                         damage.damaged_bytes);
    }
    free(reading);
    journal_close(journal);
    return good;
}

void samples_destroy(SampleSet *set) {
    free(set->training.samples);
    free(set->validation.samples);
    *set = (SampleSet){0};
}
