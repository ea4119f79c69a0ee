#!/usr/bin/env bash
# ballots.sh ENGINE ENGINE [MATCH ARGUMENT...]: all 156 ballots with both sides, and then what the
# first engine scored from each of them that was not halved. An engine is a command line; the
# arguments are for both.
set -eu -o pipefail
[ $# -ge 2 ] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
one=$1
two=$2
shift 2
games=$(mktemp)
trap 'rm -f "$games"' EXIT
"$(dirname "$0")/../build/release/kelso-match" --openings ballots156 --pdn "$games" "$@" \
    --engine "$one" --name one --engine "$two" --name two

echo
awk -F '"' '
    $1 == "[Black " { black = $2 }
    $1 == "[Result " { result = $2 }
    $1 == "[Ballot " { ballot = $2 }
    $1 == "[OpeningName " { name[ballot] = $2 }
    $1 == "[PlyCount " {
        points = result == "1/2-1/2" ? 1 : (result == "1-0") == (black == "one") ? 2 : 0
        sum[ballot] += points
        played[ballot]++
    }
    END {
        for (ballot in sum)
            if (sum[ballot] != played[ballot])
                print "ballot " ballot ": " sum[ballot] / 2 " of " played[ballot] (name[ballot] == "" ? "" : ", " name[ballot]) | "sort -k2n"
    }' "$games"
