#include "train/checkpoint.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "common/alloc.h"
#include "train/files.h"

#define VERSION    1
#define HEAD_BYTES 64
#define FILE_BYTES (HEAD_BYTES + 3 * 4 * MODEL_PARAMETERS + 8)

static const char magic[8] = {'K', 'E', 'L', 'S', 'O', 'C', 'K', 'P'};

// ---- broken numbers

static void put_float(uint8_t *at, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bytes_put(at, bits, 4);
}

static float get_float(const uint8_t *at) {
    uint32_t bits = (uint32_t)bytes_get(at, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void put_double(uint8_t *at, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bytes_put(at, bits, 8);
}

static double get_double(const uint8_t *at) {
    uint64_t bits = bytes_get(at, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint8_t *put_model(uint8_t *at, const Model *model) {
    for (int i = 0; i < MODEL_PARAMETERS; i++, at += 4) {
        put_float(at, model->parameters[i]);
    }
    return at;
}

static const uint8_t *get_model(const uint8_t *at, Model *model) {
    for (int i = 0; i < MODEL_PARAMETERS; i++, at += 4) {
        model->parameters[i] = get_float(at);
    }
    return at;
}

// ---- files

static void encode(const Checkpoint *checkpoint, uint8_t *bytes) {
    const TrainSettings *settings = &checkpoint->settings;
    memcpy(bytes, magic, sizeof magic);
    bytes_put(bytes + 8, VERSION, 4);
    bytes_put(bytes + 12, FILE_BYTES, 4);
    bytes_put(bytes + 16, settings->seed, 8);
    bytes_put(bytes + 24, (uint64_t)settings->samples, 8);
    bytes_put(bytes + 32, (uint64_t)settings->epochs, 4);
    bytes_put(bytes + 36, (uint64_t)checkpoint->epochs_done, 4);
    put_float(bytes + 40, settings->rate);
    put_float(bytes + 44, settings->result_share);
    put_double(bytes + 48, checkpoint->training_error);
    put_double(bytes + 56, checkpoint->validation_error);
    uint8_t *at = put_model(bytes + HEAD_BYTES, &checkpoint->model);
    at = put_model(put_model(at, &checkpoint->mean), &checkpoint->square);
    bytes_put(at, XXH3_64bits(bytes, FILE_BYTES - 8), 8);
}

static void decode(Checkpoint *checkpoint, const uint8_t *bytes) {
    checkpoint->settings = (TrainSettings){.seed = bytes_get(bytes + 16, 8),
                                           .samples = (int64_t)bytes_get(bytes + 24, 8),
                                           .epochs = (int)bytes_get(bytes + 32, 4),
                                           .rate = get_float(bytes + 40),
                                           .result_share = get_float(bytes + 44)};
    checkpoint->epochs_done = (int)bytes_get(bytes + 36, 4);
    checkpoint->training_error = get_double(bytes + 48);
    checkpoint->validation_error = get_double(bytes + 56);
    const uint8_t *at = get_model(bytes + HEAD_BYTES, &checkpoint->model);
    get_model(get_model(at, &checkpoint->mean), &checkpoint->square);
}

bool checkpoint_write(const Checkpoint *checkpoint, const char *path, Error *error) {
    uint8_t *bytes = alloc_zeroed(FILE_BYTES, 1);
    encode(checkpoint, bytes);
    bool good = file_replace(path, bytes, FILE_BYTES, error);
    free(bytes);
    return good;
}

static bool check(const uint8_t *bytes, size_t size, const char *path, Error *error) {
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0) {
        return error_set(error, ERROR_INPUT, "%s is no checkpoint of a training", path);
    }
    if (size != FILE_BYTES || bytes_get(bytes + 8, 4) != VERSION ||
        bytes_get(bytes + 12, 4) != FILE_BYTES) {
        return error_set(error, ERROR_INPUT,
                         "%s is a checkpoint of another version or architecture, or was cut", path);
    }
    return bytes_get(bytes + FILE_BYTES - 8, 8) == XXH3_64bits(bytes, FILE_BYTES - 8) ||
           error_set(error, ERROR_INPUT, "%s is damaged: its checksum is wrong", path);
}

bool checkpoint_read(Checkpoint *checkpoint, const char *path, Error *error) {
    FileMap map;
    switch (file_map(&map, path, error)) {
    case FILE_MISSING:
        return error_set(error, ERROR_FILE, "there is no file %s", path);
    case FILE_FAILED:
        return false;
    default:
        break;
    }
    bool good = check(map.bytes, map.size, path, error);
    if (good) {
        decode(checkpoint, map.bytes);
    }
    file_unmap(&map);
    return good;
}
