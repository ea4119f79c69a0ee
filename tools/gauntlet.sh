#!/usr/bin/env bash
# gauntlet.sh ENGINE OPPONENT... [-- MATCH ARGUMENT...]: one engine against each of the others,
# from the 156 ballots unless --openings says otherwise. An engine is a command line.
set -eu
match=$(dirname "$0")/../build/release/kelso-match
engines=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    engines+=(--engine "$1")
    shift
done
[ ${#engines[@]} -ge 4 ] || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
[ $# = 0 ] || shift
case " $* " in
*" --openings"*) ;;
*) set -- --openings ballots156 "$@" ;;
esac
exec "$match" --gauntlet "$@" "${engines[@]}"
