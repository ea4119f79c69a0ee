#!/usr/bin/env bash
# unit.sh BUILD: runs every cmocka program of a build folder; fails if one does.
set -u
status=0
for program in "$1"/test/test_*; do
    case $program in *.d | *.o) continue ;; esac
    [ -x "$program" ] || { echo "no test programs in $1/test"; exit 1; }
    echo "== $program"
    timeout --kill-after=10 300 "$program" </dev/null || { echo "$program: exit status $?"; status=1; }
done
exit $status
