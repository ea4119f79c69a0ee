#!/usr/bin/env bash
# Fails when `make format` would change a file, and when the source of a page has long lines,
# tabs, or blanks at the end of a line.
set -eu
find src tools tests -name '*.[ch]' 2>/dev/null | sort | xargs -r clang-format --dry-run -Werror
! grep -nE '^.{101}|	| $' tools/*/report/*.{html,css,js}
