#include "train/record.h"

#include "base/bytes.h"
#include "search/score.h"

static int black_points(Result result) {
    return result == RESULT_BLACK_WINS ? 2 : result == RESULT_DRAW ? 1 : 0;
}

size_t record_write(const GameRecord *record, uint8_t bytes[RECORD_BYTES_MAX]) {
    bytes_put(bytes, record->number, 4);
    bytes_put(bytes + 4, (uint64_t)black_points(record->result), 2);
    bytes_put(bytes + 6, (uint64_t)record->count, 2);
    uint8_t *at = bytes + RECORD_HEAD_BYTES;
    for (int i = 0; i < record->count; i++, at += RECORD_POSITION_BYTES) {
        const ScoredPosition *scored = &record->positions[i];
        bytes_put(at, scored->position.pieces[BLACK], 4);
        bytes_put(at + 4, scored->position.pieces[WHITE], 4);
        bytes_put(at + 8, scored->position.kings, 4);
        bytes_put(at + 12, (uint64_t)scored->score, 2);
        bytes_put(at + 14, (uint64_t)scored->ply << 1 | scored->position.side, 2);
    }
    return (size_t)(at - bytes);
}

static bool read_position(ScoredPosition *scored, const uint8_t *at, Error *error) {
    uint32_t last = (uint32_t)bytes_get(at + 14, 2);
    scored->position =
        (Position){.pieces = {(uint32_t)bytes_get(at, 4), (uint32_t)bytes_get(at + 4, 4)},
                   .kings = (uint32_t)bytes_get(at + 8, 4),
                   .side = last & 1};
    scored->score = (int16_t)bytes_get(at + 12, 2);
    scored->ply = (int)(last >> 1);
    return abs(scored->score) <= SCORE_WIN
               ? position_check(scored->position, error)
               : error_set(error, ERROR_INPUT, "a score of %d", scored->score);
}

bool record_read(GameRecord *record, const uint8_t *bytes, size_t length, Error *error) {
    static const Result results[] = {RESULT_WHITE_WINS, RESULT_DRAW, RESULT_BLACK_WINS};
    if (length < RECORD_HEAD_BYTES || bytes_get(bytes + 4, 2) > 2) {
        return error_set(error, ERROR_INPUT, "a record that is no game");
    }
    record->number = (uint32_t)bytes_get(bytes, 4);
    record->result = results[bytes_get(bytes + 4, 2)];
    record->count = (int)bytes_get(bytes + 6, 2);
    if (record->count > RECORD_POSITIONS_MAX ||
        length != RECORD_HEAD_BYTES + (size_t)record->count * RECORD_POSITION_BYTES) {
        return error_set(error, ERROR_INPUT, "game %u: %zu bytes for %d positions", record->number,
                         length, record->count);
    }
    for (int i = 0; i < record->count; i++) {
        Error reason;
        const uint8_t *at = bytes + RECORD_HEAD_BYTES + (size_t)i * RECORD_POSITION_BYTES;
        if (!read_position(&record->positions[i], at, &reason)) {
            return error_set(error, ERROR_INPUT, "game %u, position %d: %s", record->number, i + 1,
                             reason.message);
        }
    }
    return true;
}
