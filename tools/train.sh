#!/usr/bin/env bash
# train.sh FOLDER GENERATIONS POSITIONS [NETWORK]: generations of the evaluation's weights.
#
# Each generation is self-play with the newest network, up to so many positions, and a network that is
# trained from nothing on the data of all generations in FOLDER. The first plays with NETWORK
# (default: the weights in the program; `material` begins without knowledge). FOLDER/N.games,
# N.checkpoint and N.net are generation N; what is there is kept, and what is unfinished is gone on
# with, so that a second call with more generations adds to the first.
# Settings: THREADS (all processors), NODES of a move (2750), SEED (1), to which N is added.
set -eu -o pipefail
[ $# -ge 3 ] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
folder=$1
generations=$2
positions=$3
network=${4-}
threads=${THREADS:-$(nproc)}
train=$(dirname "$0")/../build/release/kelso-train
mkdir -p "$folder"

for ((n = 1; n <= generations; n++)); do
    seed=$((${SEED:-1} + n))
    [ -e "$folder/$n.net" ] || {
        echo "generation $n: self-play"
        "$train" selfplay --output "$folder/$n.games" --network "$network" --seed "$seed" \
            --nodes "${NODES:-2750}" --positions "$positions" --threads "$threads"
        data=()
        for ((i = 1; i <= n; i++)); do data+=("$folder/$i.games"); done
        echo "generation $n: training"
        "$train" train --output "$folder/$n.checkpoint" --threads "$threads" --seed "$seed" "${data[@]}"
        "$train" export --output "$folder/$n.net" "$folder/$n.checkpoint"
    }
    network=$folder/$n.net
done
"$train" inspect "$network"
