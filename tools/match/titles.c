#include "match/titles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"
#include "common/words.h"

// The command's program without its folder.
static char *program_name(const char *command) {
    Error error;
    char **words = words_split(command, &error);
    const char *slash = words == NULL ? NULL : strrchr(words[0], '/');
    char *name = alloc_text(words == NULL ? command : slash == NULL ? words[0] : slash + 1);
    words_free(words);
    return name;
}

static bool title_is_taken(const MatchConfig *config, int engine, const char *title_text) {
    for (int i = 0; i < engine; i++) {
        if (strcmp(config->engines[i].title, title_text) == 0) {
            return true;
        }
    }
    return false;
}

void title_set(MatchConfig *config, int engine, const char *own_name) {
    EngineConfig *of = &config->engines[engine];
    char *name = of->name != NULL    ? alloc_text(of->name)
                 : *own_name != '\0' ? alloc_text(own_name)
                                     : program_name(of->command);
    for (char *c = name; *c != '\0'; c++) {
        *c = (unsigned char)*c < ' ' || *c == 0x7F ? '?' : *c; // of an engine's own name
    }
    size_t size = strlen(name) + 16;
    free(of->title);
    of->title = alloc_zeroed(size, 1);
    snprintf(of->title, size, "%s", name);
    for (int number = 2; title_is_taken(config, engine, of->title); number++) {
        snprintf(of->title, size, "%s#%d", name, number);
    }
    free(name);
}

void title_recall(MatchConfig *config, int engine, const char *title_text) {
    EngineConfig *of = &config->engines[engine];
    if (of->title == NULL) {
        of->title = alloc_text(title_text);
    }
}

void titles_complete(MatchConfig *config) {
    for (int i = 0; i < config->engine_count; i++) {
        title_recall(config, i, "?");
    }
}
