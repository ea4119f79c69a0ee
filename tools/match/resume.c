#include "match/resume.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"
#include "match/conditions.h"

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
    char *text = conditions_text(config, openings);
    bool good = conditions_equal(head, text, journal_path(journal), error);
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

typedef struct {
    const Journal *journal;
    Schedule *schedule;
    Tally *tally;
    Record *record;
    int64_t pdn_offset; // where the games of the match begin; -1: not known
} Reading;

static bool is_game(const char *content, size_t length) {
    return length > 5 && memcmp(content, "game ", 5) == 0;
}

static bool count_game(Reading *reading, const Outcome *outcome, Error *error) {
    const char *path = journal_path(reading->journal);
    if (outcome->number >= reading->tally->games_total) {
        return error_set(error, ERROR_INPUT, "%s holds game %" PRId64 ", beyond --rounds", path,
                         outcome->number + 1);
    }
    ScheduledGame game = schedule_game(reading->schedule, outcome->number);
    if (game.opening != outcome->opening ||
        reading->tally->results[outcome->number] != RESULT_NONE) {
        return error_set(error, ERROR_INPUT, "%s: game %" PRId64 " %s", path, outcome->number + 1,
                         game.opening != outcome->opening ? "has another opening"
                                                          : "is there twice");
    }
    tally_game(reading->tally, &game, outcome);
    if (outcome->guilty >= 0) {
        tally_fault(reading->tally, game.engine[outcome->guilty], fault_named(outcome->reason));
    }
    return true;
}

// "pdn OFFSET PATH"
static void note_file(Reading *reading, const char *content, size_t length) {
    char *text = alloc_zeroed(length + 1, 1), *path;
    memcpy(text, content, length);
    const char *known = reading->record->pdn.path;
    if (strncmp(text, "pdn ", 4) == 0) {
        int64_t offset = strtoll(text + 4, &path, 10);
        if (known != NULL && *path == ' ' && strcmp(path + 1, known) == 0) {
            reading->pdn_offset = offset;
        }
    }
    free(text);
}

static bool read_record(void *context, const char *content, size_t length, Error *error) {
    Reading *reading = context;
    Outcome outcome;
    if (!is_game(content, length)) {
        note_file(reading, content, length);
        return true;
    }
    if (!outcome_read(&outcome, content, length, error)) {
        return false;
    }
    bool good = count_game(reading, &outcome, error);
    outcome_destroy(&outcome);
    return good;
}

static bool write_again(void *context, const char *content, size_t length, Error *error) {
    Reading *reading = context;
    Outcome outcome;
    if (!is_game(content, length)) {
        return true;
    }
    if (!outcome_read(&outcome, content, length, error)) {
        return false;
    }
    bool good = output_known(&reading->record->pdn, outcome.pdn, strlen(outcome.pdn), error);
    outcome_destroy(&outcome);
    return good;
}

// Says in the journal where the games begin in the PDN file, so that they are found again.
static bool write_file(const Output *output, Journal *journal, Error *error) {
    size_t size = strlen(output->path) + 32;
    char *text = alloc_zeroed(size, 1);
    snprintf(text, size, "pdn %" PRId64 " %s", output->size, output->path);
    bool good = journal_write(journal, text, strlen(text), error);
    free(text);
    return good;
}

static bool bring_up(Reading *reading, Journal *journal, Error *error) {
    Output *pdn = &reading->record->pdn;
    if (pdn->path == NULL) {
        return true;
    }
    bool new = reading->pdn_offset < 0;
    return output_begin(pdn, new ? pdn->size : reading->pdn_offset, error) &&
           (!new || write_file(pdn, journal, error)) &&
           journal_read(journal, write_again, reading, NULL, error) && output_end(pdn, error);
}

static void say_damage(const Journal *journal, const JournalDamage *damage, Progress *progress) {
    if (damage->torn_bytes > 0) {
        progress_note(progress,
                      "%s: the last %" PRIu64 " bytes, a record that was cut, are dropped",
                      journal_path(journal), damage->torn_bytes);
    }
    if (damage->damaged_bytes > 0) {
        progress_note(progress,
                      "warning: %s: %" PRIu64
                      " bytes are damaged; what stood there is played again",
                      journal_path(journal), damage->damaged_bytes);
    }
}

bool resume_games(Journal *journal, Schedule *schedule, Tally *tally, Record *record,
                  Progress *progress, Error *error) {
    Reading reading = {journal, schedule, tally, record, -1};
    JournalDamage damage;
    if (!journal_read(journal, read_record, &reading, &damage, error)) {
        return false;
    }
    say_damage(journal, &damage, progress);
    tally_resume(tally);
    return journal_cut(journal, &damage, error) && bring_up(&reading, journal, error);
}
