#include "book/position_map.h"

#include <stdlib.h>

#include "common/alloc.h"

#define SIZE_MIN 64

typedef struct PositionPlace {
    Position position;
    int number; // plus one; 0: free
} PositionPlace;

// The place of the position, or the free one for it.
static PositionPlace *find(const PositionMap *map, Position p) {
    size_t mask = (size_t)map->size - 1, at = (size_t)position_hash(p) & mask;
    while (map->places[at].number != 0 && !position_equal(map->places[at].position, p)) {
        at = (at + 1) & mask;
    }
    return &map->places[at];
}

int position_map_find(const PositionMap *map, Position p) {
    return map->size == 0 ? -1 : find(map, p)->number - 1;
}

static void grow(PositionMap *map) {
    PositionMap larger = {.count = map->count, .size = map->size == 0 ? SIZE_MIN : 2 * map->size};
    larger.places = alloc_zeroed((size_t)larger.size, sizeof *larger.places);
    for (int i = 0; i < map->size; i++) {
        if (map->places[i].number != 0) {
            *find(&larger, map->places[i].position) = map->places[i];
        }
    }
    free(map->places);
    *map = larger;
}

void position_map_set(PositionMap *map, Position p, int number) {
    if (2 * map->count >= map->size) {
        grow(map);
    }
    PositionPlace *place = find(map, p);
    map->count += place->number == 0;
    *place = (PositionPlace){p, number + 1};
}

void position_map_destroy(PositionMap *map) {
    free(map->places);
    *map = (PositionMap){0};
}
