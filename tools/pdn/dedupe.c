// dedupe: each game once. Games are known by a checksum of 128 bits.
#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "common/alloc.h"
#include "pdn/run.h"

typedef struct {
    void *seen; // a tree of tsearch, of XXH128_hash_t
    XXH3_state_t *hash;
    int64_t kept;
} Dedupe;

static int compare(const void *a, const void *b) {
    return memcmp(a, b, sizeof(XXH128_hash_t));
}

static bool begin(Run *run, Error *error) {
    Dedupe *dedupe = alloc_zeroed(1, sizeof *dedupe);
    run->state = dedupe;
    dedupe->hash = XXH3_createState();
    return dedupe->hash != NULL || error_set(error, ERROR_MEMORY, "no memory for a checksum");
}

static void add_player(XXH3_state_t *hash, const PdnGame *pdn, const char *tag) {
    const char *name = pdn_tag(pdn, tag);
    if (name != NULL) {
        XXH3_128bits_update(hash, name, strlen(name));
    }
    XXH3_128bits_update(hash, "", 1); // its NUL
}

// Of the start, the moves (a capture's path does not matter) and the result.
static XXH128_hash_t checksum(Dedupe *dedupe, const PdnGame *pdn, bool players) {
    const Game *game = pdn->game;
    XXH3_state_t *hash = dedupe->hash;
    uint32_t result = (uint32_t)pdn->result;
    XXH3_128bits_reset(hash);
    XXH3_128bits_update(hash, &game->plies[0].position, sizeof game->plies[0].position);
    for (int i = 1; i < game->count; i++) {
        Move move = game->plies[i].move;
        uint32_t words[2] = {move.captured, (uint32_t)move.from << 8 | move.to};
        XXH3_128bits_update(hash, words, sizeof words);
    }
    XXH3_128bits_update(hash, &result, sizeof result);
    if (players) {
        add_player(hash, pdn, "Black");
        add_player(hash, pdn, "White");
    }
    return XXH3_128bits_digest(hash);
}

static bool take(Run *run, const PdnRead *read, Error *error) {
    Dedupe *dedupe = run->state;
    XXH128_hash_t *key = alloc_zeroed(1, sizeof *key);
    *key = checksum(dedupe, &read->pdn, run->config->same_players);
    void **node = tsearch(key, &dedupe->seen, compare);
    if (node == NULL) {
        free(key);
        return error_set(error, ERROR_MEMORY, "no memory to remember a game");
    }
    if (*node != key) {
        free(key);
        return true;
    }
    dedupe->kept++;
    return pdn_write(run->out, &read->pdn, error);
}

static bool end(Run *run, Error *error) {
    (void)error;
    int64_t kept = ((Dedupe *)run->state)->kept;
    fprintf(stderr, "games %" PRId64 ", kept %" PRId64 ", duplicates %" PRId64 "\n", run->taken,
            kept, run->taken - kept);
    return true;
}

static void destroy(Run *run) {
    Dedupe *dedupe = run->state;
    tdestroy(dedupe->seen, free);
    XXH3_freeState(dedupe->hash);
    free(dedupe);
}

const Command command_dedupe = {begin, take, end, destroy};
