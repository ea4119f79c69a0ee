#include "pdn/run.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "common/stream.h"

// ---- sources

typedef struct {
    Run *run;
    FILE *file;
} CountedFile;

static int64_t read_counted(void *context, char *buffer, size_t size, Error *error) {
    CountedFile *counted = context;
    int64_t got = pdn_source_file(counted->file, buffer, size, error);
    counted->run->bytes_read += got > 0 ? got : 0;
    return got;
}

// The size of all files together; 0 if one is no plain file.
static int64_t size_of_all(const PdnConfig *config) {
    int64_t bytes = 0;
    for (int i = 0; i < config->file_count; i++) {
        struct stat status;
        if (stat(config->files[i], &status) != 0 || !S_ISREG(status.st_mode)) {
            return 0;
        }
        bytes += status.st_size;
    }
    return bytes;
}

// ---- what is said

static void show_progress(Run *run) {
    char status[128];
    if (!progress_is_due(&run->progress)) {
        return;
    }
    int length = snprintf(status, sizeof status, "%" PRId64 " games, %" PRId64 " bad, %.1f MB",
                          run->games, run->bad, (double)run->bytes_read / 1e6);
    if (run->bytes_all > 0) {
        snprintf(status + length, sizeof status - (size_t)length, ", %d %%",
                 (int)(100 * run->bytes_read / run->bytes_all));
    }
    progress_status(&run->progress, status);
}

static void say_notes(Run *run, const PdnRead *read, bool bad) {
    if (!bad && (read->warning_count == 0 || run->config->quiet)) {
        return;
    }
    progress_destroy(&run->progress); // the status line, which would stand in the way
    if (bad) {
        fprintf(run->notes, "%s:%" PRId64 ": game %" PRId64 ", ply %d: %s\n", run->path,
                read->fault.line, read->number, read->fault.ply, read->fault.error.message);
    }
    for (int i = 0; i < read->warning_count && !run->config->quiet; i++) {
        fprintf(run->notes, "%s:%" PRId64 ": game %" PRId64 ": warning: %s\n", run->path,
                read->warnings[i].line, read->number, read->warnings[i].error.message);
    }
    if (read->warnings_lost > 0 && !run->config->quiet) {
        fprintf(run->notes, "%s:%" PRId64 ": game %" PRId64 ": warning: %d more\n", run->path,
                read->line, read->number, read->warnings_lost);
    }
}

// ---- games

static const char *output_name(const Run *run) {
    return run->config->output == NULL ? "to standard output" : run->draft.path;
}

static bool take_game(Run *run, const Command *command, const PdnRead *read, Error *error) {
    if (!selection_takes(&run->config->selection, read)) {
        return true;
    }
    run->taken++;
    if (command->game == NULL || command->game(run, read, error)) {
        return true;
    }
    return ferror(run->out) ? error_cannot(error, "write", output_name(run)) : false;
}

static bool read_games(Run *run, const Command *command, PdnReader *reader, Error *error) {
    int64_t before = run->games;
    for (;;) {
        const PdnRead *read;
        Error reason;
        PdnStatus status = pdn_reader_next(reader, &read, &reason);
        if (status == PDN_FAILED) {
            return error_set(error, reason.code, "%s: %s", run->path, reason.message);
        }
        if (status == PDN_END) {
            break;
        }
        run->games++;
        run->bad += status == PDN_BAD;
        say_notes(run, read, status == PDN_BAD);
        if (status == PDN_GAME && !take_game(run, command, read, error)) {
            return false;
        }
        show_progress(run);
    }
    if (run->games == before) {
        run->empty_files++;
        progress_note(&run->progress, "kelso-pdn: %s holds no game", run->path);
    }
    return true;
}

static bool read_file(Run *run, const Command *command, const char *path, Error *error) {
    bool standard = strcmp(path, "-") == 0;
    run->path = standard ? "standard input" : path;
    CountedFile counted = {run, standard ? stdin : fopen(path, "re")};
    if (counted.file == NULL) {
        return error_cannot(error, "open", path);
    }
    PdnReader *reader = pdn_reader_open(read_counted, &counted, error);
    bool good = reader != NULL && read_games(run, command, reader, error);
    pdn_reader_close(reader);
    if (!standard) {
        fclose(counted.file);
    }
    return good;
}

static bool read_files(Run *run, const Command *command, Error *error) {
    for (int i = 0; i < run->config->file_count; i++) {
        if (!read_file(run, command, run->config->files[i], error)) {
            return false;
        }
    }
    return true;
}

// ---- output

static bool same_file(const char *a, const char *b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISREG(first.st_mode) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static bool open_output(Run *run, Error *error) {
    const PdnConfig *config = run->config;
    run->out = stdout;
    if (config->output == NULL) {
        return true;
    }
    draft_init(&run->draft, config->output);
    for (int i = 0; i < config->file_count; i++) {
        if (same_file(config->output, config->files[i]) ||
            same_file(run->draft.path, config->files[i])) {
            return error_set(error, ERROR_INPUT, "--output: %s is read from", config->files[i]);
        }
    }
    if (!draft_open(&run->draft, error)) {
        return false;
    }
    run->out = run->draft.file;
    return true;
}

// What is not whole does not replace what is there.
static bool close_output(Run *run, Error *error) {
    return run->draft.file != NULL ? draft_finish(&run->draft, error)
                                   : stream_finish(run->out, output_name(run), error);
}

static bool run_games(Run *run, const Command *command, Error *error) {
    run->notes = run->config->command == COMMAND_CHECK ? run->out : stderr;
    run->bytes_all = size_of_all(run->config);
    progress_init(&run->progress, stderr, run->config->quiet);
    bool good =
        (command->begin == NULL || command->begin(run, error)) && read_files(run, command, error);
    progress_destroy(&run->progress);
    good = good && (command->end == NULL || command->end(run, error));
    if (command->destroy != NULL) {
        command->destroy(run);
    }
    return good;
}

bool run_command(Run *run, const Command *command, Error *error) {
    bool good =
        open_output(run, error) && run_games(run, command, error) && close_output(run, error);
    draft_destroy(&run->draft);
    return good;
}
