#!/usr/bin/env python3
"""Games on short clocks, one at a time and more than there are cores: no game is lost on time."""

from _soak import CORES, finish, make, play, report, scaled

make("CFG=release", "test-programs")


def check(what, rounds, *words):
    match = play(what.replace(" ", "-"), "--openings", "ballots156", "--rounds", rounds, *words,
                 "--engine", "build/release/kelso", "--name", "one",
                 "--engine", "build/release/kelso", "--name", "two")
    match.report_games(what, 2 * rounds)
    late = match.count("time", "time forfeit", "late")
    report(f"{what}, games lost on time", late, 0, late == 0)
    match.report_lateness(what)


check("0.2+0.002", scaled(200), "--tc", "0.2+0.002", "--concurrency", 1)
check("1+0.02 overbooked", scaled(200), "--tc", "1+0.02", "--concurrency", CORES + 2,
      "--margin", 30)
finish()
