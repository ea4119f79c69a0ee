#!/usr/bin/env bash
# A function fits a screen, a file can be read in one sitting. Relies on the format:
# a function ends with the first } in column 1.
set -eu
function_lines=60
file_lines=600

find src tools -name '*.[ch]' 2>/dev/null | sort |
    xargs -r awk -v function_lines="$function_lines" -v file_lines="$file_lines" '
    FNR == 1 { start = 0 }
    FNR == file_lines + 1 { print FILENAME ": more than " file_lines " lines"; bad = 1 }
    /^[a-zA-Z].*[(,]/ && !/;$/ { start = FNR }
    /^}/ {
        if (start && FNR - start + 1 > function_lines) {
            print FILENAME ":" start ": a function of " FNR - start + 1 " lines"; bad = 1
        }
        start = 0
    }
    END { exit bad }'
