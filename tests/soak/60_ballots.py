#!/usr/bin/env python3
"""All 174 ballots with both sides, between two configurations; the oracle replays every game."""

from _soak import finish, make, play, report, scaled

make("CFG=release", "test-programs")
rounds = scaled(174)
match = play("ballots", "--openings", "ballots174", "--rounds", rounds, "--tc", "0.2+0.002",
             "--concurrency", 1,
             "--engine", "build/release/kelso", "--name", "plain",
             "--engine", "build/release/kelso", "--name", "other", "--option", "Hash=4",
             "--option", "Contempt=10", "--option", "MultiPV=2")
match.report_games("all ballots", 2 * rounds)
match.report_lateness("all ballots")
report("all ballots, kinds of ends", sorted(set(match.terminations)), "two or more",
       len(set(match.terminations)) >= 2, binding=rounds == 174)
finish()
