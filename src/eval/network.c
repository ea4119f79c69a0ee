#include "eval/network.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/memory.h"

#define VERSION      1
#define BODY_BYTES   (NETWORK_BYTES - 8)
#define PIECES_MAX   (2 * SIDE_PIECES_MAX)
#define ACTIVE_MAX   (NETWORK_INPUT_SCALE * NETWORK_INPUT_SCALE) // of a hidden unit, squared
#define ARCHITECTURE 5

static const char magic[8] = {'K', 'E', 'L', 'S', 'O', 'N', 'E', 'T'};

static const int architecture[ARCHITECTURE] = {NETWORK_INPUTS, NETWORK_HIDDEN, NETWORK_BUCKETS,
                                               NETWORK_INPUT_SCALE, NETWORK_OUTPUT_SCALE};

// ---- what cannot be summed

// The largest sum of a hidden unit: every piece on the board adds the worst weight.
static bool hidden_fits(const Network *network, int unit) {
    int worst = 0;
    for (int input = 0; input < NETWORK_INPUTS; input++) {
        int weight = abs(network->input[input][unit]);
        worst = weight > worst ? weight : worst;
    }
    return abs(network->bias[unit]) + PIECES_MAX * worst <= INT16_MAX;
}

static bool output_fits(const Network *network, int bucket) {
    int64_t sum = llabs(network->output_bias[bucket]);
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        sum += (int64_t)abs(network->output[bucket][unit]) * ACTIVE_MAX;
    }
    return sum <= INT32_MAX;
}

static bool check_sums(const Network *network, const char *name, Error *error) {
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        if (!hidden_fits(network, unit)) {
            return error_set(error, ERROR_INPUT, "%s: weights of hidden unit %d are too large",
                             name, unit);
        }
    }
    for (int bucket = 0; bucket < NETWORK_BUCKETS; bucket++) {
        if (!output_fits(network, bucket)) {
            return error_set(error, ERROR_INPUT, "%s: output weights of bucket %d are too large",
                             name, bucket);
        }
    }
    return true;
}

// ---- bytes

static const uint8_t *read_words(int16_t *words, int count, const uint8_t *at) {
    for (int i = 0; i < count; i++, at += 2) {
        words[i] = (int16_t)bytes_get(at, 2);
    }
    return at;
}

static uint8_t *write_words(const int16_t *words, int count, uint8_t *at) {
    for (int i = 0; i < count; i++, at += 2) {
        bytes_put(at, (uint64_t)words[i], 2);
    }
    return at;
}

static bool check_head(const uint8_t *bytes, size_t size, const char *name, Error *error) {
    if (size < NETWORK_HEAD_BYTES || memcmp(bytes, magic, sizeof magic) != 0) {
        return error_set(error, ERROR_INPUT, "%s holds no weights of the evaluation", name);
    }
    if (bytes_get(bytes + 8, 4) != VERSION) {
        return error_set(error, ERROR_INPUT, "%s is of version %d; this program reads version %d",
                         name, (int)bytes_get(bytes + 8, 4), VERSION);
    }
    int found[ARCHITECTURE];
    for (int i = 0; i < ARCHITECTURE; i++) {
        found[i] = (int)bytes_get(bytes + 16 + 2 * i, 2);
    }
    if (memcmp(found, architecture, sizeof found) != 0) {
        return error_set(error, ERROR_INPUT,
                         "%s is of architecture %d-%d-%d, scales %d and %d; this program reads "
                         "%d-%d-%d, %d and %d",
                         name, found[0], found[1], found[2], found[3], found[4], NETWORK_INPUTS,
                         NETWORK_HIDDEN, NETWORK_BUCKETS, NETWORK_INPUT_SCALE,
                         NETWORK_OUTPUT_SCALE);
    }
    if (size != NETWORK_BYTES || bytes_get(bytes + 12, 4) != NETWORK_BYTES) {
        return error_set(error, ERROR_INPUT, "%s has %zu bytes instead of %d", name, size,
                         (int)NETWORK_BYTES);
    }
    return true;
}

bool network_read(Network *network, const void *bytes, size_t size, const char *name,
                  Error *error) {
    const uint8_t *at = bytes;
    if (!check_head(at, size, name, error)) {
        return false;
    }
    network->checksum = bytes_get(at + BODY_BYTES, 8);
    if (network->checksum != XXH3_64bits(at, BODY_BYTES)) {
        return error_set(error, ERROR_INPUT, "%s is damaged: its checksum is wrong", name);
    }
    at = read_words(network->input[0], NETWORK_INPUTS * NETWORK_HIDDEN, at + NETWORK_HEAD_BYTES);
    at = read_words(network->bias, NETWORK_HIDDEN, at);
    at = read_words(network->output[0], NETWORK_BUCKETS * NETWORK_HIDDEN, at);
    for (int i = 0; i < NETWORK_BUCKETS; i++, at += 4) {
        network->output_bias[i] = (int32_t)bytes_get(at, 4);
    }
    return check_sums(network, name, error);
}

void network_write(Network *network, uint8_t bytes[NETWORK_BYTES]) {
    memset(bytes, 0, NETWORK_HEAD_BYTES);
    memcpy(bytes, magic, sizeof magic);
    bytes_put(bytes + 8, VERSION, 4);
    bytes_put(bytes + 12, NETWORK_BYTES, 4);
    for (int i = 0; i < ARCHITECTURE; i++) {
        bytes_put(bytes + 16 + 2 * i, (uint64_t)architecture[i], 2);
    }
    uint8_t *at = bytes + NETWORK_HEAD_BYTES;
    at = write_words(network->input[0], NETWORK_INPUTS * NETWORK_HIDDEN, at);
    at = write_words(network->bias, NETWORK_HIDDEN, at);
    at = write_words(network->output[0], NETWORK_BUCKETS * NETWORK_HIDDEN, at);
    for (int i = 0; i < NETWORK_BUCKETS; i++, at += 4) {
        bytes_put(at, (uint64_t)network->output_bias[i], 4);
    }
    network->checksum = XXH3_64bits(bytes, BODY_BYTES);
    bytes_put(at, network->checksum, 8);
}

static const uint8_t own_bytes[] = {
#include "network.inc"
};

static Network *read_new(const void *bytes, size_t size, const char *name, Error *error) {
    Network *network = memory_aligned(alignof(Network), sizeof *network);
    bool good = network != NULL ? network_read(network, bytes, size, name, error)
                                : error_set(error, ERROR_MEMORY, "no memory for %s", name);
    if (!good) {
        network_destroy(network);
        return NULL;
    }
    return network;
}

void network_destroy(Network *network) {
    memory_aligned_free(network);
}

Network *network_load(const char *path, Error *error) {
    FileMap map;
    Network *network = NULL;
    switch (file_map(&map, path, error)) {
    case FILE_MAPPED:
        network = read_new(map.bytes, map.size, path, error);
        file_unmap(&map);
        break;
    case FILE_MISSING:
        error_set(error, ERROR_FILE, "there is no file %s", path);
        break;
    default:
        break;
    }
    return network;
}

bool network_open(const char *name, Network **network, Error *error) {
    *network = NULL;
    if (strcmp(name, "material") == 0) {
        return true;
    }
    *network = *name == '\0' ? read_new(own_bytes, sizeof own_bytes, "the built-in network", error)
                             : network_load(name, error);
    return *network != NULL;
}
