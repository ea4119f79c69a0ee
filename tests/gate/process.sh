#!/usr/bin/env bash
# process.sh BUILD [PYTEST ARGUMENT...]: the process tests on the programs of a build folder,
# which the tests find in $KELSO_BUILD. With sanitizers, where all deadlines are ten times as long,
# as many at a time as there are cores.
set -eu
export KELSO_BUILD=$1 PYTHONDONTWRITEBYTECODE=1
shift
parallel=()
if grep -q -e -fsanitize "$KELSO_BUILD/flags"; then parallel=(-n "$(nproc)"); fi
exec pytest-3 -q -rs -p no:cacheprovider "${parallel[@]}" tests/process "$@"
