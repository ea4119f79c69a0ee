#!/usr/bin/env bash
# Who may include whom: a folder of src/ only itself and what stands before it in this list.
# A tool may include all of src/ but frontend, tools/common/ and itself; the oracle, which is to
# be independent of the engine, only itself; other tests anything.
set -eu
layers="base rules notation eval egdb book search engine frontend"

# shellcheck disable=SC2016  # awk's own variables
find src tools tests/oracle -name '*.[ch]' 2>/dev/null | sort |
    xargs -r awk -v layers="$layers" '
    BEGIN { n = split(layers, list); for (i = 1; i <= n; i++) rank[list[i]] = i }
    function complain(text) { print FILENAME ":" FNR ": " text; bad = 1 }
    FNR == 1 {
        files++
        depth = split(FILENAME, path, "/")
        area = path[1]; folder = depth > 2 ? path[2] : "main"
        if (area == "src" && folder != "main" && !(folder in rank)) complain("src/" folder " is not a layer")
        system_part = depth == 4 && FILENAME ~ /^src\/base\/(posix|windows)\//
        if (area == "src" && !system_part && (depth > 3 || (folder == "main" && path[2] != "main.c"))) complain("no place for a file")
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, quoted, "\"")
        slash = index(quoted[2], "/")
        target = slash ? substr(quoted[2], 1, slash - 1) : ""
        if (quoted[2] ~ /\.inc$/ && !slash) next # generated table
        allowed = 0
        if (area == "src") allowed = (target in rank) && (folder == "main" || rank[target] <= rank[folder])
        else if (area == "tools") allowed = !slash || target == "common" || target == folder ||
                                            ((target in rank) && target != "frontend")
        else allowed = !slash || target == "oracle"
        if (!allowed) complain("may not include \"" quoted[2] "\"")
    }
    END { print files + 0 " files looked at"; exit bad || !files }'
