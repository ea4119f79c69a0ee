#!/usr/bin/env python3
"""Hub against native: at fixed nodes the games of native against native, and no fault on a short clock."""

import re

from _soak import ROOT, finish, make, play, report, scaled

make("CFG=release", "test-programs")

NATIVE = "build/release/kelso"
HUB = ("--engine", f"{NATIVE} hub", "--protocol", "hub", "--name", "one")
ROUNDS = scaled(100)
OPENINGS = ("--openings", "ballots156", "--rounds", ROUNDS)


def moves_of(name):
    """Round and moves of each game, without comments."""
    text = (ROOT / "build" / "soak" / f"{name}.pdn").read_text()
    games = re.split(r"(?m)^(?=\[Event )", text)[1:]
    return sorted((re.search(r'Round "(.*)"', game)[1],
                   re.sub(r"{.*?}|\s+", " ", game[game.rindex("]\n") + 2:], flags=re.S).split())
                  for game in games)


nodes = (*OPENINGS, "--nodes", 2000, "--concurrency", 2)
play("hub-native", *nodes, "--engine", NATIVE, "--name", "one", "--engine", NATIVE, "--name", "two")
match = play("hub-nodes", *nodes, *HUB, "--engine", NATIVE, "--name", "two")
match.report_games("Hub at 2000 nodes", 2 * ROUNDS)
same = moves_of("hub-nodes") == moves_of("hub-native")
report("the moves of native against native", "the same" if same else "others", "the same", same)

match = play("hub-clock", *OPENINGS, "--tc", "0.2+0.002", "--concurrency", 1, *HUB,
             "--engine", NATIVE, "--name", "two")
match.report_games("Hub at 0.2+0.002", 2 * ROUNDS)
match.report_lateness("Hub at 0.2+0.002")
finish()
