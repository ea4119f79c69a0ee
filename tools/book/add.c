#include "book/add.h"

#include <inttypes.h>

#include "book/files.h"
#include "book/growth.h"
#include "common/progress.h"
#include "notation/pdn_read.h"

#define TABLE_MIB 16

typedef struct {
    const BookConfig *config;
    Findings findings;
    Graph graph;
    const Graph base; // empty: all of the book is in the graph
    Egdb *egdb;       // NULL: none
    Judge judge;
    Progress progress;
    int64_t games, bad, searches;
} Adding;

// Adds the position, or expands it if it is there.
static bool grow(Adding *adding, Position p, Error *error) {
    GrowthSource source = {&adding->findings, &adding->base};
    Look look;
    Position wanted;
    while (growth_needs(&adding->graph, &source, p, &look, &wanted)) {
        uint64_t nodes =
            (uint64_t)adding->config->nodes / (look == LOOK_SHORT ? LOOK_SHORT_PART : 1);
        Finding found;
        if (!judge_search(&adding->judge, wanted, nodes, &found, error) ||
            !findings_add(&adding->findings, look, wanted, found, error)) {
            return false;
        }
        adding->searches += look == LOOK_FULL;
    }
    growth_grow(&adding->graph, &source, p);
    return true;
}

static bool take_position(Adding *adding, Position p, bool expand, Error *error) {
    int index = graph_find(&adding->graph, p);
    if (index < 0) {
        if (!grow(adding, p, error)) {
            return false;
        }
        index = graph_find(&adding->graph, p);
    }
    adding->graph.nodes[index].visits++;
    return !expand || adding->graph.nodes[index].expanded || grow(adding, p, error);
}

static bool take_game(Adding *adding, const PdnRead *read, Error *error) {
    char status[96];
    for (int i = 0; i <= read->plies && i <= adding->config->plies; i++) {
        Position p = book_position(read->pdn.game->plies[i].position);
        if (!take_position(adding, p, i < adding->config->plies, error)) {
            return false;
        }
    }
    adding->games++;
    snprintf(status, sizeof status, "%" PRId64 " games, %" PRId64 " searches", adding->games,
             adding->searches);
    progress_status(&adding->progress, status);
    return true;
}

static bool take_games(Adding *adding, const char *path, PdnReader *reader, Error *error) {
    const PdnRead *read;
    PdnStatus status;
    Error reason;
    while ((status = pdn_reader_next(reader, &read, &reason)) == PDN_GAME || status == PDN_BAD) {
        if (status == PDN_BAD) {
            progress_note(&adding->progress, "%s:%" PRId64 ": game %" PRId64 ", ply %d: %s", path,
                          read->fault.line, read->number, read->fault.ply,
                          read->fault.error.message);
            adding->bad++;
        } else if (!take_game(adding, read, error)) {
            return false;
        }
    }
    return status != PDN_FAILED ||
           error_set(error, reason.code, "%.100s: %.200s", path, reason.message);
}

static bool take_file(Adding *adding, const char *path, Error *error) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return error_cannot(error, "open", path);
    }
    PdnReader *reader = pdn_reader_open(pdn_source_file, file, error);
    bool good = reader != NULL && take_games(adding, path, reader, error);
    pdn_reader_close(reader);
    fclose(file);
    return good;
}

static void ignore_step(void *context, int ballot, const GraphPath *path) {
    (void)context, (void)ballot, (void)path;
}

static bool open_findings(Adding *adding, Error *error) {
    const BookConfig *config = adding->config;
    FindingsHead head = {.what = "add",
                         .nodes = config->nodes,
                         .egdb_pieces = adding->egdb == NULL ? 0 : egdb_pieces(adding->egdb)};
    return judge_weights(&head.weights, error) &&
           findings_open(&adding->findings, config->output, &head, ignore_step, NULL, error);
}

static bool add_all(Adding *adding, Error *error) {
    const BookConfig *config = adding->config;
    bool good = (config->from == NULL || files_load(&adding->graph, config->from, error)) &&
                judge_open_egdb(config->egdb, &adding->egdb, error) &&
                judge_init(&adding->judge, TABLE_MIB, adding->egdb, error) &&
                open_findings(adding, error);
    for (int i = 0; good && i < config->word_count; i++) {
        good = take_file(adding, config->words[i], error);
    }
    if (good) {
        graph_back_up(&adding->graph);
        good = files_save(&adding->graph, config->output, NULL, error);
    }
    return good;
}

bool book_add(const BookConfig *config, Error *error) {
    Adding adding = {.config = config};
    progress_init(&adding.progress, stderr, config->quiet);
    bool good = add_all(&adding, error);
    if (good && !config->quiet) {
        progress_note(&adding.progress,
                      "%s: %d positions; %" PRId64 " games, %" PRId64 " bad ones left out, %" PRId64
                      " searches",
                      config->output, adding.graph.count, adding.games, adding.bad,
                      adding.searches);
    }
    progress_destroy(&adding.progress);
    findings_destroy(&adding.findings);
    judge_destroy(&adding.judge);
    egdb_close(adding.egdb);
    graph_destroy(&adding.graph);
    return good;
}
