#!/usr/bin/env python3
"""Perft 13 with its speed, and every number of the long table in both conventions."""

import re

from _soak import SCALE, finish, make, median, report, run

BUILDS = [("native", 180), ("release", 150)]  # million leaves/s wanted on the reference machine
DEPTH, LEAVES = (13, 1766623630) if SCALE == 1 else (11, 85242128)


def perft(build, *words):
    """Leaves and million leaves/s."""
    text = run(f"build/{build}/kelso", "perft", *words).stdout
    found = re.fullmatch(r"(\d+) leaves, [\d.]+ s, ([\d.]+) M leaves/s\n", text)
    assert found, text
    return int(found[1]), float(found[2])


def speed(build, wanted):
    runs = [perft(build, DEPTH) for _ in range(5)]
    leaves = {leaves for leaves, _ in runs}
    report(f"perft {DEPTH}, {build}", sorted(leaves), LEAVES, leaves == {LEAVES})
    middle = median([speed for _, speed in runs])
    report(f"perft {DEPTH}, {build}, M leaves/s, median of 5", middle, wanted, middle >= wanted,
           binding=False)


def table():
    lines = open("tests/data/perft-full.tsv").read().split("\n")[:-1]
    rows = [line.split("\t") for line in lines if line[0] != "#"]
    promised = int(lines[-1].split()[-1])
    report("perft-full.tsv, rows", len(rows), promised, len(rows) == promised > 200)
    counted = bad = 0
    for _, fen, depth, paths, merged in rows:
        if int(paths) > 2e9 * SCALE ** 2:
            continue
        for words, wanted in (([], paths), (["--merged"], merged)):
            leaves, _ = perft("release", *words, depth, fen)
            counted += 1
            if leaves != int(wanted):
                print(f"perft {' '.join(words)} {depth} {fen}: {leaves}, not {wanted}")
                bad += 1
    report("perft numbers counted", counted, "two a row", counted > 0)
    report("perft numbers that differ", bad, 0, bad == 0)


make("CFG=native", "programs")
make("CFG=release", "programs")
for each in BUILDS:
    speed(*each)
table()
finish()
