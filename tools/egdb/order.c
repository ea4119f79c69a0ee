#include "egdb/order.h"

#include <stdlib.h>

#include "common/alloc.h"

// Rows from the own first row, over all men.
static int advance_of(uint32_t men) {
    int advance = 0;
    while (men != 0) {
        advance += 7 - bits_pop(&men) / 4;
    }
    return advance;
}

// The level of a part; -1: it is solved with another part of the slice.
static int level_of(const Sources *sources, Slice s, uint64_t part) {
    PartMen men = part_men(sources, s, part);
    if (slice_equal(s, slice_swapped(s)) && men.own > men.opp) {
        return -1;
    }
    return ORDER_LEVELS - 1 - advance_of(men.own) - advance_of(men.opp);
}

PartOrder part_order_create(const Sources *sources, Slice s) {
    PartOrder order = {0};
    uint64_t parts = index_parts(s), next[ORDER_LEVELS];
    int8_t *levels = alloc_zeroed(parts, sizeof *levels);
    for (uint64_t part = 0; part < parts; part++) {
        levels[part] = (int8_t)level_of(sources, s, part);
        if (levels[part] >= 0) {
            order.level[levels[part] + 1]++;
        }
    }
    for (int i = 0; i < ORDER_LEVELS; i++) {
        order.level[i + 1] += order.level[i];
        next[i] = order.level[i];
    }
    order.parts = alloc_zeroed(order.level[ORDER_LEVELS] + 1, sizeof *order.parts);
    for (uint64_t part = 0; part < parts; part++) {
        if (levels[part] >= 0) {
            order.parts[next[levels[part]]++] = (uint32_t)part;
        }
    }
    free(levels);
    return order;
}

uint64_t part_order_bytes(Slice s) {
    return index_parts(s) * (sizeof(int8_t) + sizeof(uint32_t));
}

void part_order_destroy(PartOrder *order) {
    free(order->parts);
}
