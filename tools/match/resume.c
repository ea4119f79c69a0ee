#include "match/resume.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"
#include "match/conditions.h"
#include "match/json_out.h"
#include "match/plan.h"
#include "match/titles.h"

// ---- the head

static bool begin(Journal *journal, const MatchConfig *config, const OpeningList *openings,
                  Error *error) {
    char *text = conditions_text(config, openings);
    bool good = journal_write(journal, text, strlen(text), error);
    free(text);
    return good;
}

static bool go_on(Journal *journal, MatchConfig *config, const OpeningList *openings,
                  Error *error) {
    const char *head = journal_head(journal);
    if (!config->seed_given) {
        conditions_seed(head, &config->seed);
    }
    char *text = conditions_text(config, openings), *shared = conditions_shared(text);
    char *head_shared = conditions_shared(head);
    bool merged = strcmp(head, head_shared) == 0; // of several machines' programs
    bool good = conditions_equal(head, merged ? shared : text, journal_path(journal), error);
    free(head_shared);
    free(shared);
    free(text);
    return good;
}

bool resume_open(Journal **journal, MatchConfig *config, const OpeningList *openings,
                 Progress *progress, Error *error) {
    const char *path = config->journal_path;
    *journal = NULL;
    if (path == NULL) {
        return true;
    }
    *journal = journal_open(path, true, error);
    if (*journal == NULL) {
        return false;
    }
    bool good;
    if (journal_head(*journal) == NULL) {
        if (config->resume) {
            progress_note(progress, "%s holds nothing yet: the match begins", path);
        }
        good = begin(*journal, config, openings, error);
    } else if (config->resume) {
        good = go_on(*journal, config, openings, error);
    } else {
        good = error_set(error, ERROR_INPUT,
                         "%s holds a match already; --resume %s goes on with it", path, path);
    }
    if (!good) {
        journal_close(*journal);
        *journal = NULL;
    }
    return good;
}

// ---- games

static bool count_game(const Match *match, const Outcome *outcome, Error *error) {
    const char *path = journal_path(match->journal);
    if (outcome->number >= match->tally->numbers) {
        return error_set(error, ERROR_INPUT, "%s holds game %" PRId64 ", beyond --rounds", path,
                         outcome->number + 1);
    }
    ScheduledGame game = schedule_game(match->schedule, outcome->number);
    if (game.opening != outcome->opening || match->tally->results[outcome->number] != RESULT_NONE) {
        return error_set(error, ERROR_INPUT, "%s: game %" PRId64 " %s", path, outcome->number + 1,
                         game.opening != outcome->opening ? "has another opening"
                                                          : "is there twice");
    }
    tally_recorded_game(match->tally, &game, outcome);
    title_recall(match->config, game.engine[BLACK], outcome->names[BLACK]);
    title_recall(match->config, game.engine[WHITE], outcome->names[WHITE]);
    digest_game(match->digest, match->tally, &game, outcome);
    return true;
}

// "pdn OFFSET PATH": what write_place has written.
static void note_place(Output *output, const char *text) {
    size_t length = strlen(output->kind);
    if (output->path != NULL && strncmp(text, output->kind, length) == 0 && text[length] == ' ') {
        char *path;
        int64_t offset = strtoll(text + length, &path, 10);
        if (*path == ' ' && strcmp(path + 1, output->path) == 0) {
            output->begins = offset;
        }
    }
}

static void note_places(Record *record, const char *content, size_t length) {
    char *text = alloc_zeroed(length + 1, 1);
    memcpy(text, content, length);
    note_place(&record->pdn, text);
    note_place(&record->json, text);
    free(text);
}

static bool read_incident(const Match *match, const char *content, size_t length, Error *error) {
    Incident incident;
    if (!incident_read(&incident, content, length, match->tally->engine_count, error)) {
        return false;
    }
    tally_fault(match->tally, incident.engine, fault_named(incident.reason));
    digest_incident(match->digest, &incident);
    incident_destroy(&incident);
    return true;
}

static bool read_record(void *context, const char *content, size_t length, Error *error) {
    const Match *match = context;
    Outcome outcome;
    if (incident_is(content, length)) {
        return read_incident(match, content, length, error);
    }
    if (!outcome_is_game(content, length)) {
        note_places(match->record, content, length);
        return true;
    }
    if (!outcome_read(&outcome, content, length, error)) {
        return false;
    }
    bool good = count_game(match, &outcome, error);
    outcome_destroy(&outcome);
    return good;
}

static bool write_incident_again(const Match *match, const char *content, size_t length,
                                 Error *error) {
    Incident incident;
    if (!incident_read(&incident, content, length, match->tally->engine_count, error)) {
        return false;
    }
    bool good = record_known_incident(match->record, &incident, error);
    incident_destroy(&incident);
    return good;
}

static bool write_again(void *context, const char *content, size_t length, Error *error) {
    const Match *match = context;
    Outcome outcome;
    if (incident_is(content, length)) {
        return write_incident_again(match, content, length, error);
    }
    if (!outcome_is_game(content, length)) {
        return true;
    }
    if (!outcome_read(&outcome, content, length, error)) {
        return false;
    }
    bool good = record_known_game(match->record, &outcome, error);
    outcome_destroy(&outcome);
    return good;
}

// Says in the journal where the games begin in a file, so that they are found again.
static bool write_place(const Output *output, Journal *journal, Error *error) {
    if (output->path == NULL || output->begins >= 0) {
        return true;
    }
    size_t size = strlen(output->path) + 48;
    char *text = alloc_zeroed(size, 1);
    snprintf(text, size, "%s %" PRId64 " %s", output->kind, output->size, output->path);
    bool good = journal_write(journal, text, strlen(text), error);
    free(text);
    return good;
}

static bool bring_up(const Match *match, Error *error) {
    Journal *journal = match->journal;
    Plan plan = {schedule_games(match->schedule), match->schedule->shards};
    Output *pdn = &match->record->pdn, *json = &match->record->json;
    return output_begin(pdn, error) && output_begin(json, error) &&
           plan_write(&plan, journal, error) && write_place(pdn, journal, error) &&
           write_place(json, journal, error) &&
           journal_read(journal, write_again, (void *)match, NULL, error) &&
           output_end(pdn, NULL, error) && output_end(json, JSON_SUMMARY_START, error);
}

void resume_say_damage(const Journal *journal, const JournalDamage *damage, const char *fate,
                       Progress *progress) {
    if (damage->torn_bytes > 0) {
        progress_note(progress,
                      "%s: the last %" PRIu64 " bytes, a record that was cut, are dropped",
                      journal_path(journal), damage->torn_bytes);
    }
    if (damage->damaged_bytes > 0) {
        progress_note(progress,
                      "warning: %s: %" PRIu64 " bytes are damaged; what stood there is %s",
                      journal_path(journal), damage->damaged_bytes, fate);
    }
}

bool resume_games(const Match *match, Error *error) {
    JournalDamage damage;
    if (!journal_read(match->journal, read_record, (void *)match, &damage, error)) {
        return false;
    }
    resume_say_damage(match->journal, &damage, "played again", match->progress);
    tally_resume(match->tally);
    return journal_cut(match->journal, &damage, error) && bring_up(match, error);
}
