#include "match/plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"
#include "match/options.h"

#define SHARDS_NAMED 8 // of those that lack games

static const char mark[] = "plan ";

bool plan_write(const Plan *plan, Journal *journal, Error *error) {
    char text[64];
    int length = snprintf(text, sizeof text, "%s%" PRId64 " %d", mark, plan->games, plan->shards);
    return journal_write(journal, text, (size_t)length, error);
}

bool plan_is(const char *record, size_t length) {
    return length >= strlen(mark) && memcmp(record, mark, strlen(mark)) == 0;
}

bool plan_read(Plan *plan, const char *record, size_t length, Error *error) {
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)length, record);
    bool good = sscanf(text, "plan %" SCNd64 " %d", &plan->games, &plan->shards) == 2 &&
                plan->games > 0 && plan->games <= OPTIONS_GAMES_MAX && plan->shards > 0;
    return good || error_set(error, ERROR_INPUT, "'%s' is no plan of a match", text);
}

// ---- what is missing

// Of which shard the game is.
static int shard_of(const Plan *plan, int64_t number) {
    return (int)(number / 2 % plan->shards);
}

static void name_shards(const Plan *plan, const Tally *tally, char *text, size_t size) {
    int64_t *planned = alloc_zeroed((size_t)plan->shards, sizeof *planned);
    int64_t *missing = alloc_zeroed((size_t)plan->shards, sizeof *missing);
    for (int64_t number = 0; number < plan->games; number++) {
        planned[shard_of(plan, number)]++;
        missing[shard_of(plan, number)] += tally->results[number] == RESULT_NONE;
    }
    int named = 0, length = 0;
    for (int i = 0; i < plan->shards; i++) {
        if (missing[i] > 0 && named++ < SHARDS_NAMED) {
            length += snprintf(text + length, size - (size_t)length, "%s shard %d/%d %s%" PRId64,
                               named == 1 ? ": of" : ", of", i + 1, plan->shards,
                               missing[i] == planned[i] ? "all " : "", missing[i]);
        }
    }
    if (named > SHARDS_NAMED) {
        snprintf(text + length, size - (size_t)length, ", and of %d more", named - SHARDS_NAMED);
    }
    free(planned);
    free(missing);
}

bool plan_is_fulfilled(const Plan *plan, const Tally *tally, Error *error) {
    char shards[ERROR_MESSAGE_MAX] = "";
    if (plan->games == 0) {
        return error_set(error, ERROR_STATE, "whether games are missing is not known");
    }
    if (tally->games_done == plan->games) {
        return true;
    }
    if (plan->shards > 1) {
        name_shards(plan, tally, shards, sizeof shards);
    }
    return error_set(error, ERROR_STATE, "%" PRId64 " of %" PRId64 " games are missing%s",
                     plan->games - tally->games_done, plan->games, shards);
}
