#!/usr/bin/env bash
# symbols.sh LIBRARY...: fails when a public name is defined twice in these libraries; the linker
# would take either.
set -eu
nm -g --defined-only "$@" 2>/dev/null | awk '
    NF == 3 { names++; if (seen[$3]++) { print $3 ": defined twice"; bad = 1 } }
    END { print names + 0 " names looked at"; exit bad || !names }'
