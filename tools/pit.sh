#!/usr/bin/env bash
# pit.sh OLD NEW [OPENINGS [MATCH ARGUMENT...]]: is revision NEW stronger than revision OLD?
#
# Builds both in work trees under build/pit/, plays a sequential test between them at a fixed number
# of nodes a move and prints a verdict that can go into a commit message. OPENINGS (edge) is what
# kelso-match takes; engines at fixed nodes repeat themselves, so each opening is played once.
# Settings: NODES (10000) a move, SPRT (elo0=0,elo1=10) as of kelso-match.
set -eu -o pipefail
cd "$(dirname "$0")/.."
[ $# -ge 2 ] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
old=$1
new=$2
openings=${3:-edge}
shift $(($# < 3 ? 2 : 3))
nodes=${NODES:-10000}
sprt=${SPRT:-elo0=0,elo1=10}

# Prints the folder of the built revision.
build() {
    commit=$(git rev-parse --verify --quiet "$1^{commit}") || { echo "no revision: $1" >&2; exit 2; }
    tree=build/pit/${commit:0:12}
    [ -e "$tree/Makefile" ] || git worktree add --quiet --force --detach "$tree" "$commit" >&2
    make -s -C "$tree" programs >&2
    echo "$tree"
}

signature() { # FOLDER
    "$1/build/release/kelso" bench </dev/null | awk '$1 == "signature" { print $2 }'
}

mkdir -p build/pit
git worktree prune
make -s programs
old_tree=$(build "$old")
new_tree=$(build "$new")
old_bench=$(signature "$old_tree")
new_bench=$(signature "$new_tree")
echo "old  $(git -C "$old_tree" log -1 --format='%h %s')  bench $old_bench"
echo "new  $(git -C "$new_tree" log -1 --format='%h %s')  bench $new_bench"
[ "$old_bench" != "$new_bench" ] || echo "The same bench: at fixed nodes they most likely play alike."

games=build/pit/$(basename "$old_tree")-$(basename "$new_tree").pdn
rm -f "$games"
build/release/kelso-match --nodes "$nodes" --openings "$openings" --sprt "$sprt" --pdn "$games" \
    --engine "$new_tree/build/release/kelso" --name new \
    --engine "$old_tree/build/release/kelso" --name old "$@" </dev/null | tee build/pit/table.txt

echo
awk -v nodes="$nodes" -v openings="$openings" -v old="$old_bench" -v new="$new_bench" '
    $1 == "new" && NF > 12 {
        games = $2 " games +" $3 " =" $4 " -" $5
        columns = split($0, column, /  +/)
        elo = column[columns - 2]; nelo = column[columns - 1]; los = column[columns]
    }
    $1 == "sprt" { sub(/^sprt +/, ""); sprt = $0 }
    END {
        if (games == "") exit 1
        print "Test: " games ", Elo " elo ", nElo " nelo ", LOS " los " %;"
        print nodes " nodes a move, " openings ";"
        print sprt "."
        print "Bench " new (old == new ? ", unchanged." : ", before " old ".")
    }' build/pit/table.txt
