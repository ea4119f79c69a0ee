#include "train/files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/alloc.h"
#include "common/journal.h"
#include "search/score.h"
#include "train/checkpoint.h"
#include "train/record.h"

bool file_replace(const char *path, const void *bytes, size_t size, Error *error) {
    size_t length = strlen(path);
    char *other = alloc_zeroed(length + 5, 1);
    memcpy(other, path, length);
    memcpy(other + length, ".new", 5);
    FILE *file = fopen(other, "wb");
    bool good = file != NULL && fwrite(bytes, 1, size, file) == size && fflush(file) == 0 &&
                fsync(fileno(file)) == 0;
    int reason = errno;
    if (file != NULL && fclose(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(other, path) != 0) {
        good = false;
        reason = errno;
    }
    free(other);
    return good || error_set(error, ERROR_FILE, "cannot write %s: %s", path, strerror(reason));
}

bool file_export(const char *checkpoint, const char *path, Error *error) {
    Checkpoint *state = aligned_alloc(alignof(Checkpoint), sizeof *state);
    Network *network = aligned_alloc(alignof(Network), sizeof *network);
    uint8_t *bytes = alloc_zeroed(NETWORK_BYTES, 1);
    bool good = (state != NULL && network != NULL) ||
                error_set(error, ERROR_MEMORY, "no memory for a network");
    good = good && checkpoint_read(state, checkpoint, error);
    if (good) {
        model_quantise(&state->model, network);
        network_write(network, bytes);
        good = network_read(network, bytes, NETWORK_BYTES, path, error) &&
               file_replace(path, bytes, NETWORK_BYTES, error);
    }
    free(bytes);
    free(network);
    free(state);
    return good;
}

// ---- data

typedef struct {
    GameRecord record;
    int64_t games, positions, results[3]; // by Result, less one
    int64_t pieces[2 * SIDE_PIECES_MAX + 1], known, with_kings;
    double scores; // sum of what is not known
} DataCount;

static bool count_game(void *context, const char *content, size_t length, Error *error) {
    DataCount *count = context;
    if (!record_read(&count->record, (const uint8_t *)content, length, error)) {
        return false;
    }
    count->games++;
    count->positions += count->record.count;
    count->results[count->record.result - RESULT_BLACK_WINS]++;
    for (int i = 0; i < count->record.count; i++) {
        const ScoredPosition *scored = &count->record.positions[i];
        Position p = scored->position;
        count->pieces[bits_count(p.pieces[BLACK] | p.pieces[WHITE])]++;
        count->with_kings += p.kings != 0;
        if (score_is_known(scored->score)) {
            count->known++;
        } else {
            count->scores += abs(scored->score);
        }
    }
    return true;
}

static void write_data(const DataCount *count, const char *head, FILE *out) {
    double positions = count->positions > 0 ? (double)count->positions : 1;
    double unknown = count->positions > count->known ? positions - (double)count->known : 1;
    fprintf(out, "%s", head);
    fprintf(out, "games %" PRId64 "\nblack_wins %" PRId64 "\nwhite_wins %" PRId64 "\n",
            count->games, count->results[RESULT_BLACK_WINS - RESULT_BLACK_WINS],
            count->results[RESULT_WHITE_WINS - RESULT_BLACK_WINS]);
    fprintf(out, "draws %" PRId64 "\npositions %" PRId64 "\n",
            count->results[RESULT_DRAW - RESULT_BLACK_WINS], count->positions);
    fprintf(out, "with_kings %.3f\nknown_scores %.3f\nmean_score %.1f\n",
            (double)count->with_kings / positions, (double)count->known / positions,
            count->scores / unknown);
    for (int i = 1; i <= 2 * SIDE_PIECES_MAX; i++) {
        if (count->pieces[i] > 0) {
            fprintf(out, "pieces_%d %" PRId64 "\n", i, count->pieces[i]);
        }
    }
}

static bool inspect_data(const char *path, FILE *out, Error *error) {
    JournalDamage damage;
    Journal *journal = journal_open(path, false, error);
    if (journal == NULL) {
        return false;
    }
    DataCount *count = alloc_zeroed(1, sizeof *count);
    bool good = journal_read(journal, count_game, count, &damage, error);
    if (good) {
        write_data(count, journal_head(journal), out);
        good = (damage.damaged_bytes == 0 && damage.torn_bytes == 0) ||
               error_set(error, ERROR_INPUT,
                         "%s: %" PRIu64 " bytes are damaged, %" PRIu64 " at the end cut off", path,
                         damage.damaged_bytes, damage.torn_bytes);
    }
    free(count);
    journal_close(journal);
    return good;
}

// ---- weights

static bool inspect_checkpoint(const char *path, FILE *out, Error *error) {
    Checkpoint *state = aligned_alloc(alignof(Checkpoint), sizeof *state);
    bool good = state != NULL || error_set(error, ERROR_MEMORY, "no memory for a checkpoint");
    good = good && checkpoint_read(state, path, error);
    if (good) {
        const TrainSettings *settings = &state->settings;
        fprintf(out, "checkpoint\nseed %" PRIu64 "\nsamples %" PRId64 "\nepochs %d of %d\n",
                settings->seed, settings->samples, state->epochs_done, settings->epochs);
        fprintf(out, "rate %g\nresult_share %g\ntraining_error %.6f\nvalidation_error %.6f\n",
                (double)settings->rate, (double)settings->result_share, state->training_error,
                state->validation_error);
    }
    free(state);
    return good;
}

static bool inspect_network(const char *path, FILE *out, Error *error) {
    Network *network = network_load(path, error);
    if (network != NULL) {
        fprintf(out, "weights\narchitecture %d-%d-%d\nchecksum %016" PRIx64 "\n", NETWORK_INPUTS,
                NETWORK_HIDDEN, NETWORK_BUCKETS, network->checksum);
    }
    network_destroy(network);
    return network != NULL;
}

bool file_inspect(const char *path, FILE *out, Error *error) {
    char mark[8];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return error_set(error, ERROR_FILE, "cannot read %s: %s", path, strerror(errno));
    }
    bool marked = fread(mark, 1, sizeof mark, file) == sizeof mark;
    fclose(file);
    if (marked && memcmp(mark, "KELSOCKP", sizeof mark) == 0) {
        return inspect_checkpoint(path, out, error);
    }
    if (marked && memcmp(mark, "KELSONET", sizeof mark) == 0) {
        return inspect_network(path, out, error);
    }
    return inspect_data(path, out, error);
}
