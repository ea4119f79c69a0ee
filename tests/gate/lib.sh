# shellcheck shell=bash disable=SC2154
# Sourced by test.sh and check.sh, which set $logs: runs named steps, counts, sums up.
# What is counted: every step, and every cmocka and pytest test that a step's log reports.
passed=0
failed=0
skipped=0
MAKEFLAGS= # options of an outer make are not the gate's
export MAKEFLAGS
mkdir -p "$logs"
rm -f "$logs"/*.log "$logs"/*.report*

# count LOG: prints "PASSED FAILED SKIPPED", the tests that cmocka and pytest report in LOG.
count() {
    awk '/^\[  PASSED  \] [0-9]+ test/ { p += $4 }
         /^\[  FAILED  \] [0-9]+ test/ { f += $4 }
         /^\[  SKIPPED \] [0-9]+ test/ { s += $4 }
         / in [0-9.]+s( |$)/ { # 3 failed, 20 passed, 1 skipped in 1.5s
             for (i = 2; i <= NF; i++) {
                 if ($i ~ /^passed/) p += $(i - 1)
                 if ($i ~ /^(failed|error)/) f += $(i - 1)
                 if ($i ~ /^skipped/) s += $(i - 1)
             } }
         END { print p + 0, f + 0, s + 0 }' "$1"
}

# step [-t] NAME SECONDS COMMAND...: runs COMMAND with that time limit, its output in
# $logs/NAME.log. With -t COMMAND must run at least one test. A sanitizer's report from any
# process of the step makes it fail.
step() {
    local needs_tests='' name limit log started=$SECONDS status=0 p f s counted=''
    if [ "$1" = -t ]; then needs_tests=1; shift; fi
    name=$1 limit=$2 log=$logs/$1.log
    shift 2
    local report=$PWD/$logs/$name.report
    ASAN_OPTIONS="log_path=$report" TSAN_OPTIONS="log_path=$report" \
        UBSAN_OPTIONS="log_path=$report:print_stacktrace=1" \
        timeout --kill-after=10 "$limit" "$@" >"$log" 2>&1 </dev/null || status=$?
    [ $status -lt 124 ] || echo "exit status $status, time limit $limit s" >>"$log"
    if compgen -G "$report*" >/dev/null; then
        status=1
        cat "$report"* >>"$log"
    fi
    read -r p f s < <(count "$log")
    if [ -n "$needs_tests" ] && [ $((p + f)) = 0 ]; then
        status=1
        echo "no test ran" >>"$log"
    fi
    [ $((p + f + s)) = 0 ] || counted="  ($p passed, $f failed, $s skipped)"
    if [ $status = 0 ] && [ "$f" = 0 ]; then
        passed=$((passed + 1))
        printf 'ok      %4d s  %s%s\n' $((SECONDS - started)) "$name" "$counted"
    else
        failed=$((failed + 1))
        printf 'FAILED  %4d s  %s%s, %s:\n' $((SECONDS - started)) "$name" "$counted" "$log"
        tail -n 30 "$log" | sed 's/^/    /'
    fi
    grep -h '^SKIPPED' "$log" | sed 's/^/    /' || true
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

# The last line of all, and the exit status.
finish() {
    echo "total $SECONDS s"
    [ $skipped = 0 ] || echo "skipped: $skipped tests, named above"
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
}
