#include "match/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "match/json_out.h"
#include "notation/pdn.h"

bool record_open(Record *record, const MatchConfig *config, const OpeningList *openings,
                 Error *error) {
    *record = (Record){.config = config, .openings = openings};
    time_t now = time(NULL);
    struct tm local;
    Error ignored;
    localtime_r(&now, &local);
    strftime(record->date, sizeof record->date, "%Y.%m.%d", &local);
    if (!output_open(&record->pdn, "pdn", config->pdn_path, config->resume, error)) {
        return false;
    }
    if (!output_open(&record->json, "json", config->json_path, config->resume, error)) {
        output_close(&record->pdn, &ignored);
        return false;
    }
    if (config->evidence_path != NULL) {
        record->evidence = fopen(config->evidence_path, "ae");
        if (record->evidence == NULL) {
            error_cannot(error, "open", config->evidence_path);
            output_close(&record->pdn, &ignored);
            output_close(&record->json, &ignored);
            return false;
        }
    }
    return true;
}

bool record_close(Record *record, Error *error) {
    bool good = output_close(&record->pdn, error);
    good = output_close(&record->json, error) && good;
    if (record->evidence != NULL && fclose(record->evidence) != 0) {
        good = error_cannot(error, "write", record->config->evidence_path);
    }
    record->evidence = NULL;
    return good;
}

// ---- games

#define TAGS_MAX 20

// The tags with room for the texts made for them.
typedef struct {
    PdnTag tags[TAGS_MAX];
    int count;
    char round[48], opening[16], plies[16], limits[2][LIMIT_TEXT_MAX];
} Tags;

static void add_tag(Tags *tags, const char *name, const char *value) {
    tags->tags[tags->count++] = (PdnTag){name, value};
}

static void add_opening(Tags *tags, const OpeningList *list, const Opening *opening) {
    snprintf(tags->opening, sizeof tags->opening, "%d", opening->number);
    add_tag(tags, list->ballots ? "Ballot" : "Opening", tags->opening);
    if (*opening->name != '\0') {
        add_tag(tags, "OpeningName", opening->name);
    }
}

static void add_limits(Tags *tags, const EngineConfig *black, const EngineConfig *white) {
    limit_text(&black->limit, tags->limits[BLACK]);
    limit_text(&white->limit, tags->limits[WHITE]);
    if (strcmp(tags->limits[BLACK], tags->limits[WHITE]) == 0) {
        add_tag(tags, "TimeControl", tags->limits[BLACK]);
    } else {
        add_tag(tags, "BlackTimeControl", tags->limits[BLACK]);
        add_tag(tags, "WhiteTimeControl", tags->limits[WHITE]);
    }
}

static void fill_tags(Tags *tags, const Record *record, const ScheduledGame *game,
                      const Referee *referee) {
    const Rules *rules = &record->config->referee.rules;
    const EngineConfig *black = &record->config->engines[game->engine[BLACK]];
    const EngineConfig *white = &record->config->engines[game->engine[WHITE]];
    tags->count = 0;
    snprintf(tags->round, sizeof tags->round, "%" PRId64 ".%d", game->pair + 1,
             (int)(game->number % 2) + 1);
    snprintf(tags->plies, sizeof tags->plies, "%d", referee->game.count - 1);
    add_tag(tags, "Event", "kelso-match");
    add_tag(tags, "Site", "?");
    add_tag(tags, "Date", record->date);
    add_tag(tags, "Round", tags->round);
    add_tag(tags, "Black", black->title);
    add_tag(tags, "White", white->title);
    add_tag(tags, "Result", result_name(referee->verdict.result));
    add_opening(tags, record->openings, &record->openings->openings[game->opening]);
    add_tag(tags, "Rules", rules->set->name);
    add_tag(tags, "Variant", variant_name(rules->variant));
    add_tag(tags, "Termination", referee->verdict.reason);
    add_limits(tags, black, white);
    add_tag(tags, "PlyCount", tags->plies);
}

char *record_game_text(const Record *record, const ScheduledGame *game, const Referee *referee,
                       Error *error) {
    Tags tags;
    char *text = NULL;
    size_t length;
    FILE *memory = open_memstream(&text, &length);
    if (memory == NULL) {
        error_set(error, ERROR_MEMORY, "no memory for a game record");
        return NULL;
    }
    fill_tags(&tags, record, game, referee);
    PdnGame pdn = {.tags = tags.tags,
                   .tag_count = tags.count,
                   .game = &referee->game,
                   .paths = referee->paths,
                   .comments = referee->comments,
                   .result = referee->verdict.result};
    bool good = pdn_write(memory, &pdn, error);
    if (fclose(memory) != 0 && good) {
        good = error_set(error, ERROR_MEMORY, "no memory for a game record");
    }
    if (!good) {
        free(text);
        return NULL;
    }
    return text;
}

typedef bool Writer(Output *output, const char *text, size_t length, Error *error);

static bool write_json(Record *record, char *line, Writer *write, Error *error) {
    bool good = write(&record->json, line, strlen(line), error);
    free(line);
    return good;
}

static bool write_game(Record *record, const Outcome *outcome, Writer *write, Error *error) {
    return write(&record->pdn, outcome->pdn, strlen(outcome->pdn), error) &&
           (record->json.path == NULL || write_json(record, json_game(outcome), write, error));
}

bool record_game(Record *record, const Outcome *outcome, Error *error) {
    return write_game(record, outcome, output_append, error);
}

bool record_known_game(Record *record, const Outcome *outcome, Error *error) {
    return write_game(record, outcome, output_known, error);
}

static bool write_incident(Record *record, const Incident *incident, Writer *write, Error *error) {
    return record->json.path == NULL || write_json(record, json_incident(incident), write, error);
}

bool record_incident(Record *record, const Incident *incident, Error *error) {
    return write_incident(record, incident, output_append, error);
}

bool record_known_incident(Record *record, const Incident *incident, Error *error) {
    return write_incident(record, incident, output_known, error);
}

bool record_summary(Record *record, const Tally *tally, Error *error) {
    return record->json.path == NULL ||
           write_json(record, json_summary(record->config, tally), output_append, error);
}

// ---- evidence

bool record_evidence(Record *record, const char *headline, const Transcript *transcript,
                     Error *error) {
    if (record->evidence == NULL) {
        return true;
    }
    fprintf(record->evidence, "%s\n", headline);
    transcript_write(transcript, record->evidence);
    fputc('\n', record->evidence);
    return fflush(record->evidence) == 0 ||
           error_cannot(error, "write", record->config->evidence_path);
}
