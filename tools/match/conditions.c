#include "match/conditions.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "common/alloc.h"
#include "common/words.h"
#include "notation/fen.h"
#include "notation/movetext.h"

// ---- writing

// One line; control bytes are shown as '?'.
static void write_line(FILE *file, const char *key, const char *value) {
    fprintf(file, "%s ", key);
    for (; *value != '\0'; value++) {
        fputc((unsigned char)*value < ' ' ? '?' : *value, file);
    }
    fputc('\n', file);
}

static uint64_t openings_hash(const OpeningList *openings) {
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    for (int i = 0; i < openings->count; i++) {
        const Opening *opening = &openings->openings[i];
        char text[FEN_MAX + 32];
        fen_write(opening->start, text);
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, " %d", opening->number);
        XXH3_64bits_update(&state, text, strlen(text) + 1);
        for (int move = 0; move < opening->move_count; move++) {
            char path[MOVE_TEXT_MAX];
            move_path_write(&opening->moves[move], path);
            XXH3_64bits_update(&state, path, strlen(path) + 1);
        }
    }
    return XXH3_64bits_digest(&state);
}

static bool file_hash(const char *path, uint64_t *hash) {
    char block[65536];
    XXH3_state_t state;
    ssize_t length;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    XXH3_64bits_reset(&state);
    while ((length = read(file, block, sizeof block)) > 0) {
        XXH3_64bits_update(&state, block, (size_t)length);
    }
    close(file);
    *hash = XXH3_64bits_digest(&state);
    return length == 0;
}

// The file that the program's name stands for, to be freed; NULL: none is found.
static char *program_file(const char *name, const char *directory) {
    char path[4096];
    if (strchr(name, '/') != NULL) {
        bool relative = *name != '/' && directory != NULL;
        snprintf(path, sizeof path, "%s%s%s", relative ? directory : "", relative ? "/" : "", name);
        return alloc_text(path);
    }
    const char *places = getenv("PATH");
    while (places != NULL && *places != '\0') {
        int length = (int)strcspn(places, ":");
        snprintf(path, sizeof path, "%.*s/%s", length, places, name);
        if (access(path, X_OK) == 0) {
            return alloc_text(path);
        }
        places += length + (places[length] == ':');
    }
    return NULL;
}

static void write_program(FILE *file, const char *key, const EngineConfig *engine) {
    Error error;
    uint64_t hash;
    char **words = words_split(engine->command, &error), text[32];
    char *path = words == NULL ? NULL : program_file(words[0], engine->directory);
    if (path != NULL && file_hash(path, &hash)) {
        snprintf(text, sizeof text, "%016" PRIx64, hash);
        write_line(file, key, text);
    }
    free(path);
    words_free(words);
}

static void write_engine(FILE *file, int number, const EngineConfig *engine) {
    static const char *const keys[] = {"command",   "program", "name",
                                       "directory", "limit",   "option"};
    char key[6][40], limit[LIMIT_TEXT_MAX];
    for (int i = 0; i < 6; i++) {
        snprintf(key[i], sizeof key[i], "engine %d %s", number, keys[i]);
    }
    write_line(file, key[0], engine->command);
    write_program(file, key[1], engine);
    if (engine->name != NULL) {
        write_line(file, key[2], engine->name);
    }
    if (engine->directory != NULL) {
        write_line(file, key[3], engine->directory);
    }
    if (engine->protocol != PROTOCOL_NATIVE) {
        fprintf(file, "engine %d protocol %s\n", number, protocol_get(engine->protocol)->name);
    }
    limit_text(&engine->limit, limit);
    write_line(file, key[4], limit);
    for (int i = 0; i < engine->setting_count; i++) {
        const ClientSetting *setting = &engine->settings[i];
        const char *value = setting->value == NULL ? "" : setting->value;
        size_t size = strlen(setting->name) + strlen(value) + 2;
        char *text = alloc_zeroed(size, 1);
        snprintf(text, size, "%s=%s", setting->name, value);
        write_line(file, key[5], text);
        free(text);
    }
}

char *conditions_text(const MatchConfig *config, const OpeningList *openings) {
    const RefereeRules *referee = &config->referee;
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (file == NULL) {
        return alloc_text("");
    }
    for (int i = 0; i < config->engine_count; i++) {
        write_engine(file, i + 1, &config->engines[i]);
    }
    fprintf(file, "openings %d of hash %016" PRIx64 "\n", openings->count, openings_hash(openings));
    if (config->shards > 1) {
        fprintf(file, "shard %d/%d\n", config->shard + 1, config->shards);
    }
    fprintf(file, "form %s\n", config->gauntlet ? "gauntlet" : "round robin");
    if (config->ponder) {
        fputs("ponder\n", file);
    }
    fprintf(file, "order %s\n", config->random ? "random" : "sequential");
    fprintf(file, "seed %" PRIu64 "\n", config->seed);
    fprintf(file, "rules %s\n", referee->rules.set->name);
    fprintf(file, "variant %s\n", variant_name(referee->rules.variant));
    fprintf(file, "illegal %s\n", referee->caution ? "wcdf" : "forfeit");
    fprintf(file, "max-plies %d\n", referee->max_plies);
    fprintf(file, "draw %d %d %" PRId64 "\n", referee->draw.move_number, referee->draw.move_count,
            referee->draw.score);
    fprintf(file, "resign %d %d %" PRId64 "\n", referee->resign.move_number,
            referee->resign.move_count, referee->resign.score);
    if (referee->tables != NULL) {
        fprintf(file, "tables of %d pieces, hash %016" PRIx64 "\n", tables_pieces(referee->tables),
                tables_hash(referee->tables));
    }
    fprintf(file, "margin %" PRId64 " ms\n", referee->patience.margin_ns / 1000000);
    fprintf(file, "hang %.9g s\n", (double)referee->patience.hang_ns / 1e9);
    fclose(file);
    return text;
}

// ---- reading

bool conditions_seed(const char *text, uint64_t *seed) {
    const char *line = strstr(text, "\nseed ");
    return line != NULL && sscanf(line, "\nseed %" SCNu64, seed) == 1;
}

// What stands behind the last line of this start; "" if there is none.
static const char *value_of(const char *text, const char *start) {
    const char *value = "";
    for (const char *line = text; *line != '\0';) {
        if (strncmp(line, start, strlen(start)) == 0) {
            value = line + strlen(start);
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return value;
}

MatchShape conditions_shape(const char *text) {
    MatchShape shape = {
        .engine_count = atoi(value_of(text, "engine ")),
        .opening_count = atoi(value_of(text, "openings ")),
        .gauntlet = strncmp(value_of(text, "form "), "gauntlet", 8) == 0,
        .random = strncmp(value_of(text, "order "), "random", 6) == 0,
    };
    conditions_seed(text, &shape.seed);
    return shape;
}

char *conditions_shared(const char *text) {
    char *shared = alloc_zeroed(strlen(text) + 1, 1), *end = shared;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        int engine, word = 0;
        sscanf(text, "engine %d program %n", &engine, &word);
        length += text[length] == '\n';
        if (word == 0 && strncmp(text, "shard ", 6) != 0) {
            memcpy(end, text, length);
            end += length;
        }
        text += length;
    }
    return shared;
}

bool conditions_equal(const char *head, const char *here, const char *path, Error *error) {
    for (;;) {
        int there_length = (int)strcspn(head, "\n"), length = (int)strcspn(here, "\n");
        if (length != there_length || strncmp(head, here, (size_t)length) != 0) {
            return error_set(error, ERROR_INPUT,
                             "%s is of another match: there '%.*s', here '%.*s'", path,
                             there_length, head, length, here);
        }
        if (head[length] == '\0' || here[length] == '\0') {
            return head[length] == here[length] ||
                   error_set(error, ERROR_INPUT, "%s is of another match", path);
        }
        head += length + 1;
        here += length + 1;
    }
}
