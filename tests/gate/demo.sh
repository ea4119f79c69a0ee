#!/usr/bin/env bash
# make demo: a short refereed match from the ballots between Kelso and a hurried Kelso.
# Leaves the games in build/demo/demo.pdn and the table in build/demo/table.txt.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
mkdir -p build/demo
rm -f build/demo/*
timeout --foreground --kill-after=10 240 build/release/kelso-match --openings ballots156 --rounds 6 \
    --tc 2+0.02 --margin 100 --concurrency 2 --seed 1 --pdn build/demo/demo.pdn \
    --engine build/release/kelso --name kelso \
    --engine build/release/kelso --name kelso-hurried --nodes 20000 \
    </dev/null | tee build/demo/table.txt
echo "Games: build/demo/demo.pdn. Table: build/demo/table.txt."
