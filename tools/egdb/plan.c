#include "egdb/plan.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "egdb/needs.h"
#include "egdb/table_file.h"

// Those are made in one go: plies to the end need those of all smaller slices.
static int first_pieces(const EgdbConfig *config) {
    int pieces = config->distance_pieces > 0 ? END_PIECES_MAX : 2;
    return pieces < config->pieces ? pieces : config->pieces;
}

// The file that stands for a slice and its swapped one: the slice that slice_list has first.
static void write_target(const EgdbConfig *config, Slice s, FILE *out) {
    Slice slices[SLICE_LIST_MAX];
    char name[TABLE_NAME_MAX];
    int pieces = slice_pieces(s), first = first_pieces(config);
    int count = slice_list(pieces > first ? pieces : first, slices), found = count - 1;
    for (int i = 0; pieces > first && i < count; i++) {
        if (slice_equal(slices[i], s) || slice_equal(slices[i], slice_swapped(s))) {
            found = i;
            break;
        }
    }
    table_file_name(slices[found], EGDB_WLD, name);
    fprintf(out, " $(DIR)/%s", name);
}

// Of two slices of which each is the other's swapped one only one is written, and what is made in
// one go as a whole.
static void write_needs(const EgdbConfig *config, Slice s, FILE *out) {
    Slice needs[NEEDS_MAX];
    int count = needs_of(s, needs);
    bool first = false;
    for (int i = 0; i < count; i++) {
        bool written = false;
        for (int j = 0; j < i; j++) {
            written |= slice_equal(needs[j], slice_swapped(needs[i]));
        }
        if (slice_pieces(needs[i]) <= first_pieces(config)) {
            written = first;
            first = true;
        }
        if (!written) {
            write_target(config, needs[i], out);
        }
    }
}

static void write_rule(const EgdbConfig *config, Slice s, FILE *out) {
    char name[SLICE_NAME_MAX];
    slice_name(s, name);
    fputs("ALL +=", out);
    write_target(config, s, out);
    fputc('\n', out);
    write_target(config, s, out);
    fputs(": |", out);
    write_needs(config, s, out);
    fprintf(out, "\n\t$(BUILD) --slice %s\n", name);
}

static void write_rules(const EgdbConfig *config, FILE *out) {
    Slice slices[SLICE_LIST_MAX];
    int first = first_pieces(config);
    int count = slice_list(first, slices);
    fputs("ALL =", out);
    write_target(config, slices[0], out);
    fputc('\n', out);
    write_target(config, slices[0], out);
    fprintf(out, ":\n\t$(BUILD) --pieces %d --keep-sources\n", first);
    for (int pieces = first + 1; pieces <= config->pieces; pieces++) {
        count = slice_list(pieces, slices);
        for (int i = 0; i < count; i++) {
            if (i == 0 || !slice_equal(slices[i - 1], slice_swapped(slices[i]))) {
                write_rule(config, slices[i], out);
            }
        }
    }
}

bool plan_print(const EgdbConfig *config, FILE *out, Error *error) {
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length < 0 ? 0 : length] = '\0';
    bool known = length > 0 && strpbrk(program, " \t$#\\\"'") == NULL;
    if (strpbrk(config->folder, " \t\n$#:%;|*?[]()<>&!\\\"'`~") != NULL) {
        return error_set(error, ERROR_INPUT,
                         "--dir: make cannot name the folder '%s'; take one of plain letters",
                         config->folder);
    }
    fprintf(out,
            "# Endgame tables of 2 to %d pieces: make -j2 -f THIS_FILE [OPTIONS='--threads 1']\n",
            config->pieces);
    fprintf(out, "KELSO_EGDB = %s\nDIR = %s\nOPTIONS = --threads 1 --quiet\n",
            known ? program : "kelso-egdb", config->folder);
    fputs("BUILD = mkdir -p '$(DIR)' && $(KELSO_EGDB) build --dir '$(DIR)' $(OPTIONS)", out);
    if (config->distance_pieces > 0) {
        fprintf(out, " --distance-pieces %d", config->distance_pieces);
    }
    fputs(config->crowning ? " --crowning" : "", out);
    fprintf(out,
            "\n\n.PHONY: all\nall: tables # then what was kept for larger slices goes\n"
            "\t$(BUILD) --pieces %d\n\n",
            config->pieces);
    write_rules(config, out);
    fputs("\n.PHONY: tables\ntables: $(ALL)\n", out);
    return true;
}
