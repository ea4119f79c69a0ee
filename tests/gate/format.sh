#!/usr/bin/env bash
# Fails when `make format` would change a file.
set -eu
find src tools tests -name '*.[ch]' 2>/dev/null | sort | xargs -r clang-format --dry-run -Werror
