// Numbers in the bytes of files: little-endian on every machine.
#ifndef KELSO_BASE_BYTES_H
#define KELSO_BASE_BYTES_H

#include <stdint.h>

static inline void bytes_put(uint8_t *bytes, uint64_t value, int count) {
    for (int i = 0; i < count; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
}

static inline uint64_t bytes_get(const uint8_t *bytes, int count) {
    uint64_t value = 0;
    for (int i = 0; i < count; i++) {
        value |= (uint64_t)bytes[i] << 8 * i;
    }
    return value;
}

#endif
