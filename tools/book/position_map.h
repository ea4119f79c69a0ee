// Numbers by position.
#ifndef KELSO_BOOK_POSITION_MAP_H
#define KELSO_BOOK_POSITION_MAP_H

#include "rules/position.h"

// All zero is an empty map.
typedef struct {
    struct PositionPlace *places; // owned
    int count, size;              // size: a power of two, or 0
} PositionMap;

// -1 if the position has none.
int position_map_find(const PositionMap *map, Position p);

// A number from 0 up; the one it had is replaced.
void position_map_set(PositionMap *map, Position p, int number);
void position_map_destroy(PositionMap *map);

#endif
