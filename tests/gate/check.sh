#!/usr/bin/env bash
# make check: the gate. Every step runs, also after one has failed; logs are in build/check/.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck disable=SC2034  # lib.sh reads it
logs=build/check
jobs=-j$(nproc)
# shellcheck source-path=SCRIPTDIR/../..
. tests/gate/lib.sh

# Builds: name, compiler, configuration, optimisation (- for the configuration's own), make target.
builds='
gcc           gcc    release  -    test-programs
gcc-O0        gcc    debug    -O0  programs
gcc-native    gcc    native   -    programs
clang         clang  release  -    test-programs
clang-O0      clang  debug    -O0  programs
clang-native  clang  native   -    programs
asan          gcc    asan     -    test-programs
tsan          gcc    tsan     -    test-programs
'

step format 60 tests/gate/format.sh
step layers 60 tests/gate/layers.sh
step lengths 60 tests/gate/lengths.sh
while read -r name cc cfg opt target; do
    [ -n "$name" ] || continue
    options=("OUT=build/check/$name" "CC=$cc" "CFG=$cfg" WERROR=1)
    [ "$opt" = - ] || options+=("CFLAGS=$opt")
    step "build-$name" 600 make -s -k "$jobs" "${options[@]}" "$target"
done <<<"$builds"
step build-fuzz 600 make -s -k "$jobs" OUT=build/check/fuzz CC=clang CFG=fuzz fuzz-programs
step globals 60 tests/gate/globals.sh build/check/gcc/libkelso.a
step symbols 60 tests/gate/symbols.sh build/check/gcc/libkelso.a build/check/gcc/libtools.a
# shellcheck disable=SC2046  # one word a build
step signature 900 tests/gate/signature.sh $(awk 'NF { print "build/check/" $1 }' <<<"$builds")
step oracle-perft 300 build/check/gcc/oracle-perft tests/data/perft.tsv 2000000
for name in gcc asan tsan; do
    step -t "unit-$name" 900 tests/gate/unit.sh "build/check/$name"
    step -t "process-$name" 1200 tests/gate/process.sh "build/check/$name"
done
step fuzz 600 tests/gate/fuzz.sh build/check/fuzz 20
finish
