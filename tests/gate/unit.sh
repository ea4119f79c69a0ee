#!/usr/bin/env bash
# unit.sh BUILD: runs every cmocka program of a build folder, as many at a time as there are
# cores; fails if one does. What they print follows program by program.
set -u
run() {
    timeout --kill-after=10 300 "$1" </dev/null >"$1.log" 2>&1 || {
        echo "$1: exit status $?" >>"$1.log"
        return 1
    }
}
export -f run
programs=$(find "$1/test" -maxdepth 1 -name 'test_*' ! -name '*.*' | sort)
[ -n "$programs" ] || { echo "no test programs in $1/test"; exit 1; }
status=0
echo "$programs" | xargs -P "$(nproc)" -I{} bash -c 'run {}' || status=1
for program in $programs; do
    echo "== $program"
    cat "$program.log"
done
exit $status
