#!/usr/bin/env bash
# After `make CFG=coverage test-programs`: runs the unit and process tests and prints the share
# of lines that ran, by file, the least covered first.
set -eu
cd "$(dirname "$0")/../.."
out=build/coverage
find $out -name '*.gcda' -delete
tests/gate/unit.sh $out >$out/unit.log 2>&1 || echo "some unit tests failed: $out/unit.log"
timeout 1800 tests/gate/process.sh $out >$out/process.log 2>&1 </dev/null ||
    echo "some process tests failed: $out/process.log"
# gcov looks for X.gcda and X.gcno side by side; -n writes no annotated files.
find $out/obj/src $out/obj/tools -name '*.gcno' -exec gcov -n {} + 2>/dev/null |
    awk -F"[':% ]+" '
    /^File/ { file = $2 }
    /^Lines executed/ && file ~ /^(src|tools)\// {
        printf "%6.2f %% of %5d  %s\n", $3, $5, file | "sort -n"
        lines += $5; ran += $3 * $5 / 100; file = ""
    }
    END { close("sort -n"); if (lines) printf "%6.2f %% of %5d  all\n", 100 * ran / lines, lines }'
