#!/usr/bin/env bash
# process.sh BUILD [PYTEST ARGUMENT...]: the process tests on the programs of a build folder,
# which the tests find in $KELSO_BUILD.
set -eu
export KELSO_BUILD=$1 PYTHONDONTWRITEBYTECODE=1
shift
exec pytest-3 -q -rs -p no:cacheprovider tests/process "$@"
