// Positions, moves and lines as the Hub protocol (version 2) writes them. protocol.md describes
// them.
#ifndef KELSO_NOTATION_HUB_TEXT_H
#define KELSO_NOTATION_HUB_TEXT_H

#include <stddef.h>

#include "rules/moves.h"

#define HUB_POSITION_MAX 34 // bytes, the NUL included

// The letter of the side, W or B, and one for each square from 1 on: w b W B e. An illegal position
// is an error, and *position stays as it was.
bool hub_position_read(const char *text, Position *position, Error *error);
void hub_position_write(Position position, char text[HUB_POSITION_MAX]);

#define HUB_MOVE_MAX 40 // bytes, the NUL included: eleven squares

// `11-15`, `22x15x18`: from, to and the captured squares, here in rising order. The path does not
// show, so every move has one text.
void hub_move_write(Move move, char text[HUB_MOVE_MAX]);

// Tolerant: captured squares in any order, or none where one move remains; leading zeros; any of
// the separators - x X :. Else an error that says why.
bool hub_move_read(Position position, const char *text, Move *move, Error *error);

typedef struct {
    char *key;
    char *value; // without its quotes; NULL: a flag
} HubWord;

typedef enum { HUB_WORD, HUB_WORDS_END, HUB_WORDS_WRONG } HubWordStatus;

// Takes the next `key`, `key=value` or `key="value"` off the front of *rest, cutting it in place.
// What is behind a quote that does not end, or touches one that does, is wrong: then an error.
HubWordStatus hub_next_word(char **rest, HubWord *word, Error *error);

// Appends ` key=value` to the text, the value in quotes if it needs them; returns the new length,
// which is size - 1 at the most.
size_t hub_add_word(char *text, size_t size, size_t length, const char *key, const char *value);

#endif
