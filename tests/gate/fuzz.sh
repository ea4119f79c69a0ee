#!/usr/bin/env bash
# fuzz.sh BUILD SECONDS: each libFuzzer target for that long, starting from the corpus in
# tests/fuzz/corpus/TARGET/ (TARGET without fuzz_). What it adds stays in the build folder; an
# input that crashes is left there as crash-*.
set -eu
run() {
    name=${1##*/fuzz_}
    found=$(dirname "$1")/corpus/$name
    mkdir -p "$found"
    seeds=tests/fuzz/corpus/$name
    [ -d "$seeds" ] || { echo "no corpus $seeds"; return 1; }
    # LeakSanitizer looks at every run's end; the time limit for one input is 5 s.
    timeout --kill-after=10 $(($2 + 60)) "$1" -max_total_time="$2" -timeout=5 -rss_limit_mb=2048 \
        -artifact_prefix="$found/" -print_funcs=0 -print_final_stats=1 "$found" "$seeds" >"$1.log" 2>&1 </dev/null || {
        tail -n 40 "$1.log"
        echo "$name: FAILED"
        return 1
    }
    echo "$name: $(awk '/number_of_executed_units/ { print $2 }' "$1.log") inputs"
}
export -f run
targets=$(find "$1" -maxdepth 1 -name 'fuzz_*' ! -name '*.*')
[ -n "$targets" ] || { echo "no fuzz targets in $1"; exit 1; }
echo "$targets" | sort | xargs -P "$(nproc)" -I{} bash -c "run {} $2"
