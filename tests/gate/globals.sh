#!/usr/bin/env bash
# globals.sh LIBRARY: fails when it holds variables that can be written to, thread-local ones
# too, other than those that globals.txt allows.
set -eu
objdump -t "$1" | awk -v allowed_file="$(dirname "$0")/globals.txt" '
    BEGIN { while ((getline line < allowed_file) > 0)
                if (line !~ /^#/ && split(line, word, " ") > 1) allowed[word[1] " " word[2]] = 1 }
    /file format/ { object = $1; sub(/:$/, "", object); objects++ }
    /[ \t](\.t?data|\.t?bss|\*COM\*)[.a-z_A-Z0-9]*\t/ && !/\.data\.rel\.ro/ {
        name = $NF; section = $(NF - 2)
        sub(/\.[0-9]+$/, "", name) # a static of a function
        if (name == section || name ~ /^\./ || (object " " name) in allowed) next
        print object ": " name " in " section; bad = 1
    }
    END { print objects + 0 " objects looked at"; exit bad || !objects }'
