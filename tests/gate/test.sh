#!/usr/bin/env bash
# make test: unit tests in the debug build (asserts on), oracle and process tests in the
# default build.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck disable=SC2034  # lib.sh reads it
logs=build/test-logs
jobs=-j$(nproc)
# shellcheck source-path=SCRIPTDIR/../..
. tests/gate/lib.sh

step build-release 600 make -s -k "$jobs" CFG=release test-programs
step build-debug 600 make -s -k "$jobs" CFG=debug test-programs
step -t unit 600 tests/gate/unit.sh build/debug
step oracle-perft 120 build/release/oracle-perft tests/data/perft.tsv 200000
step -t process 900 tests/gate/process.sh build/release
finish
